// The runs that a side can have whose kings may move only so often in a row (Rules::king_run_limit),
// numbered: 0 is none, then for each king, by square, one move to the limit. Where there is no such limit, or
// the side has no men or no kings, there is the one state 0.
#pragma once

#include "egtb/slice.hpp"
#include "rules/position.hpp"

namespace damier {

class KingRuns {
public:
    constexpr KingRuns(int limit, int kings, bool has_men)
        : limit_{limit}, kings_{has_men && limit > 0 ? kings : 0} {}
    constexpr KingRuns(int limit, const Slice& slice, Color c)
        : KingRuns{limit, slice.kings_of(c), slice.men_of(c) > 0} {}

    constexpr int count() const { return 1 + limit_ * kings_; }

    // 0 where the run is not one of these kings'.
    template <class Set>
    constexpr int index_of(Set kings, KingRun run) const {
        if (kings_ == 0 || run.none() || !kings.contains(run.king)) return 0;
        return (kings & Set::first(index(run.king))).size() * limit_ + run.moves;
    }
    template <class Set>
    constexpr KingRun run(Set kings, int state) const {
        if (state == 0) return {};
        int before = (state - 1) / limit_;
        for (Square king : kings) {
            if (before-- == 0) return {king, static_cast<std::uint8_t>((state - 1) % limit_ + 1)};
        }
        return {};
    }

private:
    int limit_;
    int kings_;  // that can have a run
};

}  // namespace damier
