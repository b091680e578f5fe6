// Draw rules in words, from the same data that counts run on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/draw_rules.hpp"

namespace damier {

// "16 moves of each side", "3 times the same position and side to move".
std::string limit_text(const DrawRule& rule);
std::string condition_text(const Condition& condition);  // empty: any position
std::string restarts_text(const DrawRule& rule);
std::string acts_text(const DrawRule& rule);
std::string_view name(Confidence confidence);

// Identifies what the rules make of positions and counts: FNV-1a of all that decides it. Articles, sources
// and who may claim are no part of it. For the headers of tables.
std::uint64_t fingerprint(const DrawRules& rules);

}  // namespace damier
