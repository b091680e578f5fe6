// Captures where one symbolic piece is unknown: the mover's (own_unknown_), after a known piece took the
// enemy's, or the enemy's, which may be taken, while the mover's symbolic piece moves. Placements are a word.
#pragma once

#include "solver/bit_capture_state.hpp"

namespace damier::bits {
namespace {

template <class V>
class LineCaptures : protected CaptureState<V> {
protected:
    using State = CaptureState<V>;
    using State::after_symbolic;
    using State::alive_;
    using State::blocked_;
    using State::crowned_;
    using State::enemies_;
    using State::enemy;
    using State::from_;
    using State::game_;
    using State::halts_behind_king;
    using State::is_man_;
    using State::job_;
    using State::key;
    using State::known_;
    using State::landings;
    using State::merit_;
    using State::mover;
    using State::next;
    using State::no_direction;
    using State::none_square;
    using State::occupied_;
    using State::of_enemy;
    using State::of_mover;
    using State::opposite;
    using State::or_line;
    using State::own_unknown_;
    using State::reach_;
    using State::record;
    using State::takeable_known;
    using State::takeable_symbolic;
    using State::taken_;
    using State::taking;
    using State::taking_known;
    using State::taking_symbolic;
    using State::tiles_;
    using State::tiles_after;
    using State::turns;
    using State::words_;
    using typename State::Landings;
    using typename State::Line;
    using typename State::T;
    using typename State::Word;

    LineCaptures(const Job<Word>& job, typename V::Side side) : State{job, side} {}

    // What was found for a line goes to the tiles.
    DAMIER_INLINE void flush(bool of, int q, Word mask) {
        for (int i = 0; i < words_.count(); ++i) {
            const FoundWords<V>& found = words_[i];
            FoundTiles<V>& into = tiles_.at(found.key);
            or_line(into.exists, of, q, found.exists & mask);
            into.values.add_line(of, q, found.values, mask);
        }
    }

    template <bool king>
    Word extend(int at, Word mask, int came) {
        Word on = 0;
        for (int left = this->template directions<king>(); left != 0; left &= left - 1) {
            const int d = __builtin_ctz(static_cast<unsigned>(left));
            if (came != no_direction && d == opposite(came) && !game_.turns_back) continue;
            on |= jump<king>(at, d, mask);
        }
        return on;
    }
    template <bool king>
    Word jump(int at, int d, Word mask) {
        return king && game_.flying ? jump_flying(at, d, mask) : jump_short<king>(at, d, mask);
    }
    DAMIER_INLINE bool unknown_blocks() const { return own_unknown_ || alive_; }
    DAMIER_INLINE bool unknown_on(int q, Word mask) const { return !own_unknown_ && alive_ && has(mask, q); }
    DAMIER_INLINE Word unblocked(Word mask, int q) const {
        return unknown_blocks() ? mask & static_cast<Word>(~bit<Word>(q)) : mask;
    }

    template <bool king>
    Word jump_short(int at, int d, Word mask) {
        const int over = next(d, at);
        if (over == none || has(taken_, over)) return 0;
        return short_over<king>(over, d, mask);
    }
    template <bool king>
    Word short_over(int over, int d, Word mask) {
        const int land = next(d, over);
        if (land == none || has(blocked_, land)) return 0;
        if (has(enemies_, over)) {
            if (!takeable_known(king, over)) return 0;
            const Word here = unblocked(mask, land);
            if (here != 0) taking_known(over, [&] { landed<king>(land, d, here); });
            return here;
        }
        if (has(blocked_, over) || !unknown_on(over, mask) || !takeable_symbolic(king)) return 0;
        const Word here = bit<Word>(over);
        taking_symbolic(over, [&] { landed<king>(land, d, here); });
        return here;
    }

    template <bool king>
    void landed(int land, int d, Word here) {
        const bool crowned = !king && has(game_.promotion[mover], land);
        if (crowned && game_.crowning == Crowning::ends_move) return emit(land, true, here);
        if (crowned && game_.crowning == Crowning::becomes_king) {
            crowned_ = true;
            const Word on = extend<true>(land, here, d);
            emit(land, true, here & static_cast<Word>(~on));
            crowned_ = false;
        } else {
            const Word on = extend<king>(land, here, d);
            emit(land, crowned, here & static_cast<Word>(~on));
        }
    }

    Word jump_flying(int at, int d, Word mask) {
        if (!own_unknown_ && alive_ && merit_.pieces == 1 && !is_man_ && !job_.generic &&
            !game_.removed_at_once)
            return jump_second(at, d, mask);
        Word on = 0;
        Word free = mask;
        for (int q = next(d, at); q != none; q = next(d, q)) {
            if (has(blocked_, q)) {
                if (has(enemies_, q) && !has(taken_, q)) on |= jump_over(q, d, free);
                return on;
            }
            if (unknown_on(q, free)) on |= jump_over(q, d, bit<Word>(q));
            free = unblocked(free, q);
            if (free == 0) return on;
        }
        return on;
    }

