#include "solver/proof_game.hpp"

#include "egtb/prober.hpp"
#include "solver/plain_rules.hpp"

namespace damier {

namespace {

class TypedProofGame final : public ProofGame {
public:
    TypedProofGame(const BoardGame<SquareSet64>& game, TableSet* tables, int pieces)
        : game_{game}, tables_{tables}, pieces_{tables == nullptr ? 0 : pieces} {
        if (tables != nullptr) prober_.emplace(game_, *tables);
    }
    TypedProofGame(const TypedProofGame&) = delete;
    TypedProofGame& operator=(const TypedProofGame&) = delete;

    const Rules& rules() const override { return game_.variant_rules(); }
    const BoardShape& shape() const override { return game_.board().shape(); }
    int table_pieces() const override { return pieces_; }
    TableSet* tables() const override { return tables_; }

    void successors(const ProofPosition& position, ProofPositions& after) const override {
        MoveList<SquareSet64> moves;
        game_.moves(position, moves);
        after.clear();
        for (const auto& move : moves) after.push_back(game_.apply(position, move));
    }

    Result<Glance> glance(const ProofPosition& position) const override {
        if (prober_ && position.count() <= pieces_) {
            const Result<Wld> value = prober_->probe(position);
            if (!value) return fail(value.error());
            return Glance{*value, 0};
        }
        MoveList<SquareSet64> moves;
        game_.moves(position, moves);
        if (!moves.empty()) return Glance{std::nullopt, static_cast<int>(moves.size())};
        return Glance{value_without_move(game_.variant_rules(), position.pieces(position.to_move).empty()),
                      0};
    }

private:
    const BoardGame<SquareSet64>& game_;
    TableSet* tables_;
    std::optional<Prober<SquareSet64>> prober_;
    int pieces_;
};

}  // namespace

Result<std::unique_ptr<ProofGame>> proof_game(const BoardGame<SquareSet64>& game, TableSet* tables,
                                              int pieces) {
    if (auto able = provable(game.variant_rules()); !able) return fail(able.error());
    return std::make_unique<TypedProofGame>(game, tables, pieces);
}

}  // namespace damier
