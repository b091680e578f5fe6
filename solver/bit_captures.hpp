// All captures of a tile: the general recursion, and its special cases for what ends with the first jump.
#pragma once

#include "solver/bit_quiet.hpp"
#include "solver/bit_tile_captures.hpp"

namespace damier::bits {
namespace {

template <class V>
class Captures : private TileCaptures<V> {
    using Walk = TileCaptures<V>;
    using T = typename V::Tile;
    using Word = typename V::Word;
    using Line = typename V::Line;
    using Rect = typename Walk::Rect;
    using Walk::begin;
    using Walk::blocked_;
    using Walk::enemies_;
    using Walk::enemy;
    using Walk::enemy_open_;
    using Walk::flush;
    using Walk::game_;
    using Walk::halts_behind_king;
    using Walk::job_;
    using Walk::key;
    using Walk::known_;
    using Walk::merit_;
    using Walk::mover;
    using Walk::next;
    using Walk::occupied_;
    using Walk::of_enemy;
    using Walk::of_mover;
    using Walk::opposite;
    using Walk::or_line;
    using Walk::own_open_;
    using Walk::own_unknown_;
    using Walk::reach_;
    using Walk::record;
    using Walk::takeable_known;
    using Walk::takeable_symbolic;
    using Walk::tiles_;
    using Walk::words_;

public:
    Captures(const Job<Word>& job, typename V::Side side) : Walk{job, side} {}

    // own_open, enemy_open: where the symbolic pieces can stand.
    void run(const Known<Word>& known, Word own_open, Word enemy_open) {
        known_ = known;
        own_open_ = own_open;
        enemy_open_ = enemy_open;
        occupied_ = known.occupied();
        enemies_ = known.men[enemy] | known.kings[enemy];
        tiles_.clear();
        for (auto& context : this->ray_contexts_) context.from = -1;
        const Word open = static_cast<Word>(~enemies_) & game_.all;
        if (known.men[mover] != 0) this->template goes_on<false>(enemies_, open, this->onward_[0]);
        if (known.kings[mover] != 0 && !game_.flying)
            this->template goes_on<true>(enemies_, open, this->onward_[1]);
        each(known.men[mover], [&](int s) { this->template from_known<false>(s); });
        each(known.kings[mover], [&](int s) { this->template from_known<true>(s); });
        if (known.symbolic_king[mover]) {
            from_symbolic<true>();
        } else {
            from_symbolic<false>();
        }
    }

    // The best captures; valid until the next run.
    FoundTiles<V>& collect() {
        if (tiles_.count() == 0) return tiles_.at(0);
        FoundTiles<V>& best = tiles_[0];
        best.values.finish();
        for (int i = 1; i < tiles_.count(); ++i) {
            FoundTiles<V>& better = tiles_[i];
            better.values.finish();
            best.exists |= better.exists;
            best.values.replace(better.exists, better.values);
        }
        return best;
    }

private:
    void one_symbolic_taken(bool king) {
        merit_ = {1, known_.symbolic_king[enemy], std::uint32_t{known_.symbolic_king[enemy]} << 29, king};
    }

    // ---- The mover's symbolic piece captures.

    template <bool king>
    void from_symbolic() {
        const bool flies = king && game_.flying;
        const Word free = static_cast<Word>(~occupied_) & game_.all;
        const int all = this->template directions<king>();
        for (int left = all | (all << 4 & 0xf0) | all >> 4; left != 0; left &= left - 1) {
            const int d = __builtin_ctz(static_cast<unsigned>(left));
            reach_[d] = T::load(game_.next_bit[d]) & everywhere<T>(free);
            if (flies) see(d, free, reach_[d]);
        }
        this->second_.taken = 0;
        begin(-1, king);
        own_unknown_ = false;
        this->template each_direction<king>([&](int d) {
            each(enemies_, [&](int victim) {
                if (takeable_known(king, victim)) take_known<king>(victim, d);
            });
        });
        if (!takeable_symbolic(king)) return;
        if (!job_.generic && !game_.removed_at_once) return take_symbolic_anywhere<king>(free);
        this->template each_direction<king>(
            [&](int d) { each(enemy_open_, [&](int victim) { take_symbolic<king>(victim, d); }); });
    }

    // A jump over a known piece that follows the first one over the symbolic piece, by its direction: the
    // squares from which it can be made, and what it leads to. `slow` where yet another one may follow.
    // The piece that was taken first stands on none of these squares: they lie on other rays, or further on.
    struct Second {
        Word from, slow;
        Line values;
    };
    template <bool king>
    DAMIER_INLINE void find_second(Word free, Second* second) {
        this->template each_direction<king>([&](int d) { second[d] = {0, 0, Line::nothing()}; });
        each(enemies_, [&](int victim) {
            if (!takeable_known(king, victim)) return;
            const Line after = this->after_symbolic(bit<Word>(victim));
            Word onward[8];
            this->template goes_on<king>(enemies_ ^ bit<Word>(victim), free, onward);
            one_symbolic_taken(king);
            ++merit_.pieces;
            const bool halts = has(known_.kings[enemy], victim) && halts_behind_king();
            this->template each_direction<king>([&](int d) {
                Word all = lane_at<T>(reach_[d].raw(), victim);
                if (all == 0) return;
                const Word directly = bit<Word>(next(d, victim));
                if (game_.landing == Landing::behind) all = directly;
                const Word from = lane_at<T>(reach_[opposite(d)].raw(), victim);
                const Word lands = halts ? directly : all;
                second[d].from |= from;
                second[d].values.add(after.best(lands), from);
                // Other keys than the number of pieces may look at which piece is taken.
                const Word on = onward[d] | (king ? Word{0} : game_.promotion[mover]);
                if (game_.key != nullptr || (all & on) != 0) second[d].slow |= from;
            });
        });
    }

