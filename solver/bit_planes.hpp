// Win, loss and draw as two bits a placement, "not won" and "lost" for the side to move. The best successor
// is the OR of all: one that is lost wins, one that is not won lets its opponent avoid a loss.
//
// The captures (bit_captures.hpp) are a template over what a value is; this is one choice, bytes of distances
// (bit_bytes.hpp) are the other. A *record* is the values of a tile for one side to move; a *line* those with
// one symbolic piece on some square, by the square of the other one.
#pragma once

#include "solver/bit_leaf.hpp"

namespace damier::bits {
namespace {

// Values that `side` reads when it has moved.
template <class T, int side>
struct Planes {
    using Tile = T;
    using Word = typename T::Word;
    // The mover and its enemy: known where this is compiled, so that neither takes any work.
    using Side = std::integral_constant<int, side>;
    using OtherSide = std::integral_constant<int, 1 - side>;
    static constexpr OtherSide other(Side) { return {}; }
    // Is the lane, in masks and in values, the square of the mover's symbolic piece?
    static constexpr bool own_is_lane = side == 1;
    static constexpr std::size_t record_bytes = 2 * T::bytes;

    struct Value {
        bool not_won, lost;
    };
    struct Line {
        Word not_won, lost;

        static DAMIER_INLINE Line nothing() { return {0, 0}; }
        static DAMIER_INLINE Line all(Value value) {
            return {value.not_won ? static_cast<Word>(~Word{0}) : Word{0},
                    value.lost ? static_cast<Word>(~Word{0}) : Word{0}};
        }
        DAMIER_INLINE void add(const Line& line) {
            not_won |= line.not_won;
            lost |= line.lost;
        }
        DAMIER_INLINE void add(const Line& line, Word where) {
            not_won |= line.not_won & where;
            lost |= line.lost & where;
        }
        DAMIER_INLINE void add(Value value, Word where) {
            if (value.not_won) not_won |= where;
            if (value.lost) lost |= where;
        }
        DAMIER_INLINE void keep(Word where) {
            not_won &= where;
            lost &= where;
        }
        DAMIER_INLINE Value at(int q) const { return {has(not_won, q), has(lost, q)}; }
        DAMIER_INLINE Value best(Word among) const { return {(not_won & among) != 0, (lost & among) != 0}; }
    };

    // Of the enemy without pieces.
    static DAMIER_INLINE Value bare(const GameView<Word>& game) {
        const bool ended = game.blocked != Blocked::wins;
        return {ended, ended};
    }
    // The line where the mover's symbolic piece, or its enemy's, stands on q.
    static DAMIER_INLINE Line line(const std::byte* record, bool own, int q) {
        return {line_at<T>(record, own == own_is_lane, q),
                line_at<T>(record + T::bytes, own == own_is_lane, q)};
    }
    static DAMIER_INLINE Value value(const std::byte* record, int own, int enemy) {
        return line(record, false, enemy).at(own);
    }
    // For each lane of a set: the best value of the line on the squares of that lane that are in `among`.
    static DAMIER_INLINE Line seen(const T& squares, const Line& line, Word among, Word lanes) {
        const auto meets = [&](Word set) {
            return set == 0 ? Word{0} : lanes & lanes_with_any(squares & everywhere<T>(set));
        };
        return {meets(line.not_won & among), meets(line.lost & among)};
    }

    // The best of what was added, for all placements of a tile.
    struct Sum {
        T not_won, lost;

        DAMIER_INLINE void clear() { not_won = lost = T::zero(); }
        DAMIER_INLINE void add_record(const std::byte* record) {
            not_won |= T::load(record);
            lost |= T::load(record + T::bytes);
        }
        DAMIER_INLINE void add_record(const std::byte* record, const T& where) {
            not_won |= where & T::load(record);
            lost |= where & T::load(record + T::bytes);
        }
        // To a line.
        DAMIER_INLINE void add_line(bool own, int q, const Line& line, Word where) {
            or_line(not_won, own == own_is_lane, q, line.not_won & where);
            or_line(lost, own == own_is_lane, q, line.lost & where);
        }
        DAMIER_INLINE void add_value(bool own, int q, Value value, Word where) {
            if (value.not_won) or_line(not_won, own == own_is_lane, q, where);
            if (value.lost) or_line(lost, own == own_is_lane, q, where);
        }
        // By the enemy's square, where the mover's symbolic piece sees it: in lane q of `sight`, what that
        // piece sees from q; in lane q of `from`, whence it sees q.
        DAMIER_INLINE void add_seen(const T& from, const T& sight, const Line& line) {
            if constexpr (!own_is_lane) {
                not_won |= from & lanes_of<T>(line.not_won);
                lost |= from & lanes_of<T>(line.lost);
            } else {
                not_won |= sight & everywhere<T>(line.not_won);
                lost |= sight & everywhere<T>(line.lost);
            }
        }
        // `better` takes the place of what is there.
        DAMIER_INLINE void replace(const T& where, Sum& better) {
            not_won = (not_won - where) | better.not_won;
            lost = (lost - where) | better.lost;
        }
        DAMIER_INLINE void finish() {}
    };
};

}  // namespace
}  // namespace damier::bits
