// The list of rulebooks, and from a name and settings to the rules as they are played.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/board_shape.hpp"
#include "rules/draw_rules.hpp"
#include "rules/result.hpp"
#include "rules/rules.hpp"

namespace damier {

// In the order of rules/rulebooks/list.def.
std::vector<const Rulebook*> all_rulebooks();
const Rulebook* find_rulebook(std::string_view name);
// Those for this variant; its own default first.
std::vector<const Rulebook*> rulebooks_of(const Rules& rules);

// By name; the default of the variant where it is empty. An error where there is no such rulebook, or it is
// not for this variant.
Result<const Rulebook*> rulebook_for(const Rules& rules, std::string_view name);

// The rules of the book with these settings ("7.2.6-unit=plies"); what is not set has its default. An error
// names what is not understood, or a rule that this board cannot have.
Result<DrawRules> draw_rules(const Rulebook& book, std::span<const std::string> settings,
                             const BoardShape& shape);

}  // namespace damier