    // The symbolic piece takes the other one, for all their squares at once, and a known one after that if it
    // must. What goes on further is left to take_symbolic.
    template <bool king>
    void take_symbolic_anywhere(Word free) {
        const Line after = this->after_symbolic(Word{0});
        Second second[8];
        find_second<king>(free, second);
        one_symbolic_taken(king);
        const bool halts = known_.symbolic_king[enemy] && halts_behind_king();
        const std::uint64_t first_key = key();
        Word slow[8];
        this->template each_direction<king>([&](int d) {
            Second further{0, king ? Word{0} : game_.promotion[mover], Line::nothing()};
            this->template each_direction<king>([&](int other) {
                if (other == opposite(d)) return;  // the piece that was taken stands there
                further.from |= second[other].from;
                further.values.add(second[other].values);
                further.slow |= second[other].slow;
            });
            const T& sight = reach_[d];
            const T directly = T::load(game_.next_bit[d]) & everywhere<T>(free);
            const T lands = game_.landing == Landing::behind ? directly : sight;
            const T from = reach_[opposite(d)] & everywhere<T>(own_open_);
            const auto meets = [&](const T& squares, Word set) {
                return set == 0 ? Word{0} : lanes_with_any(squares & everywhere<T>(set));
            };
            const Word victims = lanes_with_any(lands) & lanes_with_any(from) & enemy_open_;
            slow[d] = victims & meets(lands, further.slow);
            const Word fast = victims & static_cast<Word>(~slow[d]);
            const auto add = [&](T& into, Word which) {
                if constexpr (!V::own_is_lane) {
                    into |= from & lanes_of<T>(which);
                } else {
                    into |= sight & everywhere<T>(which);
                }
            };
            const Word on = fast & meets(lands, further.from);
            const T stops = halts ? directly : lands;
            // Where it can go on it must: from the squares where it can, or, if it must choose them, from
            // any.
            const bool chosen = game_.landing == Landing::must_continue;
            const Word ends = chosen ? static_cast<Word>(fast & ~on) : fast;
            const Word end_squares = chosen ? free : free & static_cast<Word>(~further.from);
            FoundTiles<V>& found = tiles_.at(first_key);
            add(found.exists, ends & meets(stops, end_squares));
            found.values.add_seen(from, sight, V::seen(stops, after, end_squares, ends));
            if (on == 0) return;
            FoundTiles<V>& more = tiles_.at(game_.takes_most ? 2 : 0);
            add(more.exists, on);
            more.values.add_seen(from, sight,
                                 V::seen(lands, further.values, static_cast<Word>(~Word{0}), on));
        });
        begin(-1, king);
        this->template each_direction<king>(
            [&](int d) { each(slow[d], [&](int victim) { take_symbolic<king>(victim, d); }); });
    }

    // Every further free square in that direction.
    DAMIER_INLINE void see(int d, Word free, T& reach) const {
        const T open = everywhere<T>(free);
        for (int seen = 1; seen < game_.longest_ray; ++seen) {
            reach |= open & Quiet<T>::template step_back<0>(game_.leaps[0][opposite(d)], reach);
        }
    }

    // The squares from which the victim can be reached: one, or those behind it that no known piece hides.
    template <bool king>
    DAMIER_INLINE Word starts(int victim, int d) const {
        return lane_at<T>(reach_[opposite(d)].raw(), victim) & own_open_;
    }
    template <bool king>
    Word first_jump(int victim, int d, Word mask) {
        words_.clear();
        return king && game_.flying ? this->jump_over(victim, d, mask)
                                    : this->template short_over<king>(victim, d, mask);
    }
    template <bool king>
    void take_known(int victim, int d) {
        const int nearest = next(opposite(d), victim);
        if (nearest == none || !has(own_open_, nearest)) return;
        if (first_jump<king>(victim, d, enemy_open_ & static_cast<Word>(~bit<Word>(nearest))) == 0) return;
        Word mask = static_cast<Word>(~Word{0});
        for (int q = nearest; q != none && has(own_open_, q); q = next(opposite(d), q)) {
            mask &= static_cast<Word>(~bit<Word>(q));  // the enemy's piece would stand in between
            flush(of_mover, q, mask);
            if (!king || !game_.flying) break;
        }
    }
    template <bool king>
    void take_symbolic(int victim, int d) {
        const Word from = starts<king>(victim, d);
        if (from == 0) return;
        if (first_jump<king>(victim, d, bit<Word>(victim)) == 0) return;
        for (int i = 0; i < words_.count(); ++i) {
            const FoundWords<V>& found = words_[i];
            FoundTiles<V>& into = tiles_.at(found.key);
            if (found.exists != 0) or_line(into.exists, of_enemy, victim, from);
            into.values.add_value(of_enemy, victim, found.values.at(victim), from);
        }
    }
};

}  // namespace
}  // namespace damier::bits
