// The kernels of distances (bit_bytes.hpp). Included where a CPU path is compiled (bit_kernels_*.cpp).
//
// A quiet placement starts as a draw, or as the win that an irreversible move makes, and takes the best of
// its moves until nothing changes (block_solver.hpp says why that is the distance).
#pragma once

#include "solver/bit_bytes.hpp"
#include "solver/bit_captures.hpp"
#include "solver/bit_kernel.hpp"
#include "solver/bit_kernels.hpp"

namespace damier::bits {
namespace {

// count: what a byte of distance is (bit_bytes.hpp).
template <class T, Count count>
struct ByteKernels : TileKernels<T> {
    using Base = TileKernels<T>;
    using B = ByteTile<T>;
    using Base::place;
    using typename Base::BlockW;
    using typename Base::GameW;
    using typename Base::JobW;
    using typename Base::Place;
    using typename Base::Word;

    static DAMIER_INLINE std::byte* record(std::byte* base, std::size_t tile) {
        return base + B::bytes * tile;
    }

    // Of a tile and a mover while its block is solved; the lane is the mover's square.
    struct Scratch {
        std::byte* fixed;  // the best that captures and irreversible moves lead to
        std::byte* now;    // the values
        std::byte* quiet;  // masks: no capture; the placement exists
        std::byte* valid;
    };
    static constexpr std::size_t scratch_bytes = 2 * B::bytes + 2 * T::bytes;
    static DAMIER_INLINE Scratch scratch(const BlockW& block, int mover, std::uint32_t tile) {
        std::byte* at = block.open[mover] + scratch_bytes * tile;
        return {at, at + B::bytes, at + 2 * B::bytes, at + 2 * B::bytes + T::bytes};
    }

    template <int mover>
    struct Values {
        using V = Bytes<T>;
        const GameW& game;
        const Known<Word>& before;
        DAMIER_INLINE void add_tile(const Tiles<Word>& tiles, const Known<Word>& known,
                                    typename V::Sum* into) const {
            into->add_record(record_after<B::bytes>(game, tiles, 1 - mover, before, known));
        }
        DAMIER_INLINE void add_line(const Tiles<Word>& tiles, const Known<Word>& known, int to, int from,
                                    typename V::Sum* into) const {
            const std::byte* at = record_after<B::bytes>(game, tiles, 1 - mover, before, known);
            into->add_line(true, from, V::line(at, true, to), static_cast<Word>(~Word{0}));
        }
    };

    template <int mover>
    static void start_tile(const JobW& job, const BlockW& block, std::uint32_t tile,
                           Captures<Bytes<T>>& captures) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        std::byte* values = record(block.records[mover], tile);
        std::byte* exists_at = Base::captures_of(block, tile) + T::bytes * mover;
        block.dirty[mover][tile] = p.exists;
        if (!p.exists) {
            B::clear(values);
            T::zero().store(exists_at);
            return;
        }
        const T valid =
            (mover == 0 ? rectangle<T>(p.open[1], p.open[0]) : rectangle<T>(p.open[0], p.open[1])) &
            T::load(game.apart);
        captures.run(p.known, p.open[mover], p.open[1 - mover]);
        const auto& found = captures.collect();
        const T exists = found.exists & valid;
        typename Bytes<T>::Sum moves;
        moves.clear();
        Quiet<T>::template irreversible<mover>(job, p.known, p.open[mover], &moves,
                                               Values<mover>{game, p.known});
        const Scratch s = scratch(block, mover, tile);
        (valid - exists).store(s.quiet);
        valid.store(s.valid);
        for (std::size_t i = 0; i < B::vectors; ++i) {
            const auto captured = B::mask(exists, i);
            const auto fixed = restarted<vector_bytes, count>(
                chosen<vector_bytes>(captured, B::load(found.values.own, i), B::load(moves.own, i)));
            B::store(s.fixed, i, fixed);
            const auto draw = typename B::Vec{} + byte_draw;
            const auto best = chosen<vector_bytes>(captured, fixed, larger<vector_bytes>(fixed, draw));
            B::store(s.now, i,
                     under<vector_bytes>(B::mask(valid, i), turned_round<vector_bytes, count>(best)));
        }
        B::transpose(s.now, values);
        if (mover == 1) {
            exists.store(exists_at);
        } else {
            T turned = T::zero();
            if (exists.any()) {
                for (int q = 0; q < game.squares; ++q)
                    bits::or_lane(turned, q, column_at<T>(exists.raw(), q));
            }
            turned.store(exists_at);
        }
    }