    // The mover's symbolic king has taken one known piece: what a ray shows of the enemy's symbolic piece is
    // taken for all its squares at once where nothing follows. The value after is the same for every victim
    // square.
    Word jump_second(int at, int d, Word mask) {
        if (second_.taken != taken_) prepare_second();
        const Word sight = lane_at<T>(reach_[d].raw(), at);
        Word on = mask & sight & second_.victims[d];
        const Word fast = on & static_cast<Word>(~second_.slow[d]);
        if (fast != 0) {
            FoundWords<V>& found = words_.at(second_.key);
            found.exists |= fast;
            found.values.add(second_.values[d], fast);
        }
        each(on & second_.slow[d], [&](int q) { jump_over(q, d, bit<Word>(q)); });
        if (!has(second_.sees_known[d], at)) return on;
        int q = next(d, at);
        while (!has(blocked_, q)) q = next(d, q);
        return on | jump_over(q, d, mask & static_cast<Word>(~sight));
    }
    void prepare_second() {
        second_.taken = taken_;
        const Word free = static_cast<Word>(~occupied_) & game_.all;
        const Word left = enemies_ & static_cast<Word>(~taken_);
        const Line after = after_symbolic(taken_);
        bool halts = false;
        taking_symbolic(none_square, [&] {
            second_.key = key();
            halts = known_.symbolic_king[enemy] && halts_behind_king();
        });
        Word onward[8];
        this->template goes_on<true>(left, free, onward, second_.sees_known);
        this->template each_direction<true>([&](int d) {
            const T directly = T::load(game_.next_bit[d]) & everywhere<T>(free);
            const T lands = game_.landing == Landing::behind ? directly : reach_[d];
            const T stops = halts ? directly : lands;
            const auto meets = [](const T& squares, Word set) {
                return set == 0 ? Word{0} : lanes_with_any(squares & everywhere<T>(set));
            };
            second_.victims[d] = lanes_with_any(lands);
            second_.slow[d] = meets(lands, onward[d]);
            second_.values[d] = V::seen(stops, after, static_cast<Word>(~Word{0}), second_.victims[d]);
        });
    }

    // Returns the placements of `mask` where this jump exists.
    Word jump_over(int over, int d, Word mask) {
        const bool known = has(enemies_, over);
        Word exists = 0;
        const auto jump = [&] {
            const Landings lands = landings(over, d);
            Word here[32];
            int count = 0;
            for (Word before = mask; count < lands.count; ++count) {
                before = unblocked(before, lands.at[count]);
                if (before == 0) break;
                here[count] = before;
            }
            if (count == 0) return;
            exists = here[0];
            const bool halts =
                (known ? has(known_.kings[enemy], over) : known_.symbolic_king[enemy]) && halts_behind_king();
            Word straight = jump_flying(lands.at[0], d, here[0]);
            if (game_.landing == Landing::must_continue) {
                for (int i = 0; i < count; ++i) straight |= turn(lands.at[i], d, here[i]);
                for (int i = 0; i < count; ++i)
                    emit(lands.at[i], crowned_, here[i] & static_cast<Word>(~straight));
            } else {
                for (int i = 0; i < count; ++i) {
                    const Word on = straight | turn(lands.at[i], d, here[i]);
                    if (i == 0 || !halts) emit(lands.at[i], crowned_, here[i] & static_cast<Word>(~on));
                }
            }
        };
        if (known) {
            taking_known(over, jump);
        } else {
            taking_symbolic(over, jump);
        }
        return exists;
    }
    Word turn(int at, int d, Word mask) {
        Word on = 0;
        for (int left = this->template directions<true>(); left != 0; left &= left - 1) {
            const int other = __builtin_ctz(static_cast<unsigned>(left));
            if (turns(d, other)) on |= jump_flying(at, other, mask);
        }
        return on;
    }

    void emit(int to, bool promotes, Word here) {
        if (here == 0) return;
        FoundWords<V>& found = words_.at(key());
        found.exists |= here;
        Known<Word> after = known_;
        const bool king = !is_man_ || promotes || crowned_;
        const bool promoted = is_man_ && king;
        after.men[enemy] &= static_cast<Word>(~taken_);
        after.kings[enemy] &= static_cast<Word>(~taken_);
        if (!alive_ && (after.men[enemy] | after.kings[enemy]) == 0) {  // bare of pieces
            found.values.add(V::bare(game_), here);
            return;
        }
        const Tiles<Word>& tiles = tiles_after(promoted, after, alive_);
        if (!own_unknown_) {
            after.symbolic_king[mover] = king;
            if (alive_) {
                found.values.add(V::line(record(tiles, after), of_mover, to), here);
            } else {
                const int q = choose_symbolic(after, enemy);
                found.values.add(V::value(record(tiles, after), to, q), here);
            }
            return;
        }
        const int q = choose_symbolic(after, enemy);
        (is_man_ ? after.men : after.kings)[mover] ^= bit<Word>(from_);
        if (promoted && !known_.symbolic_king[mover]) {
            after.symbolic_king[mover] = true;
            each(here, [&](int man) {
                Known<Word> then = after;
                then.men[mover] |= bit<Word>(man);
                found.values.add(V::value(record(tiles, then), to, q), bit<Word>(man));
            });
            return;
        }
        (king ? after.kings : after.men)[mover] |= bit<Word>(to);
        found.values.add(V::line(record(tiles, after), of_enemy, q), here);
    }

    // By direction: squares of the enemy's symbolic piece, where it can be taken, goes on, what that leads
    // to.
    struct {
        Word taken;
        std::uint64_t key;
        Word victims[8], slow[8];
        Line values[8];
        Word sees_known[8];  // whence a known piece can be taken next
    } second_;
};

}  // namespace
}  // namespace damier::bits
