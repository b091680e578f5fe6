// What quiet moves lead to, a tile at a time: steps of the symbolic piece inside the tile, of known kings
// between the tiles of a block, of known men to blocks that are solved, and promotions.
#pragma once

#include "solver/bit_leaf.hpp"

namespace damier::bits {
namespace {

template <class T>
struct Quiet {
    using Word = typename T::Word;
    static constexpr int enemy(int mover) { return 1 - mover; }

    // Placements whose piece stands where a step of a list leads to a placement of `x`.
    template <int mover>
    static DAMIER_INLINE T step_back(const Shifts<Word>& steps, const T& x) {
        T r = T::zero();
        if constexpr (mover == 0) {
            for (int i = 0; i < steps.count; ++i) {
                r |= bits_moved(x, -steps.of[i].by) & everywhere<T>(steps.of[i].from);
            }
        } else {
            Padded<T> lanes;
            lanes.set(x);
            for (int i = 0; i < steps.count; ++i) {
                r |= lanes.moved(steps.of[i].by) & T::load(steps.of[i].lanes);
            }
        }
        return r;
    }

    // The same for any number of steps in one direction over empty squares, for several planes at once.
    // `empty`: where the moving piece could stand.
    template <int mover, int planes>
    static DAMIER_INLINE void slide_back(const GameView<Word>& game, int d, const T& empty, const T* x,
                                         T* into) {
        T reach[planes];
        for (int p = 0; p < planes; ++p) reach[p] = x[p];
        T clear = empty;
        int covered = 0;
        for (int level = 0;; ++level) {
            const Shifts<Word>& steps = game.leaps[level][d];
            for (int p = 0; p < planes; ++p) reach[p] |= clear & step_back<mover>(steps, reach[p]);
            covered += 1 << level;
            if (covered >= game.longest_ray - 1) break;
            if (level == 2) {
                // Four at a time from here on.
                for (; covered < game.longest_ray - 1; covered += 4) {
                    for (int p = 0; p < planes; ++p) reach[p] |= clear & step_back<mover>(steps, reach[p]);
                }
                break;
            }
            clear &= step_back<mover>(steps, clear);
        }
        for (int p = 0; p < planes; ++p) into[p] |= step_back<mover>(game.leaps[0][d], reach[p]);
    }

    // Steps of the symbolic piece. `open`: where it can stand by the known pieces.
    template <int mover, int planes>
    static DAMIER_INLINE void symbolic(const GameView<Word>& game, bool king, Word open, const T* x,
                                       T* into) {
        if (!king || !game.flying) {
            for (int p = 0; p < planes; ++p) into[p] |= step_back<mover>(game.steps[mover][king], x[p]);
            return;
        }
        const T empty = (mover == 0 ? everywhere<T>(open) : lanes_of<T>(open)) & T::load(game.apart);
        for (int left = game.moves[mover][1]; left != 0; left &= left - 1) {
            slide_back<mover, planes>(game, __builtin_ctz(static_cast<unsigned>(left)), empty, x, into);
        }
    }

    // Steps of known kings: f(tile of the block after the step, nullptr or where nothing that is unknown
    // stands in between).
    template <class F>
    static DAMIER_INLINE void each_outer_step(const Job<Word>& job, int mover, std::uint32_t tile,
                                              const Known<Word>& known, F f) {
        const OuterKings<Word>& kings = job.outer[mover];
        const std::uint32_t black_kings = job.tiles.black_kings;
        const std::uint32_t rank = mover == 0 ? tile / black_kings : tile % black_kings;
        const Word occupied = known.occupied();
        bool closed = false;
        T pass = T::zero();
        bool narrowed = false;
        Word passed = 0;
        for (const OuterStep* step = kings.steps + kings.first_step[rank];
             step != kings.steps + kings.first_step[rank + 1]; ++step) {
            if (step->starts_ray) {
                closed = false;
                narrowed = false;
                passed = 0;
            } else if (closed) {
                continue;
            }
            if (has(occupied, step->to)) {
                closed = true;
                continue;
            }
            if (passed != 0) {
                pass = rectangle<T>(static_cast<Word>(~passed), static_cast<Word>(~passed));
                narrowed = true;
            }
            const std::uint32_t after = mover == 0 ? step->rank * black_kings + tile % black_kings
                                                   : tile / black_kings * black_kings + step->rank;
            f(after, narrowed ? &pass : nullptr);
            passed |= bit<Word>(step->to);
        }
    }
    // f(tile) gives planes, which are OR-ed.
    template <int planes, class F>
    static DAMIER_INLINE void outer_kings(const Job<Word>& job, int mover, std::uint32_t tile,
                                          const Known<Word>& known, T* into, F f) {
        each_outer_step(job, mover, tile, known, [&](std::uint32_t after, const T* pass) {
            T x[planes];
            f(after, x);
            for (int p = 0; p < planes; ++p) into[p] |= pass != nullptr ? x[p] & *pass : x[p];
        });
    }

    // Irreversible moves. `source` adds tiles and lines of any slice, with the enemy to move.
    template <int mover, class Into, class Source>
    static void irreversible(const Job<Word>& job, const Known<Word>& known, Word own_open, Into* into,
                             const Source& source) {
        const GameView<Word>& game = *job.game;
        const Word occupied = known.occupied();
        const int enemy_men = job.men[1 - mover];
        const int enemy_kings = job.kings[1 - mover];
        const auto promoted = [&]() -> const Tiles<Word>& {
            return *job.next[mover][1][enemy_men * max_left + enemy_kings];
        };
        for (int left = game.moves[mover][0]; left != 0; left &= left - 1) {
            const int d = __builtin_ctz(static_cast<unsigned>(left));
            each(known.men[mover], [&](int from) {
                const int to = game.next[d][from];
                if (to == none || has(occupied, to)) return;
                Known<Word> after = known;
                after.men[mover] ^= bit<Word>(from);
                if (!has(game.promotion[mover], to)) {
                    after.men[mover] |= bit<Word>(to);
                    source.add_tile(job.tiles, after, into);
                } else if (known.symbolic_king[mover]) {
                    after.kings[mover] |= bit<Word>(to);
                    source.add_tile(promoted(), after, into);
                } else {
                    after.symbolic_king[mover] = true;
                    each(own_open, [&](int man) {
                        Known<Word> then = after;
                        then.men[mover] |= bit<Word>(man);
                        source.add_line(promoted(), then, to, man, into);
                    });
                }
            });
            if (known.symbolic_king[mover]) continue;
            each(own_open & game.before_promotion[mover], [&](int from) {
                const int to = game.next[d][from];
                if (to == none || has(occupied, to) || !has(game.promotion[mover], to)) return;
                Known<Word> after = known;
                after.symbolic_king[mover] = true;
                source.add_line(promoted(), after, to, from, into);
            });
        }
    }
};

}  // namespace
}  // namespace damier::bits
