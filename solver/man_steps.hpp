// Steps of men that take nothing.
#pragma once

#include "rules/board.hpp"
#include "rules/rules.hpp"

namespace damier {

// f(from, to) for each step of `movers`, men of the mover's, to a square that is not blocked.
template <class Set, class F>
void for_each_man_step(const Board<Set>& board, const Rules& rules, Color mover, Set movers, Set blocked,
                       F f) {
    for (Direction d : all_directions) {
        if (!rules.man_moves.is.for_color(mover).contains(d)) continue;
        for (Square to : board.step(d, movers) - blocked) f(board.next(opposite(d), to), to);
    }
}

// The squares from which a man can be crowned in one step.
template <class Set>
Set promoting_squares(const Board<Set>& board, const Rules& rules, Color mover) {
    Set from;
    for (Direction d : all_directions) {
        if (!rules.man_moves.is.for_color(mover).contains(d)) continue;
        from |= board.step(opposite(d), board.promotion_row(mover));
    }
    return from;
}

}  // namespace damier
