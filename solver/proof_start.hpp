// The numbers with which a position that the search has never seen begins. They only steer: what is proved or
// disproved does not depend on them.
//
// In general: one move is enough for the side to move, and all have to fail (1 and the number of moves).
// Where the first king wins, a side is besides the further from its aim, the more moves its most promising
// man is from the crown row and the more enemies can come into its way, as in df-pn+ (Nagai): the search goes
// for the lines that end soon.
#pragma once

#include <array>
#include <cstdint>

#include "rules/rules.hpp"
#include "solver/proof_table.hpp"

namespace damier {

class ProofStart {
public:
    ProofStart(const Rules& rules, const BoardShape& shape);

    // Both at least 1 and below infinity. The position is not over and has `moves` legal moves, at least one.
    ProofNumbers numbers(const ProofPosition& position, Color attacker, int moves) const;

private:
    static constexpr std::size_t squares = SquareSet64::capacity;

    int way_to_crown(const ProofPosition& position, Color runner) const;

    bool crowning_wins_;
    // By colour and square of a man: rows to its crown row, and the squares from which an enemy man that
    // moves as fast can meet it on its way.
    std::array<std::array<int, squares>, 2> rows_ = {};
    std::array<std::array<SquareSet64, squares>, 2> ahead_ = {};
    std::array<SquareSet64, 2> home_ = {};  // by colour: the row where the enemy is crowned
};

}  // namespace damier
