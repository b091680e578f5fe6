// All captures of a tile: the general recursion, and its special cases for what ends with the first jump.
#pragma once

#include "solver/bit_capture_walk.hpp"
#include "solver/bit_quiet.hpp"

namespace damier::bits {
namespace {

template <class T, int mover>
class Captures : private CaptureWalk<T, mover> {
    using Walk = CaptureWalk<T, mover>;
    using Word = typename T::Word;
    using Rect = typename Walk::Rect;
    static constexpr int enemy = 1 - mover;
    using Walk::bare;
    using Walk::begin;
    using Walk::blocked_;
    using Walk::enemies_;
    using Walk::enemy_open_;
    using Walk::flush;
    using Walk::game_;
    using Walk::halts_behind_king;
    using Walk::job_;
    using Walk::key;
    using Walk::known_;
    using Walk::merit_;
    using Walk::next;
    using Walk::occupied_;
    using Walk::opposite;
    using Walk::own_open_;
    using Walk::own_unknown_;
    using Walk::reach_;
    using Walk::record;
    using Walk::takeable_known;
    using Walk::takeable_symbolic;
    using Walk::tiles_;
    using Walk::words_;

public:
    explicit Captures(const Job<Word>& job) : Walk{job} {}

    // own_open, enemy_open: where the symbolic pieces can stand.
    void run(const Known<Word>& known, Word own_open, Word enemy_open) {
        known_ = known;
        own_open_ = own_open;
        enemy_open_ = enemy_open;
        occupied_ = known.occupied();
        enemies_ = known.men[enemy] | known.kings[enemy];
        tiles_.clear();
        each(known.men[mover], [&](int s) { this->template from_known<false>(s); });
        const bool apart = game_.flying && !job_.generic && !game_.removed_at_once;
        each(known.kings[mover], [&](int s) {
            if (apart) {
                fly(s);
            } else {
                this->template from_known<true>(s);
            }
        });
        if (known.symbolic_king[mover]) {
            from_symbolic<true>();
        } else {
            from_symbolic<false>();
        }
    }

    // The best captures; `exists` where there is one.
    void collect(T& exists, T& not_won, T& lost) {
        if (tiles_.count() == 0) {
            exists = not_won = lost = T::zero();
            return;
        }
        exists = tiles_[0].exists;
        not_won = tiles_[0].not_won;
        lost = tiles_[0].lost;
        for (int i = 1; i < tiles_.count(); ++i) {
            FoundTiles<T>& better = tiles_[i];
            exists |= better.exists;
            not_won = (not_won - better.exists) | better.not_won;
            lost = (lost - better.exists) | better.lost;
        }
    }

private:
    void one_symbolic_taken(bool king) {
        merit_ = {1, known_.symbolic_king[enemy], std::uint32_t{known_.symbolic_king[enemy]} << 29, king};
    }

    // ---- A known flying king. Where it takes the enemy's symbolic piece and nothing follows, what it leads
    // to depends on the landing only: along a ray, from its end, the landings that a victim leaves are one
    // more each time.

