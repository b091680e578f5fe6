// A ply as metrics see it: from which slice to which, by whom, and what it was.
#pragma once

#include "egtb/slice.hpp"

namespace damier {

class CountedRules;  // egtb/counted_rules.hpp

struct Passage {
    Slice from;
    Slice to;  // a side may be without pieces
    Color mover = Color::white;
    bool capture = false;
    bool man_move = false;  // promotion included; does not matter where it is a capture
    bool promotion = false;

    constexpr bool irreversible() const { return capture || man_move; }
};

template <class Set>
constexpr Passage passage_of(const Position<Set>& before, const Move<Set>& move, const Position<Set>& after) {
    return {Slice::of(before),
            Slice::of(after),
            before.to_move,
            move.is_capture(),
            before.men[index(before.to_move)].contains(move.from),
            move.promotes};
}

}  // namespace damier
