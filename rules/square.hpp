// Squares and sets of squares. A square is its index in the board's row-major order: 0 is the first playing
// square of the top row as White sees the board (White moves up), so colour swap + half turn maps square s to
// n-1-s. How a square is *written* (number, algebraic) is the business of BoardShape.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace damier {

enum class Square : std::uint8_t {};

inline constexpr Square no_square{255};

constexpr int index(Square s) { return static_cast<int>(s); }
constexpr Square square(int i) { return static_cast<Square>(i); }

__extension__ using uint128 = unsigned __int128;

// Bits set. The portable form: std::popcount is a library call where the popcnt instruction may not be
// assumed.
constexpr int popcount(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(bits * 0x0101010101010101u >> 56);
}

// A set of squares in one machine word: 64 bits for boards of up to 64 squares (8x8, 10x10, all 64 of the
// orthogonal games), 128 bits for larger ones (72 squares of 12x12).
template <class Word>
class BasicSquareSet {
public:
    using word_type = Word;
    static constexpr int capacity = static_cast<int>(sizeof(Word) * 8);

    constexpr BasicSquareSet() = default;
    constexpr explicit BasicSquareSet(Word bits) : bits_{bits} {}

    static constexpr BasicSquareSet of(Square s) {
        return BasicSquareSet{static_cast<Word>(Word{1} << index(s))};
    }
    // The squares 0 .. count-1.
    static constexpr BasicSquareSet first(int count) {
        return count >= capacity ? BasicSquareSet{static_cast<Word>(~Word{0})}
                                 : BasicSquareSet{static_cast<Word>((Word{1} << count) - 1)};
    }

    constexpr Word bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr explicit operator bool() const { return bits_ != 0; }
    constexpr bool contains(Square s) const { return (bits_ >> index(s)) & 1; }
    constexpr int size() const {
        if constexpr (sizeof(Word) > 8) {
            return popcount(static_cast<std::uint64_t>(bits_)) +
                   popcount(static_cast<std::uint64_t>(bits_ >> 64));
        } else {
            return popcount(bits_);
        }
    }
    // The lowest and the highest square; the set must not be empty.
    constexpr Square front() const {
        if constexpr (sizeof(Word) > 8) {
            const auto low = static_cast<std::uint64_t>(bits_);
            return square(low ? std::countr_zero(low)
                              : 64 + std::countr_zero(static_cast<std::uint64_t>(bits_ >> 64)));
        } else {
            return square(std::countr_zero(bits_));
        }
    }
    constexpr Square back() const {
        if constexpr (sizeof(Word) > 8) {
            const auto high = static_cast<std::uint64_t>(bits_ >> 64);
            return square(high ? 127 - std::countl_zero(high)
                               : 63 - std::countl_zero(static_cast<std::uint64_t>(bits_)));
        } else {
            return square(63 - std::countl_zero(bits_));
        }
    }

    constexpr void insert(Square s) { bits_ |= of(s).bits_; }
    constexpr void erase(Square s) { bits_ &= static_cast<Word>(~of(s).bits_); }
    constexpr void erase_front() { bits_ &= static_cast<Word>(bits_ - 1); }

    // Moves every square by `by` places in the row-major order (negative: towards square 0).
    constexpr BasicSquareSet shifted(int by) const {
        return BasicSquareSet{static_cast<Word>(by >= 0 ? bits_ << by : bits_ >> -by)};
    }

    friend constexpr BasicSquareSet operator|(BasicSquareSet a, BasicSquareSet b) {
        return BasicSquareSet{static_cast<Word>(a.bits_ | b.bits_)};
    }
    friend constexpr BasicSquareSet operator&(BasicSquareSet a, BasicSquareSet b) {
        return BasicSquareSet{static_cast<Word>(a.bits_ & b.bits_)};
    }
    friend constexpr BasicSquareSet operator^(BasicSquareSet a, BasicSquareSet b) {
        return BasicSquareSet{static_cast<Word>(a.bits_ ^ b.bits_)};
    }
    // Set difference.
    friend constexpr BasicSquareSet operator-(BasicSquareSet a, BasicSquareSet b) {
        return BasicSquareSet{static_cast<Word>(a.bits_ & ~b.bits_)};
    }
    constexpr BasicSquareSet& operator|=(BasicSquareSet b) { return *this = *this | b; }
    constexpr BasicSquareSet& operator&=(BasicSquareSet b) { return *this = *this & b; }
    constexpr BasicSquareSet& operator-=(BasicSquareSet b) { return *this = *this - b; }
    friend constexpr bool operator==(BasicSquareSet, BasicSquareSet) = default;

    // for (Square s : set): from the lowest to the highest.
    class iterator {
    public:
        constexpr explicit iterator(BasicSquareSet rest) : rest_{rest} {}
        constexpr Square operator*() const { return rest_.front(); }
        constexpr iterator& operator++() {
            rest_.erase_front();
            return *this;
        }
        friend constexpr bool operator!=(iterator a, iterator b) { return a.rest_ != b.rest_; }

    private:
        BasicSquareSet rest_;
    };
    constexpr iterator begin() const { return iterator{*this}; }
    constexpr iterator end() const { return iterator{BasicSquareSet{}}; }

private:
    Word bits_ = 0;
};

using SquareSet64 = BasicSquareSet<std::uint64_t>;
using SquareSet128 = BasicSquareSet<uint128>;

}  // namespace damier