    void fly(int s) {
        begin(s, true);
        const Word free = static_cast<Word>(~blocked_) & game_.all;
        Word onward[8];
        this->template goes_on<true>(enemies_, free, onward);
        Known<Word> after = known_;
        after.kings[mover] ^= bit<Word>(s);
        const bool is_bare = enemies_ == 0;
        const Tiles<Word>* tiles = nullptr;
        int symbolic = 0;
        if (!is_bare) {
            tiles = &this->tiles_after(false, after, false);
            symbolic = choose_symbolic(after, enemy);
        }
        this->template each_direction<true>([&](int d) {
            begin(s, true);
            std::uint8_t ray[32];
            int length = 0;
            Word passed = 0;
            int q = next(d, s);
            for (; q != none && !has(blocked_, q); q = next(d, q)) {
                ray[length++] = static_cast<std::uint8_t>(q);
                passed |= bit<Word>(q);
            }
            if (q != none && has(enemies_, q)) {
                const Rect mask{own_open_ & static_cast<Word>(~passed),
                                enemy_open_ & static_cast<Word>(~passed)};
                if (!mask.empty()) this->jump_over(q, d, mask, nullptr);
            }
            ValueLine<Word> sum{0, 0};
            bool slow = false;
            for (int i = length - 2; i >= 0; --i) {
                const int victim = ray[i];
                const int land = ray[i + 1];
                passed &= static_cast<Word>(~bit<Word>(land));  // now up to the victim
                one_symbolic_taken(true);
                const bool behind =
                    game_.landing == Landing::behind || (known_.symbolic_king[enemy] && halts_behind_king());
                const bool last = has(onward[d], land);
                slow = last || (slow && game_.landing != Landing::behind);
                ValueLine<Word> line = bare();
                if (!is_bare) {
                    Known<Word> then = after;
                    then.kings[mover] |= bit<Word>(land);
                    line = line_of<T>(record(*tiles, then), enemy, symbolic);
                }
                const Word open = static_cast<Word>(~bit<Word>(land));
                sum.not_won = ((behind ? 0 : sum.not_won) | line.not_won) & open;
                sum.lost = ((behind ? 0 : sum.lost) | line.lost) & open;
                if (!has(enemy_open_, victim)) continue;
                const Word own = own_open_ & static_cast<Word>(~passed);
                if (slow) {
                    begin(s, true);
                    this->jump_over_symbolic(victim, d, own, nullptr);
                    continue;
                }
                FoundTiles<T>& found = tiles_.at(key());
                or_line(found.exists, enemy, victim, own & open);
                or_line(found.not_won, enemy, victim, own & sum.not_won);
                or_line(found.lost, enemy, victim, own & sum.lost);
            }
        });
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

    // The symbolic piece takes the other one, for all their squares at once where that ends the move. What
    // goes on is left to take_symbolic.
    template <bool king>
    void take_symbolic_anywhere(Word free) {
        const bool flies = king && game_.flying;
        const ValueLine<Word> after = this->after_symbolic(Word{0});
        Word onward[8];
        this->template goes_on<king>(enemies_, free, onward);
        one_symbolic_taken(king);
        FoundTiles<T>& found = tiles_.at(key());
        const bool behind = !flies || game_.landing == Landing::behind ||
                            (known_.symbolic_king[enemy] && halts_behind_king());
        Word slow[8];
        this->template each_direction<king>([&](int d) {
            const Word on = onward[d] | (king ? Word{0} : game_.promotion[mover]);
            const T from = reach_[opposite(d)] & everywhere<T>(own_open_);
            const T lands = behind ? T::load(game_.next_bit[d]) & everywhere<T>(free) : reach_[d];
            const Word victims = lanes_with_any(lands) & lanes_with_any(from) & enemy_open_;
            slow[d] = on == 0 ? Word{0} : victims & lanes_with_any(reach_[d] & everywhere<T>(on));
            const Word fast = victims & static_cast<Word>(~slow[d]);
            const auto add = [&](T& into, Word which) {
                if constexpr (mover == 0) {
                    into |= from & lanes_of<T>(which);
                } else {
                    into |= reach_[d] & everywhere<T>(which);
                }
            };
            add(found.exists, fast);
            add(found.not_won, fast & lanes_with_any(lands & everywhere<T>(after.not_won)));
            add(found.lost, fast & lanes_with_any(lands & everywhere<T>(after.lost)));
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
            flush(mover, q, mask);
            if (!king || !game_.flying) break;
        }
    }
    template <bool king>
    void take_symbolic(int victim, int d) {
        const Word from = starts<king>(victim, d);
        if (from == 0) return;
        if (first_jump<king>(victim, d, bit<Word>(victim)) == 0) return;
        for (int i = 0; i < words_.count(); ++i) {
            const FoundWords<Word>& found = words_[i];
            FoundTiles<T>& into = tiles_.at(found.key);
            if (found.exists != 0) or_line(into.exists, enemy, victim, from);
            if (found.not_won != 0) or_line(into.not_won, enemy, victim, from);
            if (found.lost != 0) or_line(into.lost, enemy, victim, from);
        }
    }
};

}  // namespace
}  // namespace damier::bits