    static void start(const JobW& job, const BlockW& block, std::uint32_t first, std::uint32_t last) {
        Captures<Bytes<T>> white{job, 0};
        Captures<Bytes<T>> black{job, 1};
        for (std::uint32_t tile = first; tile < last; ++tile) {
            start_tile<0>(job, block, tile, white);
            start_tile<1>(job, block, tile, black);
        }
    }

    // What the flying symbolic king of the mover can step to, x being the values after. What stands on
    // squares that are not open has no meaning.
    [[gnu::noinline]] static void slide(const GameW& game, int mover, Word open, const std::byte* x,
                                        std::byte* to) {
        // Where a king goes on: over a square that no piece stands on.
        const T empty = lanes_of<T>(open) & T::load(game.apart);
        B::clear(to);
        alignas(64) std::byte ray[B::bytes];
        for (int left = game.moves[mover][1]; left != 0; left &= left - 1) {
            const Chain& chain = game.chains[__builtin_ctz(static_cast<unsigned>(left))];
            B::clear(ray);
            for (int i = 0; i < chain.count; ++i) {
                const int next = chain.to[i];
                const Word passes = lane_at<T>(empty.raw(), next);
                const std::size_t here = chain.from[i] * B::row;
                const std::size_t from = static_cast<std::size_t>(next) * B::row;
                for (std::size_t part = 0; part < B::row_vectors; ++part) {
                    constexpr std::size_t n = B::row_vector;
                    const std::size_t at = part * n;
                    const auto best = larger_under<n>(load_bytes<n>(x + from + at), B::row_mask(passes, part),
                                                      load_bytes<n>(ray + from + at));
                    store_bytes<n>(ray + here + at, best);
                    store_bytes<n>(to + here + at, larger<n>(load_bytes<n>(to + here + at), best));
                }
            }
        }
    }

    // The largest of many records, byte by byte. As many vectors at a time as there are registers for.
    class Largest {
    public:
        DAMIER_INLINE explicit Largest(std::byte* into) : into_{into} {}
        DAMIER_INLINE void add(const std::byte* values) {
            plain_[plains_++] = values;
            if (plains_ == max_plain) flush();
        }
        // Where the mask is set, which must stay.
        DAMIER_INLINE void add(const std::byte* values, const std::byte* mask) {
            masked_[masks_++] = {values, mask};
            if (masks_ == max_masked) flush();
        }
        DAMIER_INLINE void add(const std::byte* values, const T& mask) {
            passes_[masks_] = mask;
            add(values, passes_[masks_].raw());
        }
        void flush() {
            constexpr std::size_t at_once = vector_bytes == 64 && B::vectors % 16 == 0 ? 16 : 8;
            static_assert(B::vectors % at_once == 0);
            for (std::size_t first = 0; first < B::vectors; first += at_once) {
                typename B::Vec sum[at_once];
#pragma GCC unroll 16
                for (std::size_t i = 0; i < at_once; ++i)
                    sum[i] = begun_ ? B::load(into_, first + i) : typename B::Vec{};
                for (int k = 0; k < plains_; ++k) {
#pragma GCC unroll 16
                    for (std::size_t i = 0; i < at_once; ++i)
                        sum[i] = larger<vector_bytes>(sum[i], B::load(plain_[k], first + i));
                }
                for (int k = 0; k < masks_; ++k) {
#pragma GCC unroll 16
                    for (std::size_t i = 0; i < at_once; ++i) {
                        sum[i] = larger_under<vector_bytes>(sum[i], B::mask_at(masked_[k].mask, first + i),
                                                            B::load(masked_[k].values, first + i));
                    }
                }
#pragma GCC unroll 16
                for (std::size_t i = 0; i < at_once; ++i) B::store(into_, first + i, sum[i]);
            }
            begun_ = true;
            plains_ = masks_ = 0;
        }

    private:
        struct Masked {
            const std::byte* values;
            const std::byte* mask;
        };
        static constexpr int max_plain = 32;
        static constexpr int max_masked = 24;
        std::byte* into_;
        bool begun_ = false;
        int plains_ = 0;
        int masks_ = 0;
        const std::byte* plain_[max_plain];
        Masked masked_[max_masked];
        T passes_[max_masked];
    };

