// One byte a value while a slice is in memory. A successor reached by a move is OR-ed into an accumulator
// whatever the kind of move, since a placement that cannot exist is zero: a lost successor makes a win, a
// successor that is not won lets the mover avoid a loss.
#pragma once

#include <cstdint>

namespace damier {

using ValueByte = std::uint8_t;

inline constexpr ValueByte lost_bit = 1;     // the side to move has lost
inline constexpr ValueByte not_won_bit = 2;  // the side to move has not won
inline constexpr ValueByte capture_bit = 4;  // the side to move can capture
inline constexpr ValueByte valid_bit = 8;    // the placement exists (accumulators only)
inline constexpr ValueByte threat_bit =
    16;  // the side to move cannot capture but the other side could, were it to move
inline constexpr ValueByte unstored_bit = 32;  // a table leaves this value free: the prober recomputes it
inline constexpr ValueByte move_bit = 128;     // there is a move (accumulators only)
inline constexpr ValueByte given_bit = 64;     // not to be computed again (accumulators only)

// In values, what a finished table says, before it is known whether the table leaves the value free: the
// result in the two highest bits, 0 where nothing is said.
inline constexpr ValueByte given_mask = 0xc0;
inline constexpr ValueByte given_win = 1 << 6;
inline constexpr ValueByte given_draw = 2 << 6;
inline constexpr ValueByte given_loss = 3 << 6;

inline constexpr ValueByte result_mask = lost_bit | not_won_bit;
inline constexpr ValueByte won_value = 0;
inline constexpr ValueByte drawn_value = not_won_bit;
inline constexpr ValueByte lost_value = lost_bit | not_won_bit;

}  // namespace damier
