#include "formats/rules_view.hpp"

#include "rules/variants.hpp"

namespace damier {

Result<AnyRules> open_rules(const Rules& rules, const BoardShape& shape) {
    return with_game(rules, shape, [](const auto& game) -> Result<AnyRules> { return AnyRules{game}; });
}

}  // namespace damier