    template <int mover>
    static bool sweep_tile(const JobW& job, const BlockW& block, std::uint32_t tile) {
        const GameW& game = *job.game;
        const Place p = place(job, block, tile);
        const Scratch s = scratch(block, mover, tile);
        const auto waiting = [&](std::uint32_t t) { return record(block.records[1 - mover], t); };
        alignas(64) std::byte sum[B::bytes];
        Largest largest{sum};
        alignas(64) std::byte slides[B::bytes];
        const bool king = p.known.symbolic_king[mover];
        if (king && game.flying) {
            slide(game, mover, p.open[mover], waiting(tile), slides);
            largest.add(slides);
        } else {
            const Shifts<Word>& steps = game.steps[mover][king];
            for (int i = 0; i < steps.count; ++i) {
                const std::ptrdiff_t by = steps.of[i].by * static_cast<std::ptrdiff_t>(B::row);
                largest.add(waiting(tile) + by, steps.of[i].lanes);
            }
        }
        Quiet<T>::each_outer_step(job, mover, tile, p.known, [&](std::uint32_t after, const T* pass) {
            if (pass == nullptr) {
                largest.add(waiting(after));
            } else {
                largest.add(waiting(after), *pass);
            }
        });
        largest.flush();
        const std::uint8_t without_move = game.blocked == Blocked::draws ? byte_draw : 1;
        const auto stuck = typename B::Vec{} + without_move;
        typename B::Vec differs{};
        for (std::size_t i = 0; i < B::vectors; ++i) {
            auto moved = B::load(sum, i);
            if (!king) moved = restarted<vector_bytes, count>(moved);
            const auto best = larger_under<vector_bytes>(B::load(s.fixed, i), B::mask_at(s.quiet, i), moved);
            auto turned = turned_round<vector_bytes, count>(best);
            if (game.blocked != Blocked::loses) {
                const auto none = (typename B::Vec)(best == 0);
                turned = (turned & ~none) | (stuck & none);
            }
            turned = under<vector_bytes>(B::mask_at(s.valid, i), turned);
            differs |= turned ^ B::load(s.now, i);
            B::store(s.now, i, turned);
        }
        if (!any_byte<vector_bytes>(differs)) return false;
        B::transpose(s.now, record(block.records[mover], tile));
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

    // Once the block is solved. Longer distances than fit are values of this one, too, or of a slice before.
    static bool too_long(const JobW& job, const BlockW& block) {
        typename B::Vec most{};
        for (int mover = 0; mover < 2; ++mover) {
            const std::byte* values = block.records[mover];
            for (std::size_t i = 0; i < B::vectors * block.tile_count; ++i) {
                const auto v = B::load(values, i);
                const auto losses = (typename B::Vec)((typename ByteVectorOf<vector_bytes>::Signed)v >= 0);
                most = larger<vector_bytes>(most, v & losses);
            }
        }
        const auto limit = typename B::Vec{} + job.longest;
        return any_byte<vector_bytes>((typename B::Vec)(most > limit));
    }

    // All squares counted from the other end; the colours change places, and so do lane and bit.
    static void turn_values(const GameW& game, const std::byte* from, std::byte* to) {
        const auto n = static_cast<std::size_t>(game.squares);
        B::clear(to);
        for (std::size_t lane = 0; lane < n; ++lane) {
            const std::byte* row = from + (n - 1 - lane) * B::row;
            for (std::size_t q = 0; q < n; ++q) to[lane * B::row + q] = row[n - 1 - q];
        }
    }

    // Lanes that a step can move by, of boards with up to twelve columns.
    static constexpr std::size_t margin = 8 * B::row;

    static constexpr Kernel<Word> kernel{T::lanes,   T::bytes,      {B::bytes, B::bytes, 2 * T::bytes},
                                         margin,     scratch_bytes, start,
                                         sweep,      too_long,      Base::mark,
                                         Base::turn, turn_values};
};

template <Count count>
constexpr SizeKernels of_each_size{&ByteKernels<Tile<std::uint32_t, 32>, count>::kernel,
                                   &ByteKernels<Tile<std::uint64_t, 56>, count>::kernel,
                                   &ByteKernels<Tile<std::uint64_t, 64>, count>::kernel,
                                   &ByteKernels<Tile<Word128, 72>, count>::kernel};

}  // namespace
}  // namespace damier::bits
