// The kernels of win, loss and draw (bit_planes.hpp). Included where a CPU path is compiled
// (bit_kernels_*.cpp).
#pragma once

#include "solver/bit_captures.hpp"
#include "solver/bit_kernel.hpp"
#include "solver/bit_planes.hpp"

namespace damier::bits {
namespace {

template <class T>
struct PlaneKernels : TileKernels<T> {
    using Base = TileKernels<T>;
    using Base::place;
    using Base::valid;
    using typename Base::BlockW;
    using typename Base::GameW;
    using typename Base::JobW;
    using typename Base::Place;
    using typename Base::Word;

    static DAMIER_INLINE std::byte* record(std::byte* base, std::size_t tile) {
        return base + 2 * T::bytes * tile;
    }

    // Values of successors.
    template <int mover>
    struct Values {
        const GameW& game;
        const Known<Word>& before;
        DAMIER_INLINE void add_tile(const Tiles<Word>& tiles, const Known<Word>& known, T* into) const {
            const std::byte* at = record_after<2 * T::bytes>(game, tiles, 1 - mover, before, known);
            into[0] |= T::load(at);
            into[1] |= T::load(at + T::bytes);
        }
        // The mover's symbolic piece goes to `to`; the line is that of its man on `from`.
        DAMIER_INLINE void add_line(const Tiles<Word>& tiles, const Known<Word>& known, int to, int from,
                                    T* into) const {
            const std::byte* at = record_after<2 * T::bytes>(game, tiles, 1 - mover, before, known);
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
    template <int mover>
    static void start_tile(const JobW& job, const BlockW& block, std::uint32_t tile,
                           Captures<Planes<T, mover>>& captures) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        std::byte* values = record(block.records[mover], tile);
        std::byte* exists_at = Base::captures_of(block, tile) + T::bytes * mover;
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
        captures.run(p.known, p.open[mover], p.open[1 - mover]);
        const auto& found = captures.collect();
        const T exists = found.exists & all;
        T moves[2] = {T::zero(), T::zero()};  // not won, lost
        Quiet<T>::template irreversible<mover>(job, p.known, p.open[mover], moves,
                                               Values<mover>{game, p.known});
        const T quiet = all - exists;
        T is_not_won = all - ((exists & found.values.lost) | (quiet & moves[1]));
        T is_lost = exists - found.values.not_won;
        T may_lose = quiet - moves[0];
        if (game.blocked != Blocked::loses) {
            T can[1] = {T::zero()};
            Quiet<T>::template irreversible<mover>(job, p.known, p.open[mover], can, Existence<mover>{game});
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
        Captures<Planes<T, 0>> white{job, {}};
        Captures<Planes<T, 1>> black{job, {}};
        for (std::uint32_t tile = first; tile < last; ++tile) {
            start_tile<0>(job, block, tile, white);
            start_tile<1>(job, block, tile, black);
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
        Base::mark_dirty(job, block, 1 - mover, tile, p.known);
        return true;
    }
    static bool sweep(const JobW& job, const BlockW& block, int mover, std::uint32_t first,
                      std::uint32_t last) {
        if (mover == 0) {
            return Base::sweep_dirty(block, 0, first, last,
                                     [&](std::uint32_t tile) { return sweep_tile<0>(job, block, tile); });
        }
        return Base::sweep_dirty(block, 1, first, last,
                                 [&](std::uint32_t tile) { return sweep_tile<1>(job, block, tile); });
    }

    static void turn_values(const GameW& game, const std::byte* from, std::byte* to) {
        Base::turn(game, from, to);
        Base::turn(game, from + T::bytes, to + T::bytes);
    }
    static bool too_long(const JobW&, const BlockW&) { return false; }

    static constexpr Kernel<Word> kernel{T::lanes,   T::bytes,     {2 * T::bytes, 2 * T::bytes, 2 * T::bytes},
                                         0,          2 * T::bytes, start,
                                         sweep,      too_long,     Base::mark,
                                         Base::turn, turn_values};
};

}  // namespace
}  // namespace damier::bits
