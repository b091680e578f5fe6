// The captures of a tile in their general form: a recursion over (square, captured set) that carries the
// placements for which this way exists, and returns those that go on. It has three forms, by what is unknown:
//   both symbolic pieces     the mover's piece is known; placements are a rectangle, a set of squares for
//   each the mover's              after that took the enemy's symbolic piece: a word the enemy's the mover's
//   symbolic piece takes, a known piece first: a word
// Where the mover's symbolic piece takes the enemy's first, every start square behind the victim shares what
// follows, which is the third form with a word of one square.
#pragma once

#include "solver/bit_found.hpp"

namespace damier::bits {
namespace {

template <class T, int mover>
class CaptureWalk {
    using Word = typename T::Word;
    static constexpr int enemy = 1 - mover;
    static constexpr int no_direction = -1;

protected:
    struct Rect {
        Word own, enemy;
        DAMIER_INLINE bool empty() const { return own == 0 || enemy == 0; }
        DAMIER_INLINE void erase(int q) {
            own &= static_cast<Word>(~bit<Word>(q));
            enemy &= static_cast<Word>(~bit<Word>(q));
        }
    };
    static DAMIER_INLINE T tile(const Rect& r) {
        return mover == 0 ? rectangle<T>(r.own, r.enemy) : rectangle<T>(r.enemy, r.own);
    }

    explicit CaptureWalk(const Job<Word>& job) : job_{job}, game_{*job.game} {}

    template <bool king>
    DAMIER_INLINE int directions() const {
        return game_.captures[mover][king];
    }
    DAMIER_INLINE int next(int d, int q) const { return game_.next[d][q]; }
    static DAMIER_INLINE int opposite(int d) { return (d + 4) & 7; }
    DAMIER_INLINE bool takeable_known(bool king, int q) const {
        return king || game_.man_takes_king || !has(known_.kings[enemy], q);
    }
    DAMIER_INLINE bool takeable_symbolic(bool king) const {
        return king || game_.man_takes_king || !known_.symbolic_king[enemy];
    }

    void begin(int from, bool king) {
        from_ = from;
        is_man_ = !king;
        crowned_ = false;
        blocked_ = occupied_;
        if (from >= 0) blocked_ &= static_cast<Word>(~bit<Word>(from));
        taken_ = 0;
        alive_ = true;
        merit_ = {0, 0, 0, king};
    }

    template <class F>
    DAMIER_INLINE void taking(int victim, bool is_king, bool stands, F f) {
        const Merit before = merit_;
        const Word blocked = blocked_;
        taken_ |= bit<Word>(victim);
        if (stands && !game_.removed_at_once) {
            blocked_ |= bit<Word>(victim);
        } else if (game_.removed_at_once) {
            blocked_ &= static_cast<Word>(~bit<Word>(victim));
        }
        if (merit_.pieces < 30) merit_.king_order |= std::uint32_t{is_king} << (29 - merit_.pieces);
        ++merit_.pieces;
        merit_.kings += is_king;
        f();
        merit_ = before;
        blocked_ = blocked;
        taken_ ^= bit<Word>(victim);
    }
    template <class F>
    DAMIER_INLINE void taking_known(int victim, F f) {
        taking(victim, has(known_.kings[enemy], victim), false, f);
    }
    template <class F>
    DAMIER_INLINE void taking_symbolic(int victim, F f) {
        alive_ = false;
        taking(victim, known_.symbolic_king[enemy], true, f);
        alive_ = true;
    }
    DAMIER_INLINE std::uint64_t key() const {
        if (game_.takes_most) return static_cast<std::uint64_t>(merit_.pieces);
        return game_.key == nullptr ? 0 : game_.key(game_.rules, merit_);
    }

    // ---- Both symbolic pieces unknown, the piece on `from_` moves.

    template <bool king>
    void from_known(int s) {
        begin(s, king);
        extend<king>(s, Rect{own_open_, enemy_open_}, no_direction, nullptr);
    }

