// The eight directions, as White sees the board, clockwise from straight up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/color.hpp"

namespace damier {

enum class Direction : unsigned char { n, ne, e, se, s, sw, w, nw };

inline constexpr std::array all_directions{Direction::n, Direction::ne, Direction::e, Direction::se,
                                           Direction::s, Direction::sw, Direction::w, Direction::nw};

constexpr std::size_t index(Direction d) { return static_cast<std::size_t>(d); }
constexpr Direction opposite(Direction d) { return static_cast<Direction>((index(d) + 4) % 8); }

// Does a step in this direction lead to a lower square index? (squares are row-major from the top left)
constexpr bool towards_zero(Direction d) {
    return d == Direction::n || d == Direction::ne || d == Direction::nw || d == Direction::w;
}

// A set of directions. Rules state it from White's side; Black's is the half turn.
struct DirectionSet {
    std::uint8_t bits = 0;

    constexpr bool contains(Direction d) const { return (bits >> index(d)) & 1; }
    constexpr DirectionSet turned() const {
        return {static_cast<std::uint8_t>((bits << 4 | bits >> 4) & 0xff)};
    }
    constexpr DirectionSet for_color(Color c) const { return c == Color::white ? *this : turned(); }
    friend constexpr DirectionSet operator|(DirectionSet a, DirectionSet b) {
        return {static_cast<std::uint8_t>(a.bits | b.bits)};
    }
    friend constexpr bool operator==(DirectionSet, DirectionSet) = default;
};

constexpr DirectionSet direction_set(Direction d) { return {static_cast<std::uint8_t>(1u << index(d))}; }

inline constexpr DirectionSet diagonal_forward = direction_set(Direction::nw) | direction_set(Direction::ne);
inline constexpr DirectionSet diagonal = diagonal_forward | diagonal_forward.turned();
inline constexpr DirectionSet orthogonal = direction_set(Direction::n) | direction_set(Direction::e) |
                                           direction_set(Direction::s) | direction_set(Direction::w);
inline constexpr DirectionSet forward_and_sideways =
    direction_set(Direction::n) | direction_set(Direction::e) | direction_set(Direction::w);
inline constexpr DirectionSet diagonal_and_orthogonal = diagonal | orthogonal;

}  // namespace damier
