// The k-element subsets of the squares of a board (or of the squares where men can stand) in colex order:
// rank and unrank. A rank is the sum of C(i-th square, i); it is read from tables by chunks of the word, so
// that ranking costs a few loads whatever k.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "egtb/binomial.hpp"
#include "rules/square.hpp"

namespace damier {

template <class Set>
class SubsetIndex {
public:
    // Subsets of `size` squares out of `from`; the squares of `from` must be consecutive.
    SubsetIndex(Set from, int size)
        : first_{from ? index(from.front()) : 0}, size_{size}, count_{binomial(from.size(), size)} {
        const int width = from.size();
        const int chunks = (width + chunk_bits - 1) / chunk_bits;
        table_.resize(static_cast<std::size_t>(chunks * (size + 1)) << chunk_bits);
        for (int chunk = 0; chunk < chunks; ++chunk) {
            for (int below = 0; below <= size; ++below) {
                for (std::uint32_t bits = 0; bits < (1u << chunk_bits); ++bits) {
                    std::uint64_t rank = 0;
                    int k = below;
                    for (int i = 0; i < chunk_bits; ++i) {
                        if (bits >> i & 1) rank += ++k <= size ? binomial(chunk * chunk_bits + i, k) : 0;
                    }
                    table_[slot(chunk, below) + bits] = rank;
                }
            }
        }
        chunks_ = chunks;
    }

    int size() const { return size_; }
    std::uint64_t count() const { return count_; }

    // The set must have size() squares, all of `from`.
    std::uint64_t rank(Set set) const {
        if (size_ == 0) return 0;
        const int low = index(set.front()) - first_;
        if (size_ == 1) return static_cast<std::uint64_t>(low);
        if (size_ == 2) return binomial(index(set.back()) - first_, 2) + static_cast<std::uint64_t>(low);
        auto bits = set.shifted(-first_).bits();
        std::uint64_t rank = 0;
        int below = 0;
        for (int chunk = 0; chunk < chunks_; ++chunk) {
            const auto part = static_cast<std::uint32_t>(bits) & ((1u << chunk_bits) - 1);
            rank += table_[slot(chunk, below) + part];
            below += popcount(part);
            bits >>= chunk_bits;
        }
        return rank;
    }

    Set set(std::uint64_t rank) const {
        Set result;
        int square_bound = Set::capacity - first_;
        for (int k = size_; k > 0; --k) {
            int s = k - 1;
            while (s + 1 < square_bound && binomial(s + 1, k) <= rank) ++s;
            rank -= binomial(s, k);
            result.insert(square(first_ + s));
            square_bound = s;
        }
        return result;
    }

private:
    static constexpr int chunk_bits = 8;
    std::size_t slot(int chunk, int below) const {
        return static_cast<std::size_t>(chunk * (size_ + 1) + below) << chunk_bits;
    }

    int first_;
    int size_;
    int chunks_ = 0;
    std::uint64_t count_;
    std::vector<std::uint64_t> table_;
};

}  // namespace damier
