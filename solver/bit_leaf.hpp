// Where a move leads: the tile, or the line of a tile, that holds the values after it.
#pragma once

#include "solver/bit_tile.hpp"

namespace damier::bits {
namespace {

// The known pieces of a tile, and of which kind its symbolic ones are.
template <class Word>
struct Known {
    Word men[2];
    Word kings[2];
    std::uint32_t men_rank[2], kings_rank[2];
    bool symbolic_king[2];
    Word occupied() const { return men[0] | men[1] | kings[0] | kings[1]; }
};

template <class Word>
DAMIER_INLINE std::uint32_t rank_of(const GameView<Word>& game, Word set, int first) {
    std::uint32_t rank = 0;
    for (int k = 1; set != 0; set &= static_cast<Word>(set - 1))
        rank += game.choose[k++][lowest(set) - first];
    return rank;
}

// A record, of so many bytes, of the tile of the pieces after a move; ranks of what it leaves alone are not
// computed again.
template <std::size_t record_bytes, class Word>
DAMIER_INLINE const std::byte* record_after(const GameView<Word>& game, const Tiles<Word>& tiles, int plane,
                                            const Known<Word>& before, const Known<Word>& after) {
    const auto men = [&](int c) {
        if (after.men[c] == before.men[c]) return before.men_rank[c];
        return rank_of(game, after.men[c], game.first_man_square[c]);
    };
    const auto kings = [&](int c) {
        if (after.kings[c] == before.kings[c]) return before.kings_rank[c];
        return rank_of(game, after.kings[c], 0);
    };
    const MenPlace white = tiles.men[0][men(0)];
    const MenPlace black = tiles.men[1][men(1)];
    const std::size_t block = tiles.rectangle[white.advance * tiles.black_advances + black.advance] +
                              std::size_t{white.at} * tiles.apart[0][black.advance] +
                              std::size_t{black.at} * tiles.apart[1][white.advance];
    const std::size_t page = block >> tiles.page_shift;
    const std::byte* records = __atomic_load_n(&tiles.pages[plane][page], __ATOMIC_ACQUIRE);
    if (__builtin_expect(records == nullptr, 0)) records = tiles.load(tiles.store, plane, page);
    const std::size_t in_page = block & ((std::size_t{1} << tiles.page_shift) - 1);
    const std::size_t tile = in_page * tiles.tiles_of_block + kings(0) * tiles.black_kings + kings(1);
    return records + record_bytes * tile;
}

// The word over the squares of the other side's symbolic piece where that of `side` stands on q.
template <class T>
DAMIER_INLINE typename T::Word line_at(const std::byte* tile, int side, int q) {
    return side == 1 ? lane_at<T>(tile, q) : column_at<T>(tile, q);
}
template <class T>
DAMIER_INLINE void or_line(T& t, int side, int q, typename T::Word w) {
    if (side == 1) {
        or_lane(t, q, w);
    } else {
        or_column(t, q, w);
    }
}

// Placements with White's symbolic piece on a square of one set and Black's on one of the other.
template <class T>
DAMIER_INLINE T rectangle(typename T::Word white, typename T::Word black) {
    return everywhere<T>(white) & lanes_of<T>(black);
}

// Squares from which a step of a list leads into a set.
template <class Word>
DAMIER_INLINE Word squares_before(const Shifts<Word>& steps, Word set) {
    Word before = 0;
    for (int i = 0; i < steps.count; ++i) {
        const int by = steps.of[i].by;
        before |= (by >= 0 ? set >> by : set << -by) & steps.of[i].from;
    }
    return before;
}

// Takes the symbolic piece of a side out of the known ones: its highest king, else its highest man.
template <class Word>
DAMIER_INLINE int choose_symbolic(Known<Word>& known, int side) {
    known.symbolic_king[side] = known.kings[side] != 0;
    Word& from = known.symbolic_king[side] ? known.kings[side] : known.men[side];
    const int q = highest(from);
    from ^= bit<Word>(q);
    return q;
}

}  // namespace
}  // namespace damier::bits
