// A binary range coder with given probabilities: decisions to bytes and back (codec 1 of
// docs/table-format.md).
//
// A decision is a hit or a miss. The hit takes the lower part of the range, so that a run of hits ends on
// zero bytes; zero bytes at the end are not stored, since a decoder reads zeros there. So what is foreseen
// costs nothing at all, not even the bytes that close a code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "egtb/little_endian.hpp"

namespace damier {

// Of a miss, in 1/65,536: 1 to 65,535.
using MissProbability = std::uint32_t;

namespace detail {
inline constexpr std::uint32_t least_range = std::uint32_t{1} << 24;
constexpr std::uint32_t hit_range(std::uint32_t range, MissProbability miss) {
    return (range >> 16) * (65'536 - miss);
}
}  // namespace detail

class RangeEncoder {
public:
    void put(bool miss, MissProbability probability) {
        const std::uint32_t hit = detail::hit_range(range_, probability);
        if (miss) {
            add(hit);
            range_ -= hit;
        } else {
            range_ = hit;
        }
        while (range_ < detail::least_range) {
            put_top_byte();
            range_ <<= 8;
        }
    }

    // The shortest bytes that decode to what was put. The encoder is used up.
    Bytes finish() {
        const std::uint64_t last = std::uint64_t{low_} + range_ - 1;
        for (int zeros = 32; zeros > 0; zeros -= 8) {
            const std::uint64_t round = last >> zeros << zeros;
            if (round < low_) continue;
            add(static_cast<std::uint32_t>(round - low_));
            break;
        }
        for (int i = 0; i < 4; ++i) put_top_byte();
        while (!bytes_.empty() && bytes_.back() == std::byte{0}) bytes_.pop_back();
        return std::move(bytes_);
    }

private:
    void add(std::uint32_t value) {
        const std::uint64_t sum = std::uint64_t{low_} + value;
        low_ = static_cast<std::uint32_t>(sum);
        if (sum >> 32 == 0) return;
        // The code stays below 1, so the carry ends within the bytes.
        auto byte = bytes_.rbegin();
        for (; *byte == std::byte{0xFF}; ++byte) *byte = std::byte{0};
        *byte = static_cast<std::byte>(std::to_integer<unsigned>(*byte) + 1);
    }
    void put_top_byte() {
        bytes_.push_back(static_cast<std::byte>(low_ >> 24));
        low_ <<= 8;
    }

    std::uint32_t low_ = 0;
    std::uint32_t range_ = 0xFFFF'FFFF;
    Bytes bytes_;
};

// Any bytes decode to some decisions: whether they are the right ones is for a checksum to tell.
class RangeDecoder {
public:
    explicit RangeDecoder(std::span<const std::byte> bytes) : rest_{bytes} {
        for (int i = 0; i < 4; ++i) take_byte();
    }

    bool miss(MissProbability probability) {
        const std::uint32_t hit = detail::hit_range(range_, probability);
        const bool missed = code_ >= hit;
        if (missed) {
            code_ -= hit;
            range_ -= hit;
        } else {
            range_ = hit;
        }
        while (range_ < detail::least_range) {
            take_byte();
            range_ <<= 8;
        }
        return missed;
    }

private:
    void take_byte() {
        std::uint32_t byte = 0;
        if (!rest_.empty()) {
            byte = std::to_integer<std::uint32_t>(rest_.front());
            rest_ = rest_.subspan(1);
        }
        code_ = code_ << 8 | byte;
    }

    std::span<const std::byte> rest_;
    std::uint32_t code_ = 0;
    std::uint32_t range_ = 0xFFFF'FFFF;
};

}  // namespace damier
