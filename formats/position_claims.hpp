// The claims of a game that tables can judge: its result, marks and glyphs of moves, and what its comments
// say.
#pragma once

#include <vector>

#include "formats/raw_game.hpp"
#include "rules/game.hpp"
#include "rules/position_claim.hpp"

namespace damier {

// In the order of the game, the result last. Marks: ! !! $1 $3 good, ? ?? $2 $4 bad, * $7 $8 the only move;
// $10 $11 a draw, $18 $20 White and $19 $21 Black wins. What hangs on an ambiguous capture, or comes after
// something that could not be played, is left out.
template <class S>
std::vector<PositionClaim<S>> position_claims(const BoardGame<S>& game, const RawGame& raw,
                                              const GameRecord<S>& record);

}  // namespace damier
