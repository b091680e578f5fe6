// Definition of perft; included where it is instantiated (rules/instances.cpp.in).
#pragma once

#include "rules/perft.hpp"

namespace damier {

template <Variant V, class S>
std::uint64_t perft(const Game<V, S>& game, const Position<S>& position, int depth, CaptureCount count) {
    if (depth == 0) return 1;
    MoveList<S> moves;
    if (count == CaptureCount::merged) {
        game.moves(position, moves);
    } else {
        game.ordered_moves(position, moves);
    }
    if (depth == 1) return moves.size();
    std::uint64_t nodes = 0;
    for (const Move<S>& move : moves) nodes += perft(game, game.apply(position, move), depth - 1, count);
    return nodes;
}

}  // namespace damier
