// What the recursions over captures share: the placement, what the moving piece has taken, where it may go
// on.
#pragma once

#include "solver/bit_found.hpp"

namespace damier::bits {
namespace {

// V: what values are (bit_planes.hpp).
template <class V>
class CaptureState {
protected:
    using T = typename V::Tile;
    using Word = typename V::Word;
    using Line = typename V::Line;
    // Whose symbolic piece a line is of.
    static constexpr bool of_mover = true;
    static constexpr bool of_enemy = false;
    static constexpr int no_direction = -1;

    CaptureState(const Job<Word>& job, typename V::Side side)
        : mover{side}, enemy{V::other(side)}, job_{job}, game_{*job.game} {}

    [[no_unique_address]] const typename V::Side mover;
    [[no_unique_address]] const typename V::OtherSide enemy;

    // Masks: placements with the symbolic piece of `of` on q.
    static DAMIER_INLINE void or_line(T& t, bool of, int q, Word w) {
        bits::or_line(t, of == V::own_is_lane, q, w);
    }
    static DAMIER_INLINE Word line_at(const T& t, bool of, int q) {
        return bits::line_at<T>(t.raw(), of == V::own_is_lane, q);
    }

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

    // Some square that a piece was taken on; which one does not matter.
    static constexpr int none_square = -1;
    template <class F>
    DAMIER_INLINE void taking(int victim, bool is_king, bool stands, F f) {
        const Merit before = merit_;
        const Word blocked = blocked_;
        const Word taken = taken_;
        const Word where = victim == none_square ? Word{0} : bit<Word>(victim);
        taken_ |= where;
        if (stands && !game_.removed_at_once) {
            blocked_ |= where;
        } else if (game_.removed_at_once) {
            blocked_ &= static_cast<Word>(~where);
        }
        if (merit_.pieces < 30) merit_.king_order |= std::uint32_t{is_king} << (29 - merit_.pieces);
        ++merit_.pieces;
        merit_.kings += is_king;
        f();
        merit_ = before;
        blocked_ = blocked;
        taken_ = taken;
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

    // Of the king that was just taken.
    bool halts_behind_king() const {
        return game_.halts_behind_king || (game_.halts_behind_king_of_several && merit_.pieces > 1);
    }
    DAMIER_INLINE bool turns(int from, int to) const {
        return to != from && (game_.turns_back || to != opposite(from));
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

    template <bool king, class F>
    DAMIER_INLINE void each_direction(F f) const {
        for (int left = directions<king>(); left != 0; left &= left - 1)
            f(__builtin_ctz(static_cast<unsigned>(left)));
    }
    // The values after the mover's symbolic piece took these known pieces and the enemy's symbolic one, by
    // the square where it ends.
    Line after_symbolic(Word taken) {
        Known<Word> after = known_;
        after.men[enemy] &= static_cast<Word>(~taken);
        after.kings[enemy] &= static_cast<Word>(~taken);
        if ((after.men[enemy] | after.kings[enemy]) == 0) return bare();
        const Tiles<Word>& tiles = tiles_after(false, after, false);
        const int q = choose_symbolic(after, enemy);
        return V::line(record(tiles, after), of_enemy, q);
    }
    DAMIER_INLINE Line bare() const { return Line::all(V::bare(game_)); }
    // onward[d]: squares on which a jump in direction d can end and another one over a piece of `enemies` may
    // follow; if it does depends on the unknown pieces.
    template <bool king>
    DAMIER_INLINE void goes_on(Word enemies, Word free, Word* onward) const {
        Word from[8];
        goes_on<king>(enemies, free, onward, from);
    }
    // from[d]: whence such a jump in direction d is made.
    template <bool king>
    DAMIER_INLINE void goes_on(Word enemies, Word free, Word* onward, Word* from) const {
        if (!king && !game_.man_takes_king) enemies &= static_cast<Word>(~known_.kings[enemy]);
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

    // The slice after the move, and in it the tile of these known pieces, with the enemy to move.
    DAMIER_INLINE const Tiles<Word>& tiles_after(bool promoted, const Known<Word>& after, bool alive) const {
        const int men = size(after.men[enemy]) + (alive && !known_.symbolic_king[enemy] ? 1 : 0);
        const int kings = size(after.kings[enemy]) + (alive && known_.symbolic_king[enemy] ? 1 : 0);
        return *job_.next[mover][promoted][men * max_left + kings];
    }
    DAMIER_INLINE const std::byte* record(const Tiles<Word>& tiles, const Known<Word>& known) const {
        return record_after<V::record_bytes>(game_, tiles, enemy, known_, known);
    }

    const Job<Word>& job_;
    const GameView<Word>& game_;
    ByKey<FoundTiles<V>> tiles_;
    ByKey<FoundWords<V>> words_;

    Known<Word> known_;
    Word own_open_ = 0;
    Word enemy_open_ = 0;
    Word occupied_ = 0;
    Word enemies_ = 0;  // known ones

    T reach_[8];  // in lane q, the squares that the symbolic piece on q sees in a direction

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
