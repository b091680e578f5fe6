// Captures where both symbolic pieces are unknown and a known piece moves. Placements are a rectangle: a set
// of squares for each of the two.
#pragma once

#include "solver/bit_line_captures.hpp"

namespace damier::bits {
namespace {

template <class V>
class TileCaptures : protected LineCaptures<V> {
protected:
    using Lines = LineCaptures<V>;
    using Lines::bare;
    using Lines::begin;
    using Lines::blocked_;
    using Lines::crowned_;
    using Lines::emit;
    using Lines::enemies_;
    using Lines::enemy;
    using Lines::enemy_open_;
    using Lines::extend;
    using Lines::flush;
    using Lines::from_;
    using Lines::game_;
    using Lines::halts_behind_king;
    using Lines::is_man_;
    using Lines::job_;
    using Lines::jump;
    using Lines::jump_flying;
    using Lines::jump_over;
    using Lines::jump_short;
    using Lines::key;
    using Lines::known_;
    using Lines::landed;
    using Lines::landings;
    using Lines::merit_;
    using Lines::mover;
    using Lines::next;
    using Lines::no_direction;
    using Lines::none_square;
    using Lines::of_enemy;
    using Lines::of_mover;
    using Lines::opposite;
    using Lines::or_line;
    using Lines::own_open_;
    using Lines::own_unknown_;
    using Lines::record;
    using Lines::takeable_known;
    using Lines::takeable_symbolic;
    using Lines::taken_;
    using Lines::taking_known;
    using Lines::taking_symbolic;
    using Lines::tiles_;
    using Lines::tiles_after;
    using Lines::turn;
    using Lines::turns;
    using Lines::words_;
    using typename Lines::Landings;
    using typename Lines::Line;
    using typename Lines::T;
    using typename Lines::Word;

    struct Rect {
        Word own, enemy;
        DAMIER_INLINE bool empty() const { return own == 0 || enemy == 0; }
        DAMIER_INLINE void erase(int q) {
            own &= static_cast<Word>(~bit<Word>(q));
            enemy &= static_cast<Word>(~bit<Word>(q));
        }
    };
    static DAMIER_INLINE T tile(const Rect& r) {
        return V::own_is_lane ? rectangle<T>(r.enemy, r.own) : rectangle<T>(r.own, r.enemy);
    }

    TileCaptures(const Job<Word>& job, typename V::Side side) : Lines{job, side} {}

    template <bool king>
    void from_known(int s) {
        begin(s, king);
        if (job_.generic || game_.removed_at_once || (king && game_.flying)) {
            extend<king>(s, Rect{own_open_, enemy_open_}, no_direction, nullptr);
        } else {
            step_over<king>(s);
        }
    }

    // A piece that jumps one square. Where it takes the enemy's symbolic piece and nothing follows, the value
    // after is read at once.
    template <bool king>
    void step_over(int s) {
        const Rect all{own_open_, enemy_open_};
        bool prepared = false;
        Landed landed;
        this->template each_direction<king>([&](int d) {
            const int over = next(d, s);
            if (over == none) return;
            const int land = next(d, over);
            if (land == none || has(blocked_, land)) return;
            if (has(enemies_, over)) return jump_short<king>(s, d, all, nullptr);
            if (has(blocked_, over) || !has(enemy_open_, over) || !takeable_symbolic(king)) return;
            if (has(onward_[king][d], land) || (!king && has(game_.promotion[mover], land)))
                return jump_short<king>(s, d, all, nullptr);
            if (!prepared) taking_symbolic(none_square, [&] { prepare(landed, Word{0}); });
            prepared = true;
            const Line line = landing_values(landed, land);
            const Word own = own_open_ & static_cast<Word>(~(bit<Word>(land) | bit<Word>(over)));
            FoundTiles<V>& found = tiles_.at(landed.key);
            or_line(found.exists, of_enemy, over, own);
            found.values.add_line(of_enemy, over, line, own);
        });
    }

    template <bool king>
    void extend(int at, const Rect& mask, int came, Onward<T>* on) {
        for (int left = this->template directions<king>(); left != 0; left &= left - 1) {
            const int d = __builtin_ctz(static_cast<unsigned>(left));
            if (came != no_direction && d == opposite(came) && !game_.turns_back) continue;
            jump<king>(at, d, mask, on);
        }
    }
    template <bool king>
    void jump(int at, int d, const Rect& mask, Onward<T>* on) {
        if (king && game_.flying) {
            jump_flying(at, d, mask, on);
        } else {
            jump_short<king>(at, d, mask, on);
        }
    }

