// Where a move that leaves the slice leads: for one placement of everything but the waiting side's axis
// pieces (the row), the codes of the successors, of which an accumulator row keeps the largest, under a mask.
#pragma once

#include <cassert>
#include <utility>
#include <vector>

#include "egtb/metric.hpp"
#include "solver/value_cells.hpp"
#include "solver/value_store.hpp"

namespace damier {

// What the mover has after the move, and what is known of the waiting side.
template <class Set>
struct AfterMove {
    Set own_men;
    Set own_kings;
    Set known_men;   // the waiting side's men outside its axis that are left
    Set axis_taken;  // axis pieces of the waiting side that the move took
};

template <class Set, Metric M>
class RowLeaf {
public:
    using Cell = typename M::Code;

    // The mover makes moves from this slice.
    RowLeaf(const Rules& rules, const CountedRules* counted, const ValueStore<Set, Cell>& store,
            const Slice& slice, Color mover, const Axis<Set>& waiting)
        : store_{store},
          counted_{counted},
          slice_{slice},
          mover_{mover},
          waiting_{waiting},
          man_ply_{M::ply(counted, {slice, slice, mover, false, true, false})},
          bare_{M::code(rules, M::without_move(rules, true))},
          crowning_wins_{rules.crowning_wins} {}

    // acc = max(acc, code after the move) for each rank of the waiting side's axis where `mask` is set.
    void add(const AfterMove<Set>& after, ConstRow mask, Cell* acc) {
        const std::size_t n = padded(waiting_.count());
        const int axis_left = waiting_.pieces() - after.axis_taken.size();
        const bool crowned = crowning_wins_ && !after.own_kings.empty();
        if (crowned || (axis_left == 0 && after.known_men.empty())) {
            for (std::size_t i = 0; i < n; i += row_chunk) add_end(i, rows::load(mask + i), acc);
            return;
        }
        const auto [row, ply] = row_after(after, axis_left);
        const Axis<Set>& left = *left_axis_;
        // Without its last man a side may move its kings as often as it likes: the axis has other ranks then.
        if (after.axis_taken.empty() && left.count() == waiting_.count()) {
            for (std::size_t i = 0; i < n; i += row_chunk) {
                const auto code = M::arrived(cells::codes<Cell>(cells::load(row + i)), ply) &
                                  cells::widened<Cell>(rows::load(mask + i));
                cells::store(acc + i, cells::larger<Cell>(cells::load(acc + i), code));
            }
            return;
        }
        // The last kings are gone and only known men are left: there is one such placement.
        const bool one_placement = waiting_.of_kings() && axis_left == 0;
        rows::for_each_set(mask, n, [&](std::size_t i) {
            const auto rank = static_cast<std::uint32_t>(i);
            const Set rest = one_placement ? after.known_men : waiting_.set(rank) - after.axis_taken;
            const std::uint32_t after_rank =
                left.has_runs() ? left.rank(rest, waiting_.run(rank)) : left.rank(rest);
            acc[i] = std::max(acc[i], M::arrived(code_of(row[after_rank]), ply));
        });
    }

    // A quiet move that ends the game, except where an axis piece blocks it.
    void add_end(ConstRow blocked, Cell* acc) const {
        for (std::size_t i = 0; i < padded(waiting_.count()); i += row_chunk) {
            add_end(i, ~rows::load(blocked + i), acc);
        }
    }

    // A promotion that is no capture: no mask, since placements that do not exist are zero; and its threats.
    void add_promotion(const AfterMove<Set>& after, Cell* acc, Row threats) {
        const auto [row, ply] = row_after(after, waiting_.pieces());
        add_row(row, ply, acc, threats);
    }
    // A quiet move of a man within the slice.
    void add_man_move(const Cell* row, Cell* acc, Row threats) const { add_row(row, man_ply_, acc, threats); }

private:
    using Ply = typename M::Ply;
    struct After {
        const SliceValues<Set, Cell>* values = nullptr;
        Ply ply = {};
    };

    void add_row(const Cell* row, const Ply& ply, Cell* acc, Row threats) const {
        const std::size_t n = padded(waiting_.count());
        for (std::size_t i = 0; i < n; i += row_chunk) {
            const auto cell = cells::load(row + i);
            cells::store(acc + i, cells::larger<Cell>(cells::load(acc + i),
                                                      M::arrived(cells::codes<Cell>(cell), ply)));
            rows::store(threats + i, rows::load(threats + i) | (cells::narrowed<Cell>(cell) & threat_flag));
        }
    }
    void add_end(std::size_t i, const rows::Chunk& where, Cell* acc) const {
        const auto end = cells::widened<Cell>(where) & bare_;
        cells::store(acc + i, cells::larger<Cell>(cells::load(acc + i), end));
    }

    // The codes by the waiting side's rank; sets left_axis_, the axis of that rank.
    std::pair<const Cell*, Ply> row_after(const AfterMove<Set>& after, int axis_left) {
        const bool kings_left = waiting_.of_kings() && axis_left > 0;
        const After& found = slice_after(after, axis_left);
        const SliceLayout<Set>& layout = *found.values->layout;
        std::array<Set, 2> outside;
        const bool own_kings = !after.own_kings.empty();
        if (own_kings) outside[index(mover_)] = after.own_men;
        if (kings_left) outside[index(!mover_)] = after.known_men;
        const std::uint32_t own_rank = layout.axis(mover_).rank(own_kings ? after.own_kings : after.own_men);
        left_axis_ = &layout.axis(!mover_);
        return {found.values->row(!mover_, layout.block_of(outside[0], outside[1]), own_rank), found.ply};
    }

    // The slice after the move. Few can come after one slice: each is looked for once.
    const After& slice_after(const AfterMove<Set>& after, int axis_left) {
        const int own_kings = after.own_kings.size();
        const int known_men = after.known_men.size();
        const auto slot = static_cast<std::size_t>((own_kings * 32 + known_men) * 32 + axis_left);
        if (slot < found_.size() && found_[slot].values != nullptr) return found_[slot];
        Slice slice;
        slice.men[index(mover_)] = static_cast<std::uint8_t>(after.own_men.size());
        slice.kings[index(mover_)] = static_cast<std::uint8_t>(own_kings);
        slice.men[index(!mover_)] = static_cast<std::uint8_t>(waiting_.of_kings() ? known_men : axis_left);
        slice.kings[index(!mover_)] = static_cast<std::uint8_t>(waiting_.of_kings() ? axis_left : 0);
        const SliceValues<Set, Cell>* values = store_.find(slice);
        assert(values != nullptr);
        if (found_.size() <= slot) found_.resize(slot + 1);
        const bool capture = slice.pieces_of(!mover_) < slice_.pieces_of(!mover_);
        const bool promotion = own_kings > slice_.kings_of(mover_);
        found_[slot] = {values, M::ply(counted_, {slice_, slice, mover_, capture, !capture, promotion})};
        return found_[slot];
    }

    const ValueStore<Set, Cell>& store_;
    const CountedRules* counted_;
    Slice slice_;
    Color mover_;
    const Axis<Set>& waiting_;
    Ply man_ply_;
    Cell bare_;           // the code of a side without pieces
    bool crowning_wins_;  // or of a side that faces a king
    const Axis<Set>* left_axis_ = nullptr;
    // By the mover's kings, and the waiting side's men outside the axis and axis pieces that are left. The
    // mover's pieces are as many as ever, so its men follow.
    std::vector<After> found_;
};

}  // namespace damier
