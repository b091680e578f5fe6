#include "rules/perft.hpp"

namespace damier {

template <class S>
std::uint64_t perft(const BoardGame<S>& game, const Position<S>& position, int depth, CaptureCount count) {
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

template std::uint64_t perft(const BoardGame<SquareSet64>&, const Position<SquareSet64>&, int, CaptureCount);
template std::uint64_t perft(const BoardGame<SquareSet128>&, const Position<SquareSet128>&, int,
                             CaptureCount);

}  // namespace damier
