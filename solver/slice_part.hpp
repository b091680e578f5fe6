// A part of a slice: what a unit of a build solves where a slice is too large for one.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <string>

namespace damier {

// The placements whose known men (bit_game.hpp) have advanced by so many rows together, by colour: from
// `begin` to before `end`. Of the pages (bit_blocks.hpp) of a single such pair, one of `shares` shares.
struct SlicePart {
    static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();

    std::array<std::uint32_t, 2> begin = {0, 0};
    std::array<std::uint32_t, 2> end = {all, all};
    std::uint32_t share = 0;
    std::uint32_t shares = 1;

    bool whole() const { return *this == SlicePart{}; }
    bool contains(const std::array<std::uint32_t, 2>& advance) const {
        for (std::size_t c = 0; c < 2; ++c) {
            if (advance[c] < begin[c] || advance[c] >= end[c]) return false;
        }
        return true;
    }
    // Do moves of known men lead from this part to that one, directly or not? Or it is the same.
    bool leads_to(const SlicePart& other) const {
        if (begin == other.begin && end == other.end) return share == other.share;
        return begin[0] <= other.begin[0] && begin[1] <= other.begin[1];
    }
    // For names of files: "w0-3.b2-5", "w3-4.b4-5.1of3".
    std::string name() const {
        const auto range = [this](char side, std::size_t c) {
            return side + std::to_string(begin[c]) + "-" + std::to_string(end[c]);
        };
        std::string text = range('w', 0) + "." + range('b', 1);
        if (shares > 1) text += "." + std::to_string(share + 1) + "of" + std::to_string(shares);
        return text;
    }
    auto operator<=>(const SlicePart&) const = default;
};

}  // namespace damier
