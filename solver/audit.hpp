// The audit of a game against the tables: moves that change the result, and a result that contradicts the
// end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "egtb/prober.hpp"
#include "rules/game_record.hpp"

namespace damier {

enum class FindingKind {
    result_changing_move,  // the position after the move is worth less to the mover than the best move's
    wrong_result,          // the result given contradicts the table at the last position
    unexplained_result,  // a result that the tables contradict, but the game was forfeited or not played out
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
    std::vector<AuditFinding<Set>> findings;
    std::size_t positions = 0;      // positions of the game that the tables hold
    std::optional<Wld> last_value;  // of the last position, for its side to move, where the tables hold it
};

// Positions with more pieces than `pieces` are passed over; a table missing below that is an error.
template <Variant V, class Set>
Result<GameAudit<Set>> audit_game(const Prober<V, Set>& prober, const GameRecord<Set>& game, int pieces);

}  // namespace damier
