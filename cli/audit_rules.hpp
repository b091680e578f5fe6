// What the draw rules of a rulebook make of the results that an audit looks at.
#pragma once

#include <memory>
#include <string>

#include "cli/any_game.hpp"
#include "rules/rulebooks.hpp"

namespace damier {

// The rules that results are held against, and tables of metric `rule` of them, where there are any.
struct AuditRules {
    const Rulebook* book = nullptr;  // nullptr: none
    DrawRules rules;
    std::unique_ptr<TableSet> tables;
    std::unique_ptr<AnyProber> prober;  // nullptr: no tables
    int pieces = 0;                     // of positions that the tables are asked for
};

// A drawn game whose last position is won by the tables: right, if a draw rule holds there, or if by tables
// of the rules it was too late to win. A game that was won after a rule had drawn it by itself, or from a
// position in which it was too late: wrong, whatever other tables say. All this is said in the findings. An
// error is that of a lookup.
Result<void> judge_under_rules(AuditedGame& audited, const DrawsOfGame& game, const AuditRules& rules,
                               const BoardShape& shape);

}  // namespace damier
