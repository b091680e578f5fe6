// Where a move that leaves the slice leads: for one placement of everything but the waiting side's axis
// pieces (the row), the values of the successors, OR-ed into an accumulator row under a mask.
#pragma once

#include <cassert>
#include <vector>

#include "solver/byte_rows.hpp"
#include "solver/value_bits.hpp"
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

template <class Set>
class RowLeaf {
public:
    // `bare` is the value of a side without pieces; `crowning_wins`: of one against a king, too.
    RowLeaf(const ValueStore<Set>& store, Color mover, const Axis<Set>& waiting, std::uint8_t bare,
            bool crowning_wins)
        : store_{store}, mover_{mover}, waiting_{waiting}, bare_{bare}, crowning_wins_{crowning_wins} {}

    // acc |= mask & value after the move, for each rank of the waiting side's axis. mask == nullptr:
    // everywhere; then the move takes nothing and leads to a slice with values.
    void add(const AfterMove<Set>& after, ConstRow mask, Row acc) {
        const std::size_t n = padded(waiting_.count());
        const int axis_left = waiting_.pieces() - after.axis_taken.size();
        const bool crowned = crowning_wins_ && !after.own_kings.empty();
        if (crowned || (axis_left == 0 && after.known_men.empty())) {
            rows::or_constant(acc, bare_, mask, n);
            return;
        }
        const Set known_men = after.known_men;
        const bool kings_left = waiting_.of_kings() && axis_left > 0;
        const SliceValues<Set>& values = values_after(after, axis_left);
        const SliceLayout<Set>& layout = *values.layout;

        std::array<Set, 2> outside;
        const bool own_kings = !after.own_kings.empty();
        if (own_kings) outside[index(mover_)] = after.own_men;
        if (kings_left) outside[index(!mover_)] = known_men;
        const std::uint32_t own_rank = layout.axis(mover_).rank(own_kings ? after.own_kings : after.own_men);
        const std::uint32_t block = layout.block_of(outside[0], outside[1]);
        const std::uint8_t* row = values.row(!mover_, block, own_rank);
        const Axis<Set>& left = layout.axis(!mover_);
        // Without its last man a side may move its kings as often as it likes: the axis has other ranks then.
        if (after.axis_taken.empty() && left.count() == waiting_.count()) {
            if (mask == nullptr) {
                rows::or_into(acc, row, n);
            } else {
                rows::or_masked(acc, row, mask, n);
            }
            return;
        }
        // The last kings are gone and only known men are left: there is one such placement.
        const bool one_placement = waiting_.of_kings() && !kings_left;
        rows::for_each_set(mask, n, [&](std::size_t i) {
            const auto rank = static_cast<std::uint32_t>(i);
            const Set rest = one_placement ? known_men : waiting_.set(rank) - after.axis_taken;
            const std::uint32_t after_rank =
                left.has_runs() ? left.rank(rest, waiting_.run(rank)) : left.rank(rest);
            acc[i] = static_cast<std::uint8_t>(acc[i] | row[after_rank]);
        });
    }

private:
    // The slice after the move. Few can come after one slice: each is looked for once.
    const SliceValues<Set>& values_after(const AfterMove<Set>& after, int axis_left) {
        const int own_kings = after.own_kings.size();
        const int known_men = after.known_men.size();
        const auto slot = static_cast<std::size_t>((own_kings * 32 + known_men) * 32 + axis_left);
        if (slot < found_.size() && found_[slot] != nullptr) return *found_[slot];
        Slice slice;
        slice.men[index(mover_)] = static_cast<std::uint8_t>(after.own_men.size());
        slice.kings[index(mover_)] = static_cast<std::uint8_t>(own_kings);
        slice.men[index(!mover_)] = static_cast<std::uint8_t>(waiting_.of_kings() ? known_men : axis_left);
        slice.kings[index(!mover_)] = static_cast<std::uint8_t>(waiting_.of_kings() ? axis_left : 0);
        const SliceValues<Set>* values = store_.find(slice);
        assert(values != nullptr);
        if (found_.size() <= slot) found_.resize(slot + 1);
        found_[slot] = values;
        return *values;
    }

    const ValueStore<Set>& store_;
    Color mover_;
    const Axis<Set>& waiting_;
    std::uint8_t bare_;
    bool crowning_wins_;
    // By the mover's kings, and the waiting side's men outside the axis and axis pieces that are left. The
    // mover's pieces are as many as ever, so its men follow.
    std::vector<const SliceValues<Set>*> found_;
};

}  // namespace damier
