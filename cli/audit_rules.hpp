// What the draw rules of a rulebook make of the results that an audit looks at.
#pragma once

#include "cli/any_game.hpp"

namespace damier {

// A drawn game whose last position is won by the tables: right, if a draw rule holds there. A game that was
// won after a rule had drawn it by itself: wrong, whatever the tables say. Both are said in the findings.
void judge_under_rules(AuditedGame& audited, const DrawsOfGame& game, const Rulebook& book);

}  // namespace damier
