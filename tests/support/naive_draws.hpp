// The slow oracle of draw rules: at every ply it looks back over the whole list of positions. Written from
// the table of rule texts, with its own list of articles; shares no code with rules/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/naive_rule_solver.hpp"
#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

// For each article of the rulebook whether it holds after 0, 1, 2 ... plies of a game that begins with the
// first of these positions, nothing played before. Settings are written as on the command line.
// Throws std::runtime_error for a rulebook that it does not know.
std::map<std::string, std::vector<bool>> naive_draws(const std::string& rulebook,
                                                     const std::set<std::string>& settings,
                                                     const std::vector<NaiveState>& game);

// The articles of the rulebook that count, or draw at once, by the material or by whether the lone king is on
// the long diagonal (not waiting where it leaves): for the oracle of positions with their counts. Throws as
// above.
std::map<std::string, NaiveCountRule> naive_counts(const std::string& rulebook,
                                                   const std::set<std::string>& settings);

}  // namespace damier::oracle