    template <bool king>
    void jump_short(int at, int d, const Rect& mask, Onward<T>* on) {
        const int over = next(d, at);
        if (over == none || has(taken_, over)) return;
        const int land = next(d, over);
        if (land == none || has(blocked_, land)) return;
        if (has(enemies_, over)) {
            if (!takeable_known(king, over)) return;
            Rect here = mask;
            here.erase(land);
            if (here.empty()) return;
            if (on != nullptr) on->add(tile(here));
            taking_known(over, [&] { landed<king>(land, d, here); });
        } else if (!has(blocked_, over) && has(mask.enemy, over) && takeable_symbolic(king)) {
            const Word here = mask.own & static_cast<Word>(~(bit<Word>(land) | bit<Word>(over)));
            if (here == 0) return;
            symbolic_victim(over, on, here, [&] { landed<king>(land, d, here); });
        }
    }

    // f for the placements with the enemy's symbolic piece on `over`, the mover's on a square of `here`.
    template <class F>
    DAMIER_INLINE void symbolic_victim(int over, Onward<T>* on, Word here, F f) {
        if (on != nullptr) {
            on->touch();
            or_line(on->tile, of_enemy, over, here);
        }
        words_.clear();
        own_unknown_ = true;
        taking_symbolic(over, f);
        flush(of_enemy, over, static_cast<Word>(~Word{0}));
    }
    template <bool king>
    void landed(int land, int d, const Rect& here) {
        const bool crowned = !king && has(game_.promotion[mover], land);
        if (crowned && game_.crowning == Crowning::ends_move) return emit(land, true, here, nullptr);
        Onward<T> on;
        if (crowned && game_.crowning == Crowning::becomes_king) {
            crowned_ = true;
            extend<true>(land, here, d, &on);
            emit(land, true, here, &on);
            crowned_ = false;
        } else {
            extend<king>(land, here, d, &on);
            emit(land, crowned, here, &on);
        }
    }

    void jump_flying(int at, int d, const Rect& mask, Onward<T>* on) {
        if (job_.generic || game_.removed_at_once || is_man_ || merit_.pieces > 1) {
            walk_ray(at, d, mask, on);
        } else {
            sum_ray(at, d, mask, on);
        }
    }
    void walk_ray(int at, int d, const Rect& mask, Onward<T>* on) {
        Rect free = mask;
        for (int q = next(d, at); q != none; q = next(d, q)) {
            if (has(blocked_, q)) {
                if (has(enemies_, q) && !has(taken_, q)) jump_over(q, d, free, on);
                return;
            }
            if (has(free.enemy, q)) {
                const Word here = free.own & static_cast<Word>(~bit<Word>(q));
                if (here != 0) jump_over_symbolic(q, d, here, on);
            }
            free.erase(q);
            if (free.empty()) return;
        }
    }

    // The same for a known king that has taken at most one piece. Where it takes the enemy's symbolic piece
    // and nothing follows, what it leads to depends on the landing only: along the ray, from its end, the
    // landings that a victim leaves are one more each time.
    void sum_ray(int at, int d, const Rect& mask, Onward<T>* on) {
        std::uint8_t ray[32];
        int length = 0;
        Word passed = 0;
        int end = next(d, at);
        for (; end != none && !has(blocked_, end); end = next(d, end)) {
            ray[length++] = static_cast<std::uint8_t>(end);
            passed |= bit<Word>(end);
        }
        if (end != none && has(enemies_, end) && !has(taken_, end)) {
            const Rect free{mask.own & static_cast<Word>(~passed), mask.enemy & static_cast<Word>(~passed)};
            if (!free.empty()) jump_over(end, d, free, on);
        }
        if (length < 2 || (mask.enemy & passed) == 0) return;
        const RayContext& context = ray_context();
        auto one = FoundWords<V>::nothing();   // of the landings so far, what ends there
        auto more = FoundWords<V>::nothing();  // and what takes a known piece after that
        bool slow = false;
        for (int i = length - 2; i >= 0; --i) {
            const int victim = ray[i];
            const int land = ray[i + 1];
            passed &= static_cast<Word>(~bit<Word>(land));  // now up to the victim
            const Word open = static_cast<Word>(~bit<Word>(land));
            auto here = FoundWords<V>::nothing();
            if (game_.landing == Landing::behind) {
                more = one = here;
                slow = false;
            }
            this->template each_direction<true>([&](int other) {
                if (!has(context.second_from[other], land) || other == opposite(d)) return;
                const FoundWords<V>& second = context.second[other][land];
                slow = slow || has(context.second_slow[other], land);
                here.exists |= second.exists;
                here.values.add(second.values);
            });
            more.exists = (more.exists | here.exists) & open;
            more.values.add(here.values);
            more.values.keep(open);
            const Line line = landing_values(context.first, land);
            Word ends = static_cast<Word>(~Word{0});
            if (game_.landing != Landing::must_continue) ends = static_cast<Word>(~here.exists);
            if (context.halts) one = FoundWords<V>::nothing();
            one.exists = (one.exists | ends) & open;
            one.values.add(line, ends);
            one.values.keep(open);
            const Word own = mask.own & static_cast<Word>(~passed);
            if (!has(mask.enemy, victim)) continue;
            if (slow) {
                jump_over_symbolic(victim, d, own, on);
                continue;
            }
            if (on != nullptr) {
                on->touch();
                or_line(on->tile, of_enemy, victim, own & open);
            }
            Word which = own;
            if (game_.landing == Landing::must_continue) which &= static_cast<Word>(~more.exists);
            add_found(tiles_.at(context.first.key), victim, one, which);
            if ((own & more.exists) != 0) add_found(tiles_.at(context.second_key), victim, more, own);
        }
    }
    DAMIER_INLINE void add_found(FoundTiles<V>& into, int victim, const FoundWords<V>& found, Word which) {
        or_line(into.exists, of_enemy, victim, found.exists & which);
        into.values.add_line(of_enemy, victim, found.values, which);
    }

