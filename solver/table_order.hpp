// Walks the values of a slice in the order of its table file (egtb/ranking.hpp) and tells where each lies in
// memory (slice_layout.hpp). What the writer reads and what restoring a table fills.
#pragma once

#include <algorithm>
#include <array>
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

    // Calls f(i, block, at) for i = 0 .. count-1: the value of rank first + i of that side to move is cell
    // `at` of that block of the layout.
    template <class F>
    void walk(Color to_move, std::uint64_t first, std::uint64_t count, F f) const {
        const std::uint64_t in_state = ranking_.placements_in_state();
        for (std::uint64_t i = 0; i < count;) {
            const std::uint64_t begin = (first + i) % in_state;
            const std::uint64_t part = std::min(count - i, in_state - begin);
            walk_in_state(
                static_cast<int>((first + i) / in_state), to_move, begin, part,
                [&](std::uint64_t at, std::uint32_t block, std::size_t where) { f(i + at, block, where); });
            i += part;
        }
    }

    // The blocks of these values, each once.
    std::vector<std::uint32_t> blocks(Color to_move, std::uint64_t first, std::uint64_t count) const {
        if (layout_.blocks() == 1) return {0};
        std::vector<std::uint32_t> blocks;
        const std::uint64_t in_state = ranking_.placements_in_state();
        for (std::uint64_t i = 0; i < count;) {
            const std::uint64_t begin = (first + i) % in_state;
            const std::uint64_t part = std::min(count - i, in_state - begin);
            blocks_in_state(to_move, begin, part, blocks);
            i += part;
        }
        std::sort(blocks.begin(), blocks.end());
        blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
        return blocks;
    }

private:
    // The men of the sides whose axes are their kings.
    std::uint32_t block_of(const Position<Set>& position) const {
        std::array<Set, 2> outside;
        for (Color c : both_colors) {
            if (layout_.axis(c).of_kings()) outside[index(c)] = position.men[index(c)];
        }
        return layout_.block_of(outside[0], outside[1]);
    }

    // f(number of values, position with these men) for each men configuration.
    template <class F>
    void each_configuration(Color to_move, std::uint64_t first, std::uint64_t count, F f) const {
        Position<Set> position = ranking_.unrank(to_move, first);
        std::uint64_t configuration = first / ranking_.king_placements();
        Combination white = white_men(position);
        for (std::uint64_t i = 0;;) {
            const std::uint64_t begin = (first + i) % ranking_.king_placements();
            const std::uint64_t part = std::min(count - i, ranking_.king_placements() - begin);
            f(position, begin != 0, part, i);
            i += part;
            if (i == count) return;
            // White's men vary fastest; after the last of them Black's move on.
            ++configuration;
            if (white.advance()) {
                position.men[index(Color::white)] = white.set;
            } else {
                ranking_.unrank_men(configuration, position);
                white = white_men(position);
            }
        }
    }
    void blocks_in_state(Color to_move, std::uint64_t first, std::uint64_t count,
                         std::vector<std::uint32_t>& blocks) const {
        each_configuration(to_move, first, count,
                           [&](const Position<Set>& position, bool, std::uint64_t, std::uint64_t) {
                               const std::uint32_t block = block_of(position);
                               if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
                           });
    }

    template <class F>
    void walk_in_state(int state, Color to_move, std::uint64_t first, std::uint64_t count, F f) const {
        each_configuration(to_move, first, count,
                           [&](const Position<Set>& position, bool from_kings, std::uint64_t part,
                               std::uint64_t i) { walk_kings(position, state, from_kings, part, i, f); });
    }

    // A set of squares as increasing places in a list of squares, which steps in colex order.
    struct Combination {
        std::array<Square, Set::capacity> squares;
        std::array<std::uint8_t, Set::capacity> places;
        std::size_t size = 0;   // of the list
        std::size_t count = 0;  // of the set
        Set set;

        // Adds a square to the list, and to the set?
        void add(Square s, bool chosen) {
            if (chosen) {
                places[count++] = static_cast<std::uint8_t>(size);
                set.insert(s);
            }
            squares[size++] = s;
        }
        // False after the last.
        bool advance() {
            for (std::size_t k = 0; k < count; ++k) {
                const std::size_t bound = k + 1 < count ? places[k + 1] : size;
                if (places[k] + std::size_t{1} >= bound) continue;
                for (std::size_t i = 0; i <= k; ++i) set.erase(squares[places[i]]);
                ++places[k];
                for (std::size_t i = 0; i < k; ++i) places[i] = static_cast<std::uint8_t>(i);
                for (std::size_t i = 0; i <= k; ++i) set.insert(squares[places[i]]);
                return true;
            }
            return false;
        }
    };

    Combination white_men(const Position<Set>& position) const {
        Combination white;
        for (int i = ranking_.row_squares(); i < ranking_.squares(); ++i) {
            const Square s = square(i);
            if (!position.men[index(Color::black)].contains(s)) {
                white.add(s, position.men[index(Color::white)].contains(s));
            }
        }
        return white;
    }

    // Kings on the squares that are not taken, in the order of ranking: those of `set`, or the first `count`.
    Combination kings(Set taken, int count, const Set* set) const {
        Combination kings;
        for (int place = 0; place < ranking_.squares(); ++place) {
            const Square s = ranking_.king_square(place);
            if (taken.contains(s)) continue;
            kings.add(s, set != nullptr ? set->contains(s) : kings.count < static_cast<std::size_t>(count));
        }
        return kings;
    }

    // `part` values of one men configuration, from its first or from where the kings of `position` stand.
    template <class F>
    void walk_kings(const Position<Set>& position, int state, bool from_kings, std::uint64_t part,
                    std::uint64_t i, F& f) const {
        const Color to_move = position.to_move;
        const auto mover = index(to_move);
        const auto other = index(!to_move);
        const Set men = position.men[0] | position.men[1];
        const Axis<Set>& moving_axis = layout_.axis(to_move);
        const Axis<Set>& waiting_axis = layout_.axis(!to_move);
        const std::uint32_t block = block_of(position);
        const int waiting_state = ranking_.state_of(!to_move, state);
        const std::uint32_t moving_offset = moving_axis.in_state(0, ranking_.state_of(to_move, state));

        const int movers = ranking_.slice().kings_of(to_move);
        Combination waiting =
            kings(men, ranking_.slice().kings_of(!to_move), from_kings ? &position.kings[other] : nullptr);
        Combination moving = kings(men | waiting.set, movers, from_kings ? &position.kings[mover] : nullptr);
        for (std::uint64_t left = part; left > 0;) {
            const std::uint32_t other_rank = waiting_axis.in_state(
                waiting_axis.rank(waiting_axis.of_kings() ? waiting.set : position.men[other]),
                waiting_state);
            const std::size_t row = layout_.row(to_move, 0, other_rank) + moving_offset;
            do {
                f(i++, block,
                  row + moving_axis.rank(moving_axis.of_kings() ? moving.set : position.men[mover]));
            } while (--left > 0 && moving.advance());
            if (left > 0) {
                waiting.advance();
                moving = kings(men | waiting.set, movers, nullptr);
            }
        }
    }

    const SliceRanking<Set>& ranking_;
    const SliceLayout<Set>& layout_;
};

}  // namespace damier
