// The kernels of one CPU path: what is done to single tiles. Included where a path is compiled
// (bit_kernel_*.cpp).
#pragma once

#include "solver/bit_captures.hpp"
#include "solver/bit_quiet.hpp"

namespace damier::bits {
namespace {

template <class T>
struct Kernels {
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
    static DAMIER_INLINE std::byte* record(std::byte* base, std::size_t tile) {
        return base + 2 * T::bytes * tile;
    }

    // Values of successors.
    template <int mover>
    struct Values {
        const GameW& game;
        const Known<Word>& before;
        DAMIER_INLINE void add_tile(const Tiles<Word>& tiles, const Known<Word>& known, T* into) const {
            const std::byte* at = record_after<T>(game, tiles, 1 - mover, before, known);
            into[0] |= T::load(at);
            into[1] |= T::load(at + T::bytes);
        }
        // The mover's symbolic piece goes to `to`; the line is that of its man on `from`.
        DAMIER_INLINE void add_line(const Tiles<Word>& tiles, const Known<Word>& known, int to, int from,
                                    T* into) const {
            const std::byte* at = record_after<T>(game, tiles, 1 - mover, before, known);
            or_line(into[0], mover, from, line_at<T>(at, mover, to));
            or_line(into[1], mover, from, line_at<T>(at + T::bytes, mover, to));
        }
    };
    // Whether they exist.
    template <int mover>
    struct Existence {
        const GameW& game;
        static DAMIER_INLINE Word open(const GameW& game, const Known<Word>& known, int c) {
            return (known.symbolic_king[c] ? game.all : game.man_squares[c]) &
                   static_cast<Word>(~known.occupied());
        }
        DAMIER_INLINE void add_tile(const Tiles<Word>&, const Known<Word>& known, T* into) const {
            into[0] |= rectangle<T>(open(game, known, 0), open(game, known, 1)) & T::load(game.apart);
        }
        DAMIER_INLINE void add_line(const Tiles<Word>&, const Known<Word>& known, int to, int from,
                                    T* into) const {
            or_line(into[0], mover, from, open(game, known, 1 - mover) & static_cast<Word>(~bit<Word>(to)));
        }
    };
    // Where the enemy is to move and can be captured from but cannot capture itself.
    template <int mover>
    struct Threats {
        const GameW& game;
        const Known<Word>& before;
        static DAMIER_INLINE T tile(const std::byte* can) {
            return T::load(can + T::bytes * mover) - T::load(can + T::bytes * (1 - mover));
        }
        DAMIER_INLINE void add_tile(const Tiles<Word>& tiles, const Known<Word>& known, T* into) const {
            into[0] |= tile(record_after<T>(game, tiles, can_capture, before, known));
        }
        DAMIER_INLINE void add_line(const Tiles<Word>& tiles, const Known<Word>& known, int to, int from,
                                    T* into) const {
            const T t = tile(record_after<T>(game, tiles, can_capture, before, known));
            or_line(into[0], mover, from, line_at<T>(t.raw(), mover, to));
        }
    };

    template <int mover>
    static void start_tile(const JobW& job, const BlockW& block, std::uint32_t tile,
                           Captures<T, mover>& walk) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        std::byte* values = record(block.records[mover], tile);
        std::byte* exists_at = record(block.records[can_capture], tile) + T::bytes * mover;
        std::byte* open = record(block.open[mover], tile);
        if (!p.exists) {
            T::zero().store(values);
            T::zero().store(values + T::bytes);
            T::zero().store(exists_at);
            T::zero().store(open);
            T::zero().store(open + T::bytes);
            block.dirty[mover][tile] = 0;
            return;
        }
        const T all = valid(game, p);
        T exists, not_won, lost;
        walk.run(p.known, p.open[mover], p.open[1 - mover]);
        walk.collect(exists, not_won, lost);
        exists &= all;
        T moves[2] = {T::zero(), T::zero()};  // not won, lost
        Quiet<T>::template irreversible<mover, 2>(job, p.known, p.open[mover], moves,
                                                  Values<mover>{game, p.known});
        const T quiet = all - exists;
        T is_not_won = all - ((exists & lost) | (quiet & moves[1]));
        T is_lost = exists - not_won;
        T may_lose = quiet - moves[0];
        if (game.blocked != Blocked::loses) {
            T can[1] = {T::zero()};
            Quiet<T>::template irreversible<mover, 1>(job, p.known, p.open[mover], can,
                                                      Existence<mover>{game});
            Quiet<T>::template symbolic<mover, 1>(game, p.known.symbolic_king[mover], p.open[mover], &all,
                                                  can);
            Quiet<T>::template outer_kings<1>(job, mover, tile, p.known, can, [&](std::uint32_t after, T* x) {
                const Place q = place(job, block, after);
                x[0] = valid(game, q);
            });
            const T stuck = quiet - can[0];
            may_lose = may_lose - stuck;
            if (game.blocked == Blocked::wins) is_not_won = is_not_won - stuck;
        }
        is_not_won.store(values);
        is_lost.store(values + T::bytes);
        exists.store(exists_at);
        quiet.store(open);
        may_lose.store(open + T::bytes);
        block.dirty[mover][tile] = 1;
    }

