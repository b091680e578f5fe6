#include "egtb/prober.hpp"

#include <algorithm>
#include <mutex>

#include "egtb/free_values.hpp"

namespace damier {

template <class Set, Metric M>
struct Prober<Set, M>::Entry {
    SliceRanking<Set> ranking;
    const CachedTable* table;
};

// One slot for each material class with at most 15 men and 15 kings a side; never emptied.
template <class Set, Metric M>
struct Prober<Set, M>::Slots {
    std::vector<std::atomic<const Entry*>> by_material = std::vector<std::atomic<const Entry*>>(1u << 16);
    std::mutex mutex;
    std::vector<std::unique_ptr<const Entry>> owned;

    static std::size_t index_of(const Slice& s) {
        return std::size_t{s.men[0]} << 12 | std::size_t{s.kings[0]} << 8 | std::size_t{s.men[1]} << 4 |
               s.kings[1];
    }
};

template <class Set, Metric M>
Prober<Set, M>::Prober(const BoardGame<Set>& game, TableSet& tables)
    : game_{game}, tables_{tables}, slots_{std::make_shared<Slots>()} {}

template <class Set, Metric M>
auto Prober<Set, M>::entry(const Slice& slice) const -> Result<const Entry*> {
    if (std::max({slice.men[0], slice.men[1], slice.kings[0], slice.kings[1]}) > 15) {
        return fail(ErrorKind::not_answerable, "no tables of slices as large as " + slice.name());
    }
    auto& slot = slots_->by_material[Slots::index_of(slice)];
    if (const Entry* entry = slot.load(std::memory_order_acquire)) return entry;
    const Result<const CachedTable*> table = tables_.table(slice);
    if (!table) return fail(table.error());
    auto made = std::make_unique<const Entry>(
        Entry{SliceRanking<Set>{game_.board(), slice, game_.variant_rules().king_run_limit}, *table});
    if (auto wrong = wrong_sections(*made)) return fail(std::move(*wrong));
    const std::lock_guard lock{slots_->mutex};
    if (const Entry* entry = slot.load(std::memory_order_relaxed)) return entry;
    slots_->owned.push_back(std::move(made));
    slot.store(slots_->owned.back().get(), std::memory_order_release);
    return slots_->owned.back().get();
}

// A file of the right name whose sections are not those of its slice.
template <class Set, Metric M>
std::optional<Error> Prober<Set, M>::wrong_sections(const Entry& entry) {
    const auto& sections = entry.table->file().header().sections;
    const bool symmetric = entry.ranking.slice().symmetric();
    bool right = M::alphabet == 0 || entry.table->file().header().alphabet == M::alphabet;
    right &= sections.size() == (symmetric ? 1 : 2) && sections[0].side_to_move == Color::white &&
             (symmetric || sections[1].side_to_move == Color::black);
    for (const TableSection& section : sections) right &= section.values == entry.ranking.placements();
    if (right) return std::nullopt;
    return Error{ErrorKind::table_damaged,
                 entry.table->file().name() + ": its sections or symbols are not those of a table of " +
                     entry.ranking.slice().name() + "; remove the file and build it again",
                 {}};
}

template <class Set, Metric M>
auto Prober<Set, M>::stored(const Position<Set>& position) const -> Result<Value> {
    const Slice slice = Slice::of(position);
    const bool swap = !slice.canonical() || (position.to_move == Color::black && slice.symmetric());
    const Position<Set> canonical = swap ? color_swapped(position, game_.board().squares()) : position;
    const Result<const Entry*> found = entry(swap ? slice.color_swapped() : slice);
    if (!found) return fail(found.error());
    const Result<std::uint32_t> symbol =
        (*found)->table->symbol(index(canonical.to_move), (*found)->ranking.rank(canonical));
    if (!symbol) return fail(symbol.error());
    return M::value(game_.variant_rules(), *symbol);
}

template <class Set, Metric M>
auto Prober<Set, M>::value_by(const Position<Set>& position, const Move<Set>& move) const -> Result<Value> {
    const Position<Set> reached = game_.apply(position, move);
    const Result<Value> after = value(reached);
    if (!after) return after;
    return M::after_move(*after, ply(position, move, reached));
}

template <class Set, Metric M>
auto Prober<Set, M>::best_of(const Position<Set>& position, const MoveList<Set>& moves) const
    -> Result<Value> {
    if (moves.empty())
        return M::without_move(game_.variant_rules(), position.pieces(position.to_move).empty());
    std::optional<Value> best;
    for (const Move<Set>& move : moves) {
        const Result<Value> after = value_by(position, move);
        if (!after) return after;
        if (!best || M::better(*after, *best)) best = *after;
        if (M::unbeatable(*best)) break;
    }
    return *best;
}

template <class Set, Metric M>
auto Prober<Set, M>::value(const Position<Set>& position) const -> Result<Value> {
    const bool over = position.pieces(Color::white).empty() || position.pieces(Color::black).empty() ||
                      game_.crowned(position);
    if (over || game_.can_capture(position)) return best_of(position, game_.moves(position));
    if (game_.can_capture(position, !position.to_move)) {
        const MoveList<Set> moves = game_.moves(position);
        if (free_by_r1(game_, position, moves)) return best_of(position, moves);
    }
    return stored(position);
}

template <class Set, Metric M>
Result<void> Prober<Set, M>::check(const Position<Set>& position) const {
    Set seen;
    for (Color c : both_colors) {
        for (Set pieces : {position.men[index(c)], position.kings[index(c)]}) {
            if (pieces & seen) return fail(ErrorKind::bad_input, "two pieces stand on one square");
            seen |= pieces;
        }
        if (position.men[index(c)] & game_.board().promotion_row(c)) {
            return fail(ErrorKind::bad_input, "a man stands on its own crown row");
        }
        if (!game_.run_is_possible(position, c)) {
            return fail(ErrorKind::bad_input, "a king cannot have moved so often in a row");
        }
    }
    if (game_.crowned(position) && position.kings[index(position.to_move)]) {
        return fail(ErrorKind::bad_input, "the side to move has a king, so the game is over before its move");
    }
    if (seen - game_.board().all()) return fail(ErrorKind::bad_input, "a piece stands off the board");
    return {};
}

template <class Set, Metric M>
auto Prober<Set, M>::probe(const Position<Set>& position) const -> Result<Value> {
    if (auto checked = check(position); !checked) return fail(checked.error());
    return value(position);
}

template <class Set, Metric M>
auto Prober<Set, M>::rated_moves(const Position<Set>& position) const
    -> Result<std::vector<RatedMove<Set, M>>> {
    if (auto checked = check(position); !checked) return fail(checked.error());
    std::vector<RatedMove<Set, M>> rated;
    for (const Move<Set>& move : game_.moves(position)) {
        const Result<Value> after = value_by(position, move);
        if (!after) return fail(after.error());
        rated.push_back({move, *after});
    }
    std::stable_sort(rated.begin(), rated.end(),
                     [](const auto& a, const auto& b) { return M::better(a.value, b.value); });
    return rated;
}

#define DAMIER_PROBER(M)                   \
    template class Prober<SquareSet64, M>; \
    template class Prober<SquareSet128, M>;
DAMIER_FOR_EACH_METRIC(DAMIER_PROBER)

}  // namespace damier
