// A result with a distance in plies.
#pragma once

#include <cstdint>

#include "egtb/wld.hpp"

namespace damier {

struct Distance {
    Wld result = Wld::draw;
    std::uint32_t plies = 0;  // 0 for a draw
    friend bool operator==(const Distance&, const Distance&) = default;
};

// For the side whose values they are: a win soon, a loss late.
constexpr bool better(const Distance& a, const Distance& b) {
    if (a.result != b.result) return a.result > b.result;
    return a.result == Wld::win ? a.plies < b.plies : a.plies > b.plies;
}

// Codes of distances (metric.hpp): 14 bits above the two of the flags.
using DistanceCode = std::uint16_t;
inline constexpr DistanceCode distance_unit = 4;
inline constexpr DistanceCode distance_draw = 0x8000;

// The result in the code of a distance, for the side that has moved there.
constexpr Wld result_of_code(DistanceCode code) {
    return code > distance_draw ? Wld::win : code < distance_draw ? Wld::loss : Wld::draw;
}

// Chosen element by element in vectors.
template <class T>
constexpr T choose_code(bool condition, T a, T b) {
    return condition ? a : b;
}
template <class Condition, class Vector>
inline Vector choose_code(const Condition& condition, const Vector& a, const Vector& b) {
    return condition ? a : b;
}

}  // namespace damier
