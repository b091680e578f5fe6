// Definition of proof_game; included where it is instantiated (solver/proof_instances.cpp.in).
#pragma once

#include <type_traits>

#include "egtb/prober.hpp"
#include "solver/proof_game.hpp"

namespace damier {

namespace detail {

// The same position in sets of another width.
template <class To, class From>
Position<To> resized(const Position<From>& position) {
    if constexpr (std::is_same_v<To, From>) {
        return position;
    } else {
        const auto set = [](From from) { return To{static_cast<typename To::word_type>(from.bits())}; };
        Position<To> to;
        for (Color c : both_colors) {
            to.men[index(c)] = set(position.men[index(c)]);
            to.kings[index(c)] = set(position.kings[index(c)]);
        }
        to.to_move = position.to_move;
        return to;
    }
}

template <Variant V>
class TypedProofGame final : public ProofGame {
    using Set = typename Game<V>::Set;

public:
    TypedProofGame(const Game<V>& game, TableSet* tables, int pieces)
        : game_{game}, tables_{tables}, pieces_{tables == nullptr ? 0 : pieces} {
        if (tables != nullptr) prober_.emplace(game_, *tables);
    }
    TypedProofGame(const TypedProofGame&) = delete;
    TypedProofGame& operator=(const TypedProofGame&) = delete;

    const Rules& rules() const override { return V::rules; }
    const BoardShape& shape() const override { return game_.board().shape(); }
    int table_pieces() const override { return pieces_; }
    TableSet* tables() const override { return tables_; }

    void successors(const ProofPosition& position, ProofPositions& after) const override {
        const auto here = resized<Set>(position);
        MoveList<Set> moves;
        game_.moves(here, moves);
        after.clear();
        for (const auto& move : moves) after.push_back(resized<SquareSet64>(game_.apply(here, move)));
    }

    Result<Glance> glance(const ProofPosition& position) const override {
        if (prober_ && position.count() <= pieces_) {
            const Result<Wld> value = prober_->probe(resized<Set>(position));
            if (!value) return fail(value.error());
            return Glance{*value, 0};
        }
        MoveList<Set> moves;
        game_.moves(resized<Set>(position), moves);
        if (!moves.empty()) return Glance{std::nullopt, static_cast<int>(moves.size())};
        return Glance{value_without_move(V::rules, position.pieces(position.to_move).empty()), 0};
    }

private:
    Game<V> game_;
    TableSet* tables_;
    std::optional<Prober<V, Set>> prober_;
    int pieces_;
};

}  // namespace detail

template <Variant V>
Result<std::unique_ptr<ProofGame>> proof_game(const Game<V>& game, TableSet* tables, int pieces) {
    if (game.board().squares() > SquareSet64::capacity) {
        return fail(ErrorKind::usage, "proof search is for boards of up to 64 squares");
    }
    if (V::rules.king_run_limit > 0) {
        return fail(ErrorKind::usage, "proof search cannot count the moves of a king, as " +
                                          std::string{V::rules.title} + " does");
    }
    return std::make_unique<detail::TypedProofGame<V>>(game, tables, pieces);
}

}  // namespace damier