    static void start(const JobW& job, const BlockW& block, std::uint32_t first, std::uint32_t last) {
        Captures<T, 0> white{job};
        Captures<T, 1> black{job};
        for (std::uint32_t tile = first; tile < last; ++tile) {
            start_tile<0>(job, block, tile, white);
            start_tile<1>(job, block, tile, black);
        }
    }

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

    template <int mover>
    static bool sweep_tile(const JobW& job, const BlockW& block, std::uint32_t tile) {
        const GameW& game = *job.game;
        const std::byte* open = record(block.open[mover], tile);
        const T quiet = T::load(open);
        const T may_lose = T::load(open + T::bytes);
        std::byte* values = record(block.records[mover], tile);
        const T not_won = T::load(values);
        const T lost = T::load(values + T::bytes);
        if (!((quiet & not_won) - lost).any()) return false;  // all is decided
        const Place p = place(job, block, tile);
        const auto fetch = [&](std::uint32_t t, T* x) {
            const std::byte* at = record(block.records[1 - mover], t);
            x[0] = T::load(at);
            x[1] = T::load(at + T::bytes);
        };
        T x[2];
        fetch(tile, x);
        T moves[2] = {T::zero(), T::zero()};
        Quiet<T>::template symbolic<mover, 2>(game, p.known.symbolic_king[mover], p.open[mover], x, moves);
        Quiet<T>::template outer_kings<2>(job, mover, tile, p.known, moves, fetch);
        const T won_now = quiet & not_won & moves[1];
        const T lost_now = (may_lose - moves[0]) - lost;
        if (!(won_now | lost_now).any()) return false;
        (not_won - won_now).store(values);
        (lost | lost_now).store(values + T::bytes);
        mark_dirty(job, block, 1 - mover, tile, p.known);
        return true;
    }
    template <int mover>
    static bool sweep_of(const JobW& job, const BlockW& block, std::uint32_t first, std::uint32_t last) {
        bool changed = false;
        std::uint8_t* dirty = block.dirty[mover];
        for (std::uint32_t tile = first; tile < last; ++tile) {
            if (!dirty[tile]) continue;
            dirty[tile] = 0;
            changed |= sweep_tile<mover>(job, block, tile);
        }
        return changed;
    }
    static bool sweep(const JobW& job, const BlockW& block, int mover, std::uint32_t first,
                      std::uint32_t last) {
        return mover == 0 ? sweep_of<0>(job, block, first, last) : sweep_of<1>(job, block, first, last);
    }

    template <int mover>
    static void mark_tile(const JobW& job, const BlockW& block, std::uint32_t tile, std::byte* marks) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        if (!p.exists) return T::zero().store(marks);
        const std::byte* can = record(block.records[can_capture], tile);
        const T threatened = T::load(can + T::bytes * (1 - mover)) - T::load(can + T::bytes * mover);
        T moves[1] = {T::zero()};
        if (threatened.any()) {
            const auto fetch = [&](std::uint32_t t, T* x) {
                x[0] = Threats<mover>::tile(record(block.records[can_capture], t));
            };
            Quiet<T>::template irreversible<mover, 1>(job, p.known, p.open[mover], moves,
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

    static constexpr Kernel<Word> kernel{T::lanes, T::bytes, start, sweep, mark, turn};
};

}  // namespace
}  // namespace damier::bits
