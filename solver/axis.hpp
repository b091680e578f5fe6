// The pieces of one side that vary inside a block: its kings if it has any, else its men. The placements of a
// block are the product of the two sides' axes; a row fixes one side's rank and runs over the other's.
//
// Where kings may move only so often in a row a rank says also how often which king has (egtb/king_runs.hpp):
// first come the sets without a run, then the same sets in each other state.
#pragma once

#include <cstdint>
#include <vector>

#include "egtb/king_runs.hpp"
#include "egtb/subset_index.hpp"
#include "rules/board.hpp"
#include "rules/rules.hpp"
#include "solver/byte_rows.hpp"

namespace damier {

// A quiet move of an axis piece: to the set of that rank by a piece landing on `to`. Steps along one ray of a
// flying king follow each other; the first of each ray is marked.
struct AxisStep {
    std::uint32_t rank;
    Square to;
    bool starts_ray;
};

template <class Set>
class Axis {
public:
    // `beside_men`: of kings whose side has men, too.
    Axis(const Board<Set>& board, const Rules& rules, Color color, bool kings, int pieces, bool beside_men);

    bool of_kings() const { return kings_; }
    int pieces() const { return index_.size(); }
    std::uint32_t count() const { return count_; }

    Set set(std::uint32_t rank) const { return sets_[rank]; }
    KingRun run(std::uint32_t rank) const {
        return runs_.run(sets_[rank], static_cast<int>(rank / set_count_));
    }
    bool has_runs() const { return runs_.count() > 1; }
    // Without a run, or with one where it is possible.
    std::uint32_t rank(Set set) const { return static_cast<std::uint32_t>(index_.rank(set)); }
    std::uint32_t rank(Set set, KingRun run) const { return in_state(rank(set), runs_.index_of(set, run)); }

    // The same set with its run in another state.
    std::uint32_t in_state(std::uint32_t rank, int state) const {
        return rank % set_count_ + static_cast<std::uint32_t>(state) * set_count_;
    }

    // A byte for each rank: 0xff where the set contains s. Padded with zeros to whole chunks (byte_rows.hpp).
    const std::uint8_t* occupancy(Square s) const {
        return occupancy_.data() + static_cast<std::size_t>(index(s)) * padded(count_);
    }

    const AxisStep* steps_begin(std::uint32_t rank) const { return steps_.data() + first_step_[rank]; }
    const AxisStep* steps_end(std::uint32_t rank) const { return steps_.data() + first_step_[rank + 1]; }

    // The rank of the set turned by half, on the axis of the other colour.
    std::uint32_t half_turned(std::uint32_t rank) const { return half_turned_[rank]; }

private:
    void add_king_steps(const Board<Set>& board, const Rules& rules, Set set, KingRun run);
    void add_man_steps(const Board<Set>& board, const Rules& rules, Set set);

    Color color_;
    bool kings_;
    SubsetIndex<Set> index_;
    KingRuns runs_;
    std::uint32_t set_count_;
    std::uint32_t count_;
    std::vector<Set> sets_;
    std::vector<std::uint8_t> occupancy_;
    std::vector<AxisStep> steps_;
    std::vector<std::uint32_t> first_step_;
    std::vector<std::uint32_t> half_turned_;
};

extern template class Axis<SquareSet64>;
extern template class Axis<SquareSet128>;

}  // namespace damier
