// The captures of a tile: a recursion over (square, captured set) that carries the placements for which this
// way exists, and returns those that go on. It has three forms, by what is unknown:
//   both symbolic pieces     the mover's piece is known; placements are a rectangle, a set of squares for
//   each the mover's              after that took the enemy's symbolic piece: a word the enemy's the mover's
//   symbolic piece takes, a known piece first: a word
// Where the mover's symbolic piece takes the enemy's first, every start square behind the victim shares what
// follows, which is the third form with a word of one square.
#pragma once

#include <cstdlib>

#include "solver/bit_leaf.hpp"

namespace damier::bits {
namespace {

// What was found for each key of the precedence, lower keys first: of several, the highest counts.
template <class Item>
class ByKey {
public:
    ByKey() = default;
    ByKey(const ByKey&) = delete;
    ByKey& operator=(const ByKey&) = delete;
    ~ByKey() { std::free(items_); }

    void clear() { count_ = 0; }
    int count() const { return count_; }
    Item& operator[](int i) { return items_[i]; }
    DAMIER_INLINE Item& at(std::uint64_t key) {
        if (count_ == 1 && items_[0].key == key) return items_[0];
        return insert(key);
    }

private:
    [[gnu::noinline]] Item& insert(std::uint64_t key) {
        int i = 0;
        while (i < count_ && items_[i].key < key) ++i;
        if (i < count_ && items_[i].key == key) return items_[i];
        if (count_ == room_) grow();
        for (int j = count_; j > i; --j) items_[j] = items_[j - 1];
        ++count_;
        items_[i] = Item::nothing(key);
        return items_[i];
    }
    void grow() {
        const int room = room_ == 0 ? 8 : 2 * room_;
        void* memory = std::aligned_alloc(64, static_cast<std::size_t>(room) * sizeof(Item));
        if (memory == nullptr) __builtin_trap();
        if (count_ > 0)
            std::memcpy(memory, static_cast<const void*>(items_),
                        static_cast<std::size_t>(count_) * sizeof(Item));
        std::free(items_);
        items_ = static_cast<Item*>(memory);
        room_ = room;
    }
    Item* items_ = nullptr;
    int count_ = 0;
    int room_ = 0;
};

template <class T>
struct alignas(64) FoundTiles {
    T exists, not_won, lost;
    std::uint64_t key;
    static FoundTiles nothing(std::uint64_t key) { return {T::zero(), T::zero(), T::zero(), key}; }
};
template <class Word>
struct alignas(64) FoundWords {
    Word exists, not_won, lost;
    std::uint64_t key;
    static FoundWords nothing(std::uint64_t key) { return {0, 0, 0, key}; }
};

// Placements from which a jump goes on; mostly none.
template <class T>
struct Onward {
    bool any = false;
    T tile;
    DAMIER_INLINE void touch() {
        if (!any) tile = T::zero();
        any = true;
    }
    DAMIER_INLINE void add(const T& t) {
        touch();
        tile |= t;
    }
    DAMIER_INLINE void add(const Onward& other) {
        if (other.any) add(other.tile);
    }
};

template <class T, int mover>
class Captures {
    using Word = typename T::Word;
    static constexpr int enemy = 1 - mover;
    static constexpr int no_direction = -1;
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

public:
    explicit Captures(const Job<Word>& job) : job_{job}, game_{*job.game} {}

    // own_open, enemy_open: where the symbolic pieces can stand.
    void run(const Known<Word>& known, Word own_open, Word enemy_open) {
        known_ = known;
        own_open_ = own_open;
        enemy_open_ = enemy_open;
        occupied_ = known.occupied();
        enemies_ = known.men[enemy] | known.kings[enemy];
        tiles_.clear();
        each(known.men[mover], [&](int s) { from_known<false>(s); });
        each(known.kings[mover], [&](int s) { from_known<true>(s); });
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
        return tiles.values[enemy] + 2 * T::bytes * tile_of(game_, tiles, known);
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
            if (unknown_on(q, free)) on |= jump_over(q, d, bit<Word>(q));
            free = unblocked(free, q);
            if (free == 0) return on;
        }
        return on;
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

    // ---- The mover's symbolic piece captures.

    template <bool king>
    void from_symbolic() {
        begin(-1, king);
        own_unknown_ = false;
        for (int left = directions<king>(); left != 0; left &= left - 1) {
            const int d = __builtin_ctz(static_cast<unsigned>(left));
            each(enemies_, [&](int victim) {
                if (takeable_known(king, victim)) take_known<king>(victim, d);
            });
            if (!takeable_symbolic(king)) continue;
            each(enemy_open_, [&](int victim) { take_symbolic<king>(victim, d); });
        }
    }

    // The squares from which the victim can be reached: one, or those behind it that no known piece hides.
    template <bool king>
    DAMIER_INLINE Word starts(int victim, int d) const {
        Word set = 0;
        for (int q = next(opposite(d), victim); q != none && !has(occupied_, q); q = next(opposite(d), q)) {
            set |= bit<Word>(q);
            if (!king || !game_.flying) break;
        }
        return set & own_open_;
    }
    template <bool king>
    Word first_jump(int victim, int d, Word mask) {
        words_.clear();
        return king && game_.flying ? jump_over(victim, d, mask) : short_over<king>(victim, d, mask);
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

    const Job<Word>& job_;
    const GameView<Word>& game_;
    ByKey<FoundTiles<T>> tiles_;
    ByKey<FoundWords<Word>> words_;

    Known<Word> known_;
    Word own_open_ = 0;
    Word enemy_open_ = 0;
    Word occupied_ = 0;
    Word enemies_ = 0;  // known ones

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