    template <bool king>
    void extend(int at, const Rect& mask, int came, Onward<T>* on) {
        for (int left = directions<king>(); left != 0; left &= left - 1) {
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
            or_line(on->tile, enemy, over, here);
        }
        words_.clear();
        own_unknown_ = true;
        taking_symbolic(over, f);
        flush(enemy, over, static_cast<Word>(~Word{0}));
    }
    // What was found for a line goes to the tiles.
    DAMIER_INLINE void flush(int side, int q, Word mask) {
        for (int i = 0; i < words_.count(); ++i) {
            const FoundWords<Word>& found = words_[i];
            FoundTiles<T>& into = tiles_.at(found.key);
            or_line(into.exists, side, q, found.exists & mask);
            or_line(into.not_won, side, q, found.not_won & mask);
            or_line(into.lost, side, q, found.lost & mask);
        }
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

    // A word of landings: each is free if those before it are.
    struct Landings {
        int count = 0;
        std::uint8_t at[32];
    };
    DAMIER_INLINE Landings landings(int over, int d) const {
        Landings lands;
        for (int q = next(d, over); q != none && !has(blocked_, q); q = next(d, q)) {
            lands.at[lands.count++] = static_cast<std::uint8_t>(q);
            if (game_.landing == Landing::behind) break;
        }
        return lands;
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
    // Of the king that was just taken.
    bool halts_behind_king() const {
        return game_.halts_behind_king || (game_.halts_behind_king_of_several && merit_.pieces > 1);
    }
    DAMIER_INLINE bool turns(int from, int to) const {
        return to != from && (game_.turns_back || to != opposite(from));
    }
    void turn(int at, int d, const Rect& mask, Onward<T>* on) {
        for (int left = directions<true>(); left != 0; left &= left - 1) {
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
            or_line(on->tile, enemy, over, here);
        }
        words_.clear();
        own_unknown_ = true;
        jump_over(over, d, mask);
        flush(enemy, over, static_cast<Word>(~Word{0}));
    }

    // A capture is complete for the placements of `mask` that do not go on.
    void emit(int to, bool promotes, const Rect& mask, const Onward<T>* on) {
        T here = tile(mask);
        if (on != nullptr && on->any) {
            here = here - on->tile;
            if (!here.any()) return;
        }
        FoundTiles<T>& found = tiles_.at(key());
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
                const ValueLine<Word> line = line_of<T>(record(tiles, then), mover, to);
                const Word which = line_at<T>(here.raw(), mover, man);
                or_line(found.not_won, mover, man, line.not_won & which);
                or_line(found.lost, mover, man, line.lost & which);
            });
            return;
        }
        const std::byte* at = record(tiles, after);
        found.not_won |= here & T::load(at);
        found.lost |= here & T::load(at + T::bytes);
    }

    // The slice after the move, and in it the tile of these known pieces, with the enemy to move.
    DAMIER_INLINE const Tiles<Word>& tiles_after(bool promoted, const Known<Word>& after, bool alive) const {
        const int men = size(after.men[enemy]) + (alive && !known_.symbolic_king[enemy] ? 1 : 0);
        const int kings = size(after.kings[enemy]) + (alive && known_.symbolic_king[enemy] ? 1 : 0);
        return *job_.next[mover][promoted][men * max_left + kings];
    }
    DAMIER_INLINE const std::byte* record(const Tiles<Word>& tiles, const Known<Word>& known) const {
        return tiles.values[enemy] + 2 * T::bytes * tile_of(game_, tiles, known_, known);
    }

    // ---- One symbolic piece unknown: the mover's (own_unknown_), or the enemy's, which may be taken.

