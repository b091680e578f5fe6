// Which values of a table are free: arbitrary, because a prober searches there and never reads them
// (docs/table-format.md, "free-value policy"; docs/metrics.md has rule R1 and why it is exact).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "rules/game.hpp"

namespace damier {

// Of a position in which the side to move cannot capture and the other side could: is it free by rule R1?
template <class Set>
bool free_by_r1(const BoardGame<Set>& game, const Position<Set>& position, const MoveList<Set>& quiet_moves) {
    return std::all_of(quiet_moves.begin(), quiet_moves.end(), [&](const Move<Set>& move) {
        const Position<Set> after = game.apply(position, move);
        return game.can_capture(after) || !game.can_capture(after, position.to_move);
    });
}

// Free values are stored as the neighbour with the longer run, so that runs grow. This begins anew so often,
// counted from the first value of a frame: frames of another length then hold the same symbols.
inline constexpr std::size_t values_per_fill = 20'480;

// `free` marks the free ones among the symbols. `draw` where nothing else is near.
template <class S>
void fill_free(std::span<S> symbols, S free, S draw) {
    while (symbols.size() > values_per_fill) {
        fill_free(symbols.first(values_per_fill), free, draw);
        symbols = symbols.subspan(values_per_fill);
    }
    const std::size_t n = symbols.size();
    std::size_t left_run = 0;  // length of the run that ends before the gap
    for (std::size_t i = 0; i < n;) {
        if (symbols[i] != free) {
            left_run = i > 0 && symbols[i - 1] == symbols[i] ? left_run + 1 : 1;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < n && symbols[end] == free) ++end;
        std::size_t right_run = 0;
        while (end + right_run < n && symbols[end + right_run] == symbols[end]) ++right_run;
        S fill = draw;
        if (left_run > 0) fill = symbols[i - 1];
        if (end < n && right_run > left_run) fill = symbols[end];
        std::fill(symbols.begin() + static_cast<std::ptrdiff_t>(i),
                  symbols.begin() + static_cast<std::ptrdiff_t>(end), fill);
        left_run = fill == (i > 0 ? symbols[i - 1] : fill) ? left_run + end - i : end - i;
        i = end;
    }
}

}  // namespace damier
