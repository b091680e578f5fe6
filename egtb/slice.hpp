// A slice: a material class, all positions with the same numbers of men and kings of both colours. Captures
// and promotions leave a slice for one that is solved before it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/color.hpp"
#include "rules/position.hpp"
#include "rules/rules.hpp"

namespace damier {

struct Slice {
    std::array<std::uint8_t, 2> men = {};    // by Color
    std::array<std::uint8_t, 2> kings = {};  // by Color

    static constexpr Slice of(int white_men, int white_kings, int black_men, int black_kings) {
        return {{static_cast<std::uint8_t>(white_men), static_cast<std::uint8_t>(black_men)},
                {static_cast<std::uint8_t>(white_kings), static_cast<std::uint8_t>(black_kings)}};
    }
    template <class Set>
    static Slice of(const Position<Set>& p) {
        return of(p.men[0].size(), p.kings[0].size(), p.men[1].size(), p.kings[1].size());
    }

    constexpr int men_of(Color c) const { return men[index(c)]; }
    constexpr int kings_of(Color c) const { return kings[index(c)]; }
    constexpr int pieces_of(Color c) const { return men_of(c) + kings_of(c); }
    constexpr int pieces() const { return pieces_of(Color::white) + pieces_of(Color::black); }
    constexpr int all_men() const { return men[0] + men[1]; }

    constexpr Slice color_swapped() const { return {{men[1], men[0]}, {kings[1], kings[0]}}; }
    constexpr bool symmetric() const { return *this == color_swapped(); }
    // Of a slice and its colour swap one is stored: where White has more pieces; with equal numbers, more
    // kings.
    constexpr bool canonical() const {
        const std::array white{pieces_of(Color::white), kings_of(Color::white)};
        const std::array black{pieces_of(Color::black), kings_of(Color::black)};
        return white >= black;
    }

    // "KKMvKM": kings, then men, White first; the name in messages and file names. Numbers from three on are
    // written out: "4K2MvK".
    std::string name() const;

    constexpr std::uint32_t key() const {
        return std::uint32_t{men[0]} << 24 | std::uint32_t{kings[0]} << 16 | std::uint32_t{men[1]} << 8 |
               kings[1];
    }
    friend constexpr auto operator<=>(const Slice& a, const Slice& b) { return a.key() <=> b.key(); }
    friend constexpr bool operator==(const Slice& a, const Slice& b) { return a.key() == b.key(); }
};

std::optional<Slice> parse_slice(std::string_view name);

// The order of building: fewer pieces first, then fewer men, so that all successors of a slice come before
// it.
bool before_in_building(const Slice& a, const Slice& b);

// Every canonical slice of at most `pieces` pieces, in an order in which all successors of a slice come
// before it: fewer pieces first, then fewer men.
std::vector<Slice> slices_up_to(int pieces);

// Those of a variant: without kings where the first king decides the game.
std::vector<Slice> slices_up_to(const Rules& rules, int pieces);

// The slices that one move from this slice (by either side, in both colours of it) can lead to, itself left
// out, as canonical slices; those with a side bare of pieces are left out, since they are no slices.
std::vector<Slice> successors(const Rules& rules, const Slice& slice);

// Is there room for it? Men do not stand on their promotion row.
bool fits(const Slice& slice, int squares, int row_squares);

}  // namespace damier