    template <bool king>
    Word extend(int at, Word mask, int came) {
        Word on = 0;
        for (int left = directions<king>(); left != 0; left &= left - 1) {
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
        Word on = 0;
        Word free = mask;
        for (int q = next(d, at); q != none; q = next(d, q)) {
            if (has(blocked_, q)) {
                if (has(enemies_, q) && !has(taken_, q)) on |= jump_over(q, d, free);
                return on;
            }
            if (unknown_on(q, free)) on |= over_symbolic(q, d);
            free = unblocked(free, q);
            if (free == 0) return on;
        }
        return on;
    }

    // A flying king takes the enemy's symbolic piece on q. Where it took one known piece before and nothing
    // follows, only the landings matter: the value after is the same for every victim square.
    Word over_symbolic(int q, int d) {
        if (job_.generic || game_.removed_at_once || is_man_ || merit_.pieces != 1)
            return jump_over(q, d, bit<Word>(q));
        if (second_.taken != taken_) prepare_second();
        const Word lands = lane_at<T>(reach_[d].raw(), q);
        if (lands == 0) return 0;
        if ((lands & second_.onward[d]) != 0) return jump_over(q, d, bit<Word>(q));
        const Word stops = second_.behind ? bit<Word>(next(d, q)) : lands;
        FoundWords<Word>* found = nullptr;
        alive_ = false;
        taking(q, known_.symbolic_king[enemy], true, [&] { found = &words_.at(key()); });
        alive_ = true;
        found->exists |= bit<Word>(q);
        if ((stops & second_.after.not_won) != 0) found->not_won |= bit<Word>(q);
        if ((stops & second_.after.lost) != 0) found->lost |= bit<Word>(q);
        return bit<Word>(q);
    }
    void prepare_second() {
        second_.taken = taken_;
        second_.after = after_symbolic(taken_);
        merit_.pieces = 2;
        second_.behind =
            game_.landing == Landing::behind || (known_.symbolic_king[enemy] && halts_behind_king());
        merit_.pieces = 1;
        goes_on<true>(enemies_ & static_cast<Word>(~taken_), static_cast<Word>(~occupied_) & game_.all,
                      second_.onward);
    }

    template <bool king, class F>
    DAMIER_INLINE void each_direction(F f) const {
        for (int left = directions<king>(); left != 0; left &= left - 1)
            f(__builtin_ctz(static_cast<unsigned>(left)));
    }
    // The values after the mover's symbolic piece took these known pieces and the enemy's symbolic one, by
    // the square where it ends.
    ValueLine<Word> after_symbolic(Word taken) {
        Known<Word> after = known_;
        after.men[enemy] &= static_cast<Word>(~taken);
        after.kings[enemy] &= static_cast<Word>(~taken);
        if ((after.men[enemy] | after.kings[enemy]) == 0) return bare();
        const Tiles<Word>& tiles = tiles_after(false, after, false);
        const int q = choose_symbolic(after, enemy);
        return line_of<T>(record(tiles, after), enemy, q);
    }
    DAMIER_INLINE ValueLine<Word> bare() const {
        const Word all = game_.blocked == Blocked::wins ? Word{0} : static_cast<Word>(~Word{0});
        return {all, all};
    }
    // onward[d]: squares on which a jump in direction d can end and another one over a piece of `enemies` may
    // follow; if it does depends on the unknown pieces.
    template <bool king>
    DAMIER_INLINE void goes_on(Word enemies, Word free, Word* onward) const {
        if (!king && !game_.man_takes_king) enemies &= static_cast<Word>(~known_.kings[enemy]);
        Word from[8];
        each_direction<king>([&](int d) {
            const Shifts<Word>& steps = game_.leaps[0][d];
            Word set = enemies == 0 ? Word{0} : squares_before(steps, enemies & squares_before(steps, free));
            if (king && game_.flying) {
                for (Word more = set & free; more != 0;) {
                    const Word next = squares_before(steps, more) & static_cast<Word>(~set);
                    set |= next;
                    more = next & free;
                }
            }
            from[d] = set;
        });
        each_direction<king>([&](int d) {
            onward[d] = 0;
            each_direction<king>([&](int other) {
                if (other != opposite(d) || game_.turns_back) onward[d] |= from[other];
            });
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
        for (int left = directions<true>(); left != 0; left &= left - 1) {
            const int other = __builtin_ctz(static_cast<unsigned>(left));
            if (turns(d, other)) on |= jump_flying(at, other, mask);
        }
        return on;
    }

    void emit(int to, bool promotes, Word here) {
        if (here == 0) return;
        FoundWords<Word>& found = words_.at(key());
        found.exists |= here;
        Known<Word> after = known_;
        const bool king = !is_man_ || promotes || crowned_;
        const bool promoted = is_man_ && king;
        after.men[enemy] &= static_cast<Word>(~taken_);
        after.kings[enemy] &= static_cast<Word>(~taken_);
        if (!alive_ && (after.men[enemy] | after.kings[enemy]) == 0) {  // bare of pieces
            if (game_.blocked != Blocked::wins) {
                found.not_won |= here;
                found.lost |= here;
            }
            return;
        }
        const Tiles<Word>& tiles = tiles_after(promoted, after, alive_);
        if (!own_unknown_) {
            after.symbolic_king[mover] = king;
            if (alive_) {
                const ValueLine<Word> line = line_of<T>(record(tiles, after), mover, to);
                found.not_won |= here & line.not_won;
                found.lost |= here & line.lost;
            } else {
                const int q = choose_symbolic(after, enemy);
                const ValueLine<Word> line = line_of<T>(record(tiles, after), enemy, q);
                if (has(line.not_won, to)) found.not_won |= here;
                if (has(line.lost, to)) found.lost |= here;
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
                const ValueLine<Word> line = line_of<T>(record(tiles, then), enemy, q);
                if (has(line.not_won, to)) found.not_won |= bit<Word>(man);
                if (has(line.lost, to)) found.lost |= bit<Word>(man);
            });
            return;
        }
        (king ? after.kings : after.men)[mover] |= bit<Word>(to);
        const ValueLine<Word> line = line_of<T>(record(tiles, after), enemy, q);
        found.not_won |= here & line.not_won;
        found.lost |= here & line.lost;
    }

    const Job<Word>& job_;
    const GameView<Word>& game_;
    ByKey<FoundTiles<T>> tiles_;
    ByKey<FoundWords<Word>> words_;

    Known<Word> known_;
    Word own_open_ = 0;
    Word enemy_open_ = 0;
    Word occupied_ = 0;
    Word enemies_ = 0;  // known ones

    T reach_[8];  // in lane q, the squares that the symbolic piece on q sees in a direction
    struct {
        Word taken;
        Word onward[8];
        ValueLine<Word> after;
        bool behind;
    } second_;  // of over_symbolic

    int from_ = -1;  // -1: the symbolic piece moves
    bool is_man_ = false;
    bool crowned_ = false;
    bool own_unknown_ = false;
    bool alive_ = true;  // the enemy's symbolic piece
    Word blocked_ = 0;  // squares of known pieces, the moving one lifted; those taken still stand, if they do
    Word taken_ = 0;
    Merit merit_ = {};
};

}  // namespace
}  // namespace damier::bits
