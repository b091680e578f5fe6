// The audit of a game against the tables: moves that change the result, and a result that contradicts the
// end. What is not sure is passed over: a move that can be read in two ways, and what comes after it; the end
// of a game that could not be replayed.
#pragma once

#include <optional>
#include <vector>

#include "egtb/prober.hpp"
#include "rules/game_record.hpp"

namespace damier {

enum class FindingKind {
    result_changing_move,  // the position after the move is worth less to the mover than the best move's
    wrong_result,          // the result given contradicts the value of the last position
    unexplained_result,    // so it does, but the game was forfeited, lost on time or not played out
};

template <class Set>
struct AuditFinding {
    FindingKind kind;
    std::size_t ply = 0;     // of the move, from 1; for results, plies played
    Position<Set> position;  // before the move, or the last one
    std::optional<Move<Set>> played;
    std::optional<Wld> before;      // value for the side to move at `position`
    std::optional<Wld> after;       // value of the move played, for the same side
    std::vector<Move<Set>> better;  // the moves that keep the best value
    TextPlace place;
};

template <class Set>
struct GameAudit {
    std::vector<AuditFinding<Set>> findings;  // in the order of the game
    std::size_t positions = 0;                // positions of the game that were looked up, the last included
    std::optional<Wld> last_value;            // of the last position, for its side to move, where it is known
    bool over = false;  // the side to move has no legal move there: known without any table
};

// The result of a game that ends as the tables say.
constexpr GameResult result_of_value(Wld value, Color to_move) {
    if (value == Wld::draw) return GameResult::draw;
    return (value == Wld::win) == (to_move == Color::white) ? GameResult::white_wins : GameResult::black_wins;
}

// Positions with more pieces than `pieces` are passed over; a table missing below that is an error.
template <class Set, Metric M>
Result<GameAudit<Set>> audit_game(const Prober<Set, M>& prober, const GameRecord<Set>& game, int pieces);

}  // namespace damier
