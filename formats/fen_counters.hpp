// The counters that lidraughts appends to a FEN, `:H7:F31`. They are no part of the position; they tell what
// was played before it, which draw rules need.
#pragma once

#include <optional>
#include <string_view>

#include "rules/color.hpp"
#include "rules/draw_count.hpp"
#include "rules/result.hpp"

namespace damier {

struct FenCounters {
    std::optional<int> draw_plies;  // H: plies since the count of the draw rule that is running began
    std::optional<int> full_move;  // F: number of the move, from 1; it rises when the second player has moved
};

// What the counters of the FEN say; none where it has none. The error has the column of a counter that is
// malformed, given twice, or too large.
Result<FenCounters> parse_fen_counters(std::string_view fen);

// What is known of the plies before a position with these counters. The error says that they contradict each
// other: more plies counted than played.
Result<EarlierPlies> earlier_plies(const FenCounters& counters, Color to_move, Color first_player);

}  // namespace damier
