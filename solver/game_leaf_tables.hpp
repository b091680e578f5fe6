// The tables of a game as the checker of certificates looks leaves up.
#pragma once

#include "solver/check_proof.hpp"
#include "solver/proof_game.hpp"

namespace damier {

class GameLeafTables final : public LeafTables {
public:
    // The game has tables, and outlives this.
    explicit GameLeafTables(const ProofGame& game) : game_{game} {}

    Result<Wld> value(const CellPosition& position) const override {
        if (pieces_of(position) > game_.table_pieces()) {
            return fail(ErrorKind::not_answerable, "a leaf has " + std::to_string(pieces_of(position)) +
                                                       " pieces, the tables here have " +
                                                       std::to_string(game_.table_pieces()));
        }
        const Result<ProofGame::Glance> glance = game_.glance(position_of(position));
        if (!glance) return fail(glance.error());
        return *glance->value;
    }

    Result<Digest128> digest(const Slice& slice) const override {
        const auto table = game_.tables()->table(slice);
        if (!table) return fail(table.error());
        return (*table)->file().footer().content;
    }

private:
    const ProofGame& game_;
};

}  // namespace damier
