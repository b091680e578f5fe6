// Walks the values of a slice in the order of its table file (egtb/ranking.hpp) and tells where each lies in
// memory (slice_layout.hpp). What the writer reads and what restoring a table fills.
#pragma once

#include <cstdint>
#include <vector>

#include "egtb/ranking.hpp"
#include "solver/slice_layout.hpp"

namespace damier {

template <class Set>
class TableOrder {
public:
    TableOrder(const SliceRanking<Set>& ranking, const SliceLayout<Set>& layout)
        : ranking_{ranking}, layout_{layout} {}

    // Calls f(i, index) for i = 0 .. count-1: the value of rank first + i of that side to move is
    // values[index].
    template <class F>
    void walk(Color to_move, std::uint64_t first, std::uint64_t count, F f) const {
        std::uint64_t i = 0;
        while (i < count) {
            const std::uint64_t rank = first + i;
            const std::uint64_t kings = ranking_.king_placements();
            const std::uint64_t part = std::min(count - i, kings - rank % kings);
            walk_kings(to_move, rank, part, i, f);
            i += part;
        }
    }

private:
    // `part` values from `rank` on, all of one men configuration.
    template <class F>
    void walk_kings(Color to_move, std::uint64_t rank, std::uint64_t part, std::uint64_t i, F& f) const {
        Position<Set> position = ranking_.unrank(to_move, rank);
        const auto mover = index(to_move);
        const auto other = index(!to_move);
        const Set men = position.men[0] | position.men[1];
        const bool mover_kings = layout_.axis(to_move).of_kings();
        const bool other_kings = layout_.axis(!to_move).of_kings();
        std::array<Set, 2> outside;
        if (mover_kings) outside[mover] = position.men[mover];
        if (other_kings) outside[other] = position.men[other];
        const std::uint32_t block = layout_.block_of(outside[0], outside[1]);

        Combination waiting = combination(position.kings[other], men);
        Combination moving = combination(position.kings[mover], men | position.kings[other]);
        for (std::uint64_t left = part; left > 0;) {
            const std::uint32_t other_rank =
                layout_.axis(!to_move).rank(other_kings ? waiting.set : position.men[other]);
            const std::size_t row = layout_.row(to_move, block, other_rank);
            do {
                f(i++, row + layout_.axis(to_move).rank(mover_kings ? moving.set : position.men[mover]));
            } while (--left > 0 && advance(moving));
            if (left > 0) {
                advance(waiting);
                moving = first_combination(ranking_.slice().kings_of(to_move), men | waiting.set);
            }
        }
    }

    // A set of king squares as increasing places among the squares that are free for them, in the order of
    // ranking.
    struct Combination {
        std::vector<Square> free;
        std::vector<std::size_t> places;
        Set set;
    };

    std::vector<Square> free_squares(Set taken) const {
        std::vector<Square> free;
        for (int place = 0; place < ranking_.squares(); ++place) {
            if (!taken.contains(ranking_.king_square(place))) free.push_back(ranking_.king_square(place));
        }
        return free;
    }
    Combination combination(Set set, Set taken) const {
        Combination c{free_squares(taken), {}, set};
        for (std::size_t i = 0; i < c.free.size(); ++i) {
            if (set.contains(c.free[i])) c.places.push_back(i);
        }
        return c;
    }
    Combination first_combination(int size, Set taken) const {
        Combination c{free_squares(taken), {}, Set{}};
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
            c.places.push_back(i);
            c.set.insert(c.free[i]);
        }
        return c;
    }
    // To the next combination in colex order; false after the last.
    static bool advance(Combination& c) {
        for (std::size_t k = 0; k < c.places.size(); ++k) {
            const std::size_t bound = k + 1 < c.places.size() ? c.places[k + 1] : c.free.size();
            if (c.places[k] + 1 >= bound) continue;
            for (std::size_t i = 0; i <= k; ++i) c.set.erase(c.free[c.places[i]]);
            ++c.places[k];
            for (std::size_t i = 0; i < k; ++i) c.places[i] = i;
            for (std::size_t i = 0; i <= k; ++i) c.set.insert(c.free[c.places[i]]);
            return true;
        }
        return false;
    }

    const SliceRanking<Set>& ranking_;
    const SliceLayout<Set>& layout_;
};

}  // namespace damier
