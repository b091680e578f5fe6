#include "formats/any_rules.hpp"

namespace damier {

Result<AnyRules> open_rules(const Rules& rules, const BoardShape& shape) {
    Result<ChosenGame> game = choose_game(rules, shape);
    if (!game) return fail(std::move(game.error()));
    return AnyRules{std::move(*game)};
}

}  // namespace damier