    // The values after the king on `from_` took some known pieces and the symbolic one, by its landing.
    struct Landed {
        std::uint64_t key;
        const Tiles<Word>* tiles;  // nullptr: the enemy is bare then
        int symbolic;
        Known<Word> after;  // without the moving king
    };
    // What is the same for all rays of a king that has taken these pieces, and takes the symbolic one next.
    struct RayContext {
        int from;
        Word taken;
        bool halts;  // a king that was taken last stops it directly behind
        Landed first;
        // Then a known one, by direction and square: whence it can, and what that leads to.
        std::uint64_t second_key;
        Word second_from[8];
        Word second_slow[8];  // a third one may follow
        FoundWords<V> second[8][8 * sizeof(Word)];
    };
    const RayContext& ray_context() {
        RayContext& c = ray_contexts_[merit_.pieces];
        if (c.from == from_ && c.taken == taken_) return c;
        c.from = from_;
        c.taken = taken_;
        this->template each_direction<true>([&](int d) { c.second_from[d] = c.second_slow[d] = 0; });
        taking_symbolic(none_square, [&] {
            c.halts = known_.symbolic_king[enemy] && halts_behind_king();
            prepare(c.first, taken_);
            const Word free = static_cast<Word>(~blocked_) & game_.all;
            each(enemies_ & static_cast<Word>(~taken_), [&](int victim) { add_second(c, victim, free); });
        });
        return c;
    }
    void prepare(Landed& landed, Word taken) {
        const Word left = enemies_ & static_cast<Word>(~taken);
        landed.key = key();
        landed.after = known_;
        (is_man_ ? landed.after.men : landed.after.kings)[mover] ^= bit<Word>(from_);
        landed.after.men[enemy] &= left;
        landed.after.kings[enemy] &= left;
        landed.tiles = nullptr;
        if (left == 0) return;
        landed.tiles = &tiles_after(false, landed.after, false);
        landed.symbolic = choose_symbolic(landed.after, enemy);
    }
    void add_second(RayContext& c, int victim, Word free) {
        Landed landed;
        Word onward[8];
        bool halts = false;
        taking_known(victim, [&] {
            prepare(landed, taken_);
            halts = has(known_.kings[enemy], victim) && halts_behind_king();
            this->template goes_on<true>(enemies_ & static_cast<Word>(~taken_), free, onward);
        });
        c.second_key = landed.key;
        this->template each_direction<true>([&](int d) {
            const Landings lands = landings(victim, d);
            if (lands.count == 0) return;
            auto sum = FoundWords<V>::nothing();
            // Other keys than the number of pieces may look at which piece is taken.
            bool slow = game_.key != nullptr;
            for (int i = lands.count - 1; i >= 0; --i) {
                const Word open = static_cast<Word>(~bit<Word>(lands.at[i]));
                if (halts) sum.values = Line::nothing();
                sum.exists = open;
                sum.values.add(landing_values(landed, lands.at[i]));
                sum.values.keep(open);
                slow = slow || has(onward[d], lands.at[i]);
            }
            for (int q = next(opposite(d), victim); q != none && has(free, q); q = next(opposite(d), q)) {
                c.second[d][q] = sum;
                c.second_from[d] |= bit<Word>(q);
                if (slow) c.second_slow[d] |= bit<Word>(q);
                const Word open = static_cast<Word>(~bit<Word>(q));
                sum.exists &= open;
                sum.values.keep(open);
            }
        });
    }
    DAMIER_INLINE Line landing_values(const Landed& landed, int land) const {
        if (landed.tiles == nullptr) return bare();
        Known<Word> after = landed.after;
        (is_man_ ? after.men : after.kings)[mover] |= bit<Word>(land);
        return V::line(record(*landed.tiles, after), of_enemy, landed.symbolic);
    }

