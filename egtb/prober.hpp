// Looks positions up. The value returned is true whatever the position: where the side to move can capture,
// or the table leaves a value free for another reason, the prober searches; the caller cannot forget to.
// Const functions are safe to call from several threads at once.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egtb/metric.hpp"
#include "egtb/ranking.hpp"
#include "egtb/table_set.hpp"
#include "rules/game.hpp"

namespace damier {

template <class Set, Metric M = WldMetric>
struct RatedMove {
    Move<Set> move;
    typename M::Value value;  // for the side that makes the move, before it
};

template <class Set, Metric M = WldMetric>
class Prober {
public:
    using Value = typename M::Value;

    // Both must outlive the prober.
    Prober(const BoardGame<Set>& game, TableSet& tables);

    // The value for the side to move. Errors as
    // TableSet::table; a position with a man on its crown row or pieces on one square is
    // ErrorKind::bad_input.
    Result<Value> probe(const Position<Set>& position) const;

    // Every legal move with its value, the best first; moves of equal value in the generator's order.
    Result<std::vector<RatedMove<Set, M>>> rated_moves(const Position<Set>& position) const;

    // What a move that leads from one position to the other does to values.
    typename M::Ply ply(const Position<Set>& before, const Move<Set>& move,
                        const Position<Set>& after) const {
        return M::ply(tables_.identity().counted.get(), passage_of(before, move, after));
    }

    const BoardGame<Set>& game() const { return game_; }

private:
    struct Entry;

    Result<Value> value(const Position<Set>& position) const;
    // What a legal move is worth to the side that makes it.
    Result<Value> value_by(const Position<Set>& position, const Move<Set>& move) const;
    Result<Value> best_of(const Position<Set>& position, const MoveList<Set>& moves) const;
    Result<Value> stored(const Position<Set>& position) const;
    Result<const Entry*> entry(const Slice& slice) const;
    static std::optional<Error> wrong_sections(const Entry& entry);
    Result<void> check(const Position<Set>& position) const;

    const BoardGame<Set>& game_;
    TableSet& tables_;
    // Rankings and tables by slice, filled at first use; a slot a material class, found by a direct index.
    struct Slots;
    std::shared_ptr<Slots> slots_;
};

#define DAMIER_PROBER(M)                          \
    extern template class Prober<SquareSet64, M>; \
    extern template class Prober<SquareSet128, M>;
DAMIER_FOR_EACH_METRIC(DAMIER_PROBER)
#undef DAMIER_PROBER

}  // namespace damier
