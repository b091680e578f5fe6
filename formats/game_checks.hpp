// What can be said of a game once its moves are known: how they are written, numbered, and what the board
// says of the result.
#pragma once

#include "formats/raw_game.hpp"
#include "rules/game.hpp"

namespace damier {

// Adds diagnostics and `board_result` to the record of the game. `strict`: what PDN 3.0 asks of a writer is
// an error.
template <class S>
void check_game(const BoardGame<S>& game, const RawGame& raw, bool strict, GameRecord<S>& record);

}  // namespace damier
