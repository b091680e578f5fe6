// What the kernels of one CPU path do to single tiles whatever the values are (bit_plane_kernel.hpp,
// bit_byte_kernel.hpp): places, moves, what rule R1 leaves free.
#pragma once

#include "solver/bit_quiet.hpp"

namespace damier::bits {
namespace {

template <class T>
struct TileKernels {
    using Word = typename T::Word;
    using GameW = GameView<Word>;
    using JobW = Job<Word>;
    using BlockW = Block<Word>;

    struct Place {
        Known<Word> known;
        Word open[2];  // where the symbolic pieces can stand
        bool exists;
    };
    static DAMIER_INLINE Place place(const JobW& job, const BlockW& block, std::uint32_t tile) {
        Place p;
        const Word white = job.outer[0].sets[tile / job.tiles.black_kings];
        const Word black = job.outer[1].sets[tile % job.tiles.black_kings];
        p.known.men[0] = block.men[0];
        p.known.men[1] = block.men[1];
        p.known.kings[0] = white;
        p.known.kings[1] = black;
        p.known.men_rank[0] = block.men_rank[0];
        p.known.men_rank[1] = block.men_rank[1];
        p.known.kings_rank[0] = tile / job.tiles.black_kings;
        p.known.kings_rank[1] = tile % job.tiles.black_kings;
        p.known.symbolic_king[0] = job.kings[0] > 0;
        p.known.symbolic_king[1] = job.kings[1] > 0;
        const Word occupied = p.known.occupied();
        p.exists = !(block.men[0] & block.men[1]) && !(white & black) &&
                   !((white | black) & (block.men[0] | block.men[1]));
        for (int c = 0; c < 2; ++c) {
            p.open[c] = (p.known.symbolic_king[c] ? job.game->all : job.game->man_squares[c]) &
                        static_cast<Word>(~occupied);
        }
        return p;
    }
    static DAMIER_INLINE T valid(const GameW& game, const Place& p) {
        return rectangle<T>(p.open[0], p.open[1]) & T::load(game.apart);
    }
    // Where White, and where Black can capture.
    static DAMIER_INLINE std::byte* captures_of(const BlockW& block, std::size_t tile) {
        return block.records[can_capture] + 2 * T::bytes * tile;
    }

    // Where the enemy is to move and can be captured from but cannot capture itself.
    template <int mover>
    struct Threats {
        const GameW& game;
        const Known<Word>& before;
        static DAMIER_INLINE T tile(const std::byte* can) {
            return T::load(can + T::bytes * mover) - T::load(can + T::bytes * (1 - mover));
        }
        DAMIER_INLINE void add_tile(const Tiles<Word>& tiles, const Known<Word>& known, T* into) const {
            into[0] |= tile(record_after<2 * T::bytes>(game, tiles, can_capture, before, known));
        }
        DAMIER_INLINE void add_line(const Tiles<Word>& tiles, const Known<Word>& known, int to, int from,
                                    T* into) const {
            const T t = tile(record_after<2 * T::bytes>(game, tiles, can_capture, before, known));
            or_line(into[0], mover, from, line_at<T>(t.raw(), mover, to));
        }
    };

    // The tiles whose mover, the other side, can step here.
    static DAMIER_INLINE void mark_dirty(const JobW& job, const BlockW& block, int mover, std::uint32_t tile,
                                         const Known<Word>& known) {
        std::uint8_t* dirty = block.dirty[mover];
        __atomic_store_n(dirty + tile, 1, __ATOMIC_RELAXED);
        const OuterKings<Word>& kings = job.outer[mover];
        const std::uint32_t black_kings = job.tiles.black_kings;
        const std::uint32_t rank = mover == 0 ? tile / black_kings : tile % black_kings;
        const Word occupied = known.occupied();
        bool closed = false;
        for (const OuterStep* step = kings.steps + kings.first_step[rank];
             step != kings.steps + kings.first_step[rank + 1]; ++step) {
            if (step->starts_ray) closed = false;
            closed = closed || has(occupied, step->to);
            if (closed) continue;
            const std::uint32_t from = mover == 0 ? step->rank * black_kings + tile % black_kings
                                                  : tile / black_kings * black_kings + step->rank;
            __atomic_store_n(dirty + from, 1, __ATOMIC_RELAXED);
        }
    }

    // f(tile) for the dirty ones: has it changed the tile?
    template <class F>
    static DAMIER_INLINE bool sweep_dirty(const BlockW& block, int mover, std::uint32_t first,
                                          std::uint32_t last, F f) {
        bool changed = false;
        std::uint8_t* dirty = block.dirty[mover];
        for (std::uint32_t tile = first; tile < last; ++tile) {
            if (!dirty[tile]) continue;
            dirty[tile] = 0;
            changed |= f(tile);
        }
        return changed;
    }

    template <int mover>
    static void mark_tile(const JobW& job, const BlockW& block, std::uint32_t tile, std::byte* marks) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        if (!p.exists) return T::zero().store(marks);
        const std::byte* can = captures_of(block, tile);
        const T threatened = T::load(can + T::bytes * (1 - mover)) - T::load(can + T::bytes * mover);
        T moves[1] = {T::zero()};
        if (threatened.any()) {
            const auto fetch = [&](std::uint32_t t, T* x) {
                x[0] = Threats<mover>::tile(captures_of(block, t));
            };
            Quiet<T>::template irreversible<mover>(job, p.known, p.open[mover], moves,
                                                   Threats<mover>{game, p.known});
            T x[1];
            fetch(tile, x);
            Quiet<T>::template symbolic<mover, 1>(game, p.known.symbolic_king[mover], p.open[mover], x,
                                                  moves);
            Quiet<T>::template outer_kings<1>(job, mover, tile, p.known, moves, fetch);
        }
        (threatened - moves[0]).store(marks);
    }
    static void mark(const JobW& job, const BlockW& block, int mover, std::uint32_t first, std::uint32_t last,
                     std::byte* marks) {
        for (std::uint32_t tile = first; tile < last; ++tile, marks += T::bytes) {
            if (mover == 0) {
                mark_tile<0>(job, block, tile, marks);
            } else {
                mark_tile<1>(job, block, tile, marks);
            }
        }
    }

    // Lane and bit change places, both counted from the other end.
    static void turn(const GameW& game, const std::byte* from, std::byte* to) {
        const int n = game.squares;
        T turned = T::zero();
        for (int lane = 0; lane < n; ++lane) or_lane(turned, n - 1 - lane, lane_at<T>(from, lane));
        T result = T::zero();
        for (int q = 0; q < n; ++q) or_lane(result, n - 1 - q, column_at<T>(turned.raw(), q));
        result.store(to);
    }
};

}  // namespace
}  // namespace damier::bits
