// What proof search sees of a game: positions, what their moves lead to, and values that are known without
// search. An interface without templates, so that the search is compiled once: a node costs one call.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "egtb/table_set.hpp"
#include "egtb/wld.hpp"
#include "rules/game.hpp"
#include "rules/result.hpp"

namespace damier {

// Boards of up to 64 squares.
using ProofPosition = Position<SquareSet64>;
using ProofPositions = std::vector<ProofPosition>;

// Const functions are safe to call from several threads at once.
class ProofGame {
public:
    virtual ~ProofGame() = default;
    virtual const Rules& rules() const = 0;
    virtual const BoardShape& shape() const = 0;

    // Replaces `after` by the position behind each legal move, in the generator's order.
    virtual void successors(const ProofPosition& position, ProofPositions& after) const = 0;

    struct Glance {
        std::optional<Wld> value;  // where the game is over, or the tables have it
        int moves = 0;             // legal moves; 0 where the value came from tables
    };
    // Errors are those of Prober::probe.
    virtual Result<Glance> glance(const ProofPosition& position) const = 0;

    // Positions of at most so many pieces are looked up in tables; 0 without tables.
    virtual int table_pieces() const = 0;
    // The tables, nullptr where there are none.
    virtual TableSet* tables() const = 0;
};

// `tables` may be nullptr, and must otherwise outlive the result; it holds every slice of up to `pieces`
// pieces. ErrorKind::usage where `provable` says so.
Result<std::unique_ptr<ProofGame>> proof_game(const BoardGame<SquareSet64>& game, TableSet* tables,
                                              int pieces);

}  // namespace damier
