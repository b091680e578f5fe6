// Rules and board that were chosen at run time.
#pragma once

#include <memory>
#include <variant>

#include "rules/game.hpp"
#include "rules/result.hpp"
#include "rules/variants.hpp"

namespace damier {

// Copies share the game. Const functions are safe to call from several threads at once.
class AnyRules {
public:
    explicit AnyRules(ChosenGame game) {
        std::visit(
            [&]<class S>(std::unique_ptr<const BoardGame<S>>& of) { game_ = Shared<S>{std::move(of)}; },
            game);
    }

    // Calls f with the BoardGame, of either width.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& game) -> decltype(auto) { return f(*game); }, game_);
    }

    const Rules& rules() const {
        return visit([](const auto& game) -> const Rules& { return game.variant_rules(); });
    }
    const BoardShape& shape() const {
        return visit([](const auto& game) -> const BoardShape& { return game.board().shape(); });
    }

private:
    template <class S>
    using Shared = std::shared_ptr<const BoardGame<S>>;
    std::variant<Shared<SquareSet64>, Shared<SquareSet128>> game_;
};

// The rules on this board.
Result<AnyRules> open_rules(const Rules& rules, const BoardShape& shape);

}  // namespace damier
