// Rows of bytes: accumulators, and masks of 0 or 0xff. Scratch rows come from a pool since the capture
// recursion needs a few at each depth.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace damier {

using Row = std::uint8_t*;
using ConstRow = const std::uint8_t*;

// Rows are worked on in whole chunks: scratch rows are padded to a multiple, with zeros in the padding of
// masks; the values of a slice are followed by a chunk of slack, and what is read there is masked out. A
// chunk is wider than the registers that a baseline x86-64 passes vectors in; everything here is inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

inline constexpr std::size_t row_chunk = 32;

constexpr std::size_t padded(std::size_t n) { return (n + row_chunk - 1) / row_chunk * row_chunk; }

namespace rows {

// Compiles to whatever vectors the target has; plain loops over possibly overlapping bytes do not.
using Chunk [[gnu::vector_size(row_chunk)]] = std::uint8_t;

inline Chunk load(ConstRow from) {
    Chunk chunk;
    std::memcpy(&chunk, from, row_chunk);
    return chunk;
}
inline void store(Row to, const Chunk& chunk) { std::memcpy(to, &chunk, row_chunk); }

inline bool any(const Chunk& chunk) {
    std::uint64_t words[row_chunk / 8];
    std::memcpy(words, &chunk, row_chunk);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}

// to[i] = f(i) chunk by chunk; returns whether anything is set.
template <class F>
inline bool fill(Row to, std::size_t n, F f) {
    Chunk bits{};
    for (std::size_t i = 0; i < n; i += row_chunk) {
        const Chunk chunk = f(i);
        store(to + i, chunk);
        bits |= chunk;
    }
    return any(bits);
}

// Rows are mostly one chunk long: the compiler is kept from making library calls of these two loops.
inline void clear(Row to, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) {
        store(to + i, Chunk{});
        __asm__("" : "+r"(i));
    }
}
inline void copy(Row to, ConstRow from, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) {
        store(to + i, load(from + i));
        __asm__("" : "+r"(i));
    }
}
inline void or_into(Row to, ConstRow from, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) store(to + i, load(to + i) | load(from + i));
}
inline void or_masked(Row to, ConstRow from, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk)
        store(to + i, load(to + i) | (load(from + i) & load(mask + i)));
}
inline void or_constant(Row to, std::uint8_t bits, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) store(to + i, load(to + i) | (load(mask + i) & bits));
}
inline void remove(Row from, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) store(from + i, load(from + i) & ~load(mask + i));
}
// to = a & b; returns whether anything is left, as the next two.
inline bool meet(Row to, ConstRow a, ConstRow b, std::size_t n) {
    return fill(to, n, [=](std::size_t i) { return load(a + i) & load(b + i); });
}
// to = a & ~b
inline bool difference(Row to, ConstRow a, ConstRow b, std::size_t n) {
    return fill(to, n, [=](std::size_t i) { return load(a + i) & ~load(b + i); });
}
// to = a & b & ~c
inline bool meet_difference(Row to, ConstRow a, ConstRow b, ConstRow c, std::size_t n) {
    return fill(to, n, [=](std::size_t i) { return load(a + i) & load(b + i) & ~load(c + i); });
}
// Calls f(i) for each i < n with a byte set.
template <class F>
inline void for_each_set(ConstRow row, std::size_t n, F f) {
    for (std::size_t at = 0; at < n; at += 8) {
        std::uint64_t word;
        std::memcpy(&word, row + at, 8);
        while (word != 0) {
            const auto byte = static_cast<std::size_t>(std::countr_zero(word) / 8);
            word &= ~(std::uint64_t{0xff} << 8 * byte);
            f(at + byte);
        }
    }
}

}  // namespace rows

// Hands out rows of one length, last in first out.
class RowPool {
public:
    explicit RowPool(std::size_t length) : length_{padded(length)} {}

    class Lease {
    public:
        explicit Lease(RowPool& pool) : pool_{pool}, row_{pool.push()} {}
        ~Lease() { pool_.pop(1); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        operator Row() const { return row_; }  // NOLINT(google-explicit-constructor): a lease is a row

    private:
        RowPool& pool_;
        Row row_;
    };

    // For a number of rows known only as they are taken.
    Row push() {
        if (used_ == rows_.size()) rows_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(length_));
        return rows_[used_++].get();
    }
    void pop(std::size_t count) { used_ -= count; }

private:
    std::size_t length_;
    std::size_t used_ = 0;
    std::vector<std::unique_ptr<std::uint8_t[]>> rows_;
};

}  // namespace damier
