// The rules of a variant behind an interface, so that readers and writers of games are compiled once for each
// width of square set and not once for each variant.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "rules/game.hpp"
#include "rules/result.hpp"

namespace damier {

// Const functions are safe to call from several threads at once.
template <class S>
class RulesView {
public:
    RulesView(const Rules& rules, const Board<S>& board) : rules_{&rules}, board_{&board} {}
    RulesView(const RulesView&) = delete;
    RulesView& operator=(const RulesView&) = delete;
    virtual ~RulesView() = default;

    const Rules& rules() const { return *rules_; }
    const Board<S>& board() const { return *board_; }
    const BoardShape& shape() const { return board_->shape(); }

    // As the functions of Game.
    virtual Position<S> start() const = 0;
    virtual bool can_capture(const Position<S>& position) const = 0;
    virtual void moves(const Position<S>& position, MoveList<S>& moves) const = 0;
    virtual std::vector<CaptureRoute<S>> capture_routes(const Position<S>& position) const = 0;
    virtual Position<S> apply(const Position<S>& position, const Move<S>& move) const = 0;

private:
    const Rules* rules_;
    const Board<S>* board_;
};

// The game must outlive it.
template <Variant V, class S>
class GameView final : public RulesView<S> {
public:
    explicit GameView(const Game<V, S>& game) : RulesView<S>{V::rules, game.board()}, game_{game} {}

    Position<S> start() const override { return game_.start(); }
    bool can_capture(const Position<S>& position) const override { return game_.can_capture(position); }
    void moves(const Position<S>& position, MoveList<S>& moves) const override {
        game_.moves(position, moves);
    }
    std::vector<CaptureRoute<S>> capture_routes(const Position<S>& position) const override {
        return game_.capture_routes(position);
    }
    Position<S> apply(const Position<S>& position, const Move<S>& move) const override {
        return game_.apply(position, move);
    }

private:
    const Game<V, S>& game_;
};

// Rules and board that were chosen at run time.
class AnyRules {
public:
    // Owns a game and its view.
    template <Variant V, class S>
    explicit AnyRules(const Game<V, S>& game) {
        struct Owned {
            explicit Owned(const Game<V, S>& g) : game{g}, view{game} {}
            Game<V, S> game;
            GameView<V, S> view;
        };
        auto owned = std::make_shared<const Owned>(game);
        view_ = std::shared_ptr<const RulesView<S>>{owned, &owned->view};
    }

    // Calls f with the RulesView, of either width.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& view) -> decltype(auto) { return f(*view); }, view_);
    }

    const Rules& rules() const {
        return visit([](const auto& view) -> const Rules& { return view.rules(); });
    }
    const BoardShape& shape() const {
        return visit([](const auto& view) -> const BoardShape& { return view.shape(); });
    }

private:
    std::variant<std::shared_ptr<const RulesView<SquareSet64>>,
                 std::shared_ptr<const RulesView<SquareSet128>>>
        view_;
};

// The rules on this board.
Result<AnyRules> open_rules(const Rules& rules, const BoardShape& shape);

}  // namespace damier
