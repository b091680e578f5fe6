// What the solver of a block knows of a placement, whatever its value: a byte for each.
#pragma once

#include <cstdint>

#include "solver/value_cells.hpp"

namespace damier {

inline constexpr std::uint8_t valid_bit = 1;    // it exists
inline constexpr std::uint8_t capture_bit = 2;  // the side to move can capture
inline constexpr std::uint8_t kept_bit = 4;     // its value was given and is not computed
inline constexpr std::uint8_t threat_bit = 8;   // an irreversible quiet move leads to a threat
// Flags of cells and bits are turned into each other by shifts of whole rows.
static_assert(threat_flag << 3 == threat_bit && capture_bit >> 1 == threat_flag &&
              threat_flag << 1 == unstored_flag);

}  // namespace damier