    void jump_over(int over, int d, const Rect& mask, Onward<T>* on) {
        const Landings lands = landings(over, d);
        Rect here[32];
        int count = 0;
        for (Rect before = mask; count < lands.count; ++count) {
            before.erase(lands.at[count]);
            if (before.empty()) break;
            here[count] = before;
        }
        if (count == 0) return;
        if (on != nullptr) on->add(tile(here[0]));
        taking_known(over, [&] {
            const bool halts = has(known_.kings[enemy], over) && halts_behind_king();
            Onward<T> straight;
            jump_flying(lands.at[0], d, here[0], &straight);
            if (game_.landing == Landing::must_continue) {
                for (int i = 0; i < count; ++i) turn(lands.at[i], d, here[i], &straight);
                for (int i = 0; i < count; ++i) emit(lands.at[i], crowned_, here[i], &straight);
            } else {
                for (int i = 0; i < count; ++i) {
                    Onward<T> further;
                    further.add(straight);
                    turn(lands.at[i], d, here[i], &further);
                    if (i == 0 || !halts) emit(lands.at[i], crowned_, here[i], &further);
                }
            }
        });
    }
    void turn(int at, int d, const Rect& mask, Onward<T>* on) {
        for (int left = this->template directions<true>(); left != 0; left &= left - 1) {
            const int other = __builtin_ctz(static_cast<unsigned>(left));
            if (turns(d, other)) jump_flying(at, other, mask, on);
        }
    }
    void jump_over_symbolic(int over, int d, Word mask, Onward<T>* on) {
        const int first = next(d, over);
        if (first == none || has(blocked_, first)) return;
        const Word here = mask & static_cast<Word>(~bit<Word>(first));
        if (here == 0) return;
        if (on != nullptr) {
            on->touch();
            or_line(on->tile, of_enemy, over, here);
        }
        words_.clear();
        own_unknown_ = true;
        jump_over(over, d, mask);
        flush(of_enemy, over, static_cast<Word>(~Word{0}));
    }

    // A capture is complete for the placements of `mask` that do not go on.
    void emit(int to, bool promotes, const Rect& mask, const Onward<T>* on) {
        T here = tile(mask);
        if (on != nullptr && on->any) {
            here = here - on->tile;
            if (!here.any()) return;
        }
        FoundTiles<V>& found = tiles_.at(key());
        found.exists |= here;
        Known<Word> after = known_;
        const bool king = !is_man_ || promotes || crowned_;
        (is_man_ ? after.men : after.kings)[mover] ^= bit<Word>(from_);
        (king ? after.kings : after.men)[mover] |= bit<Word>(to);
        after.men[enemy] &= static_cast<Word>(~taken_);
        after.kings[enemy] &= static_cast<Word>(~taken_);
        const Tiles<Word>& tiles = tiles_after(is_man_ && king, after, true);
        if (is_man_ && king && !known_.symbolic_king[mover]) {
            // The side's first king: its symbolic piece is now that one, and the man is known.
            after.kings[mover] = 0;
            after.symbolic_king[mover] = true;
            each(mask.own, [&](int man) {
                Known<Word> then = after;
                then.men[mover] |= bit<Word>(man);
                const Line line = V::line(record(tiles, then), of_mover, to);
                found.values.add_line(of_mover, man, line, Lines::line_at(here, of_mover, man));
            });
            return;
        }
        found.values.add_record(record(tiles, after), here);
    }

    // Of a man and of a king: see goes_on, own pieces taken for free squares.
    Word onward_[2][8];
    RayContext ray_contexts_[2];
};

}  // namespace
}  // namespace damier::bits
