// The two sides. White is the side that moves up the board in every variant; who moves first is a rule.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace damier {

enum class Color : unsigned char { white, black };

constexpr Color operator!(Color c) { return c == Color::white ? Color::black : Color::white; }
constexpr std::size_t index(Color c) { return static_cast<std::size_t>(c); }
constexpr std::string_view name(Color c) { return c == Color::white ? "white" : "black"; }

inline constexpr std::array both_colors{Color::white, Color::black};

}  // namespace damier
