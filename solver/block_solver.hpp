// Solves one block: every placement of both axes for one configuration of the men outside them, both sides to
// move.
//
// 1. Irreversible moves and captures, row by row, from values that are final: captures and promotions lead to
// other
//    slices, a move of an outside man to a block of the level before.
// 2. Flags for the table writer: which values the prober can recompute (docs/table-format.md, free values).
// 3. Only moves of axis pieces are left. A position is won if a move leads to a lost one, lost if every move
// leads to a
//    won one; from "undecided" everywhere the values are recomputed until nothing changes. That least fixed
//    point is the same in whatever order rows are visited; what is still undecided is drawn.
// 3. Flags for the table writer: which values the prober can recompute (docs/table-format.md, free values).
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "solver/row_captures.hpp"

namespace damier {

// Runs f(first, last) over [0, count) in pieces, in parallel; empty where one thread solves the block.
using RowLoop =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t, std::uint32_t)>&)>;

template <Variant V, class Set>
class BlockSolver {
    static constexpr const Rules& rules = V::rules;

public:
    // `values` is the slice being solved: blocks of earlier levels are final, given values marked.
    BlockSolver(const Board<Set>& board, const ValueStore<Set>& store, SliceValues<Set>& values,
                bool has_given)
        : board_{board}, store_{store}, values_{values}, layout_{*values.layout}, has_given_{has_given} {
        for (Color c : both_colors) {
            const std::size_t n = axis(c).count() * row_length(c);
            fixed_[index(c)].assign(n, 0);
            now_[index(c)].assign(n, 0);
            changed_[index(c)].resize(layout_.axis(!c).count());
        }
        for (Color c : both_colors) workers_[index(c)] = std::make_unique<Worker>(*this, c);
    }

    void solve(std::uint32_t block, const RowLoop& loop) {
        block_ = block;
        men_ = layout_.men_of_block(block);
        for (Color mover : both_colors) {
            exclude_blocked(mover);
            for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) { start_row(mover, r, worker); });
        }
        for (Color mover : both_colors) spread(mover, loop);
        for (Color mover : both_colors) {
            for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) {
                mark_unstored(mover, r, worker);
                if (has_given_) add_given(mover, r);
            });
        }
        // The first round visits every row, for those without axis moves the only one.
        for (bool changed = true, first = true; changed; first = false) {
            changed = false;
            for (Color mover : both_colors) changed |= sweep(mover, first, loop);
        }
    }

private:
    // Scratch of one thread for rows of one mover.
    struct Worker {
        Worker(const BlockSolver& solver, Color mover)
            : leaf{solver.store_, mover, solver.axis(!mover)},
              captures{solver.board_, mover, solver.axis(!mover), leaf},
              valid(solver.row_length(mover)),
              acc(solver.row_length(mover)),
              pass(solver.row_length(mover)) {}
        RowLeaf<Set> leaf;
        RowCaptures<V, Set> captures;
        std::vector<std::uint8_t> valid, acc, pass;
    };
    // f(worker, row) for every row of the mover; rows are shared among threads where blocks are large.
    template <class F>
    void for_each_row(Color mover, const RowLoop& loop, F f) {
        const std::uint32_t count = axis(mover).count();
        if (!loop) {
            for (std::uint32_t r = 0; r < count; ++r) f(*workers_[index(mover)], r);
            return;
        }
        loop(count, [&](std::uint32_t first, std::uint32_t last) {
            Worker worker{*this, mover};
            for (std::uint32_t r = first; r < last; ++r) f(worker, r);
        });
    }

    const Axis<Set>& axis(Color c) const { return layout_.axis(c); }
    std::uint8_t* fixed_row(Color mover, std::uint32_t r) {
        return fixed_[index(mover)].data() + offset(mover, r);
    }
    std::uint8_t* now_row(Color mover, std::uint32_t r) {
        return now_[index(mover)].data() + offset(mover, r);
    }
    std::size_t row_length(Color mover) const { return padded(axis(!mover).count()); }
    std::size_t offset(Color mover, std::uint32_t r) const { return std::size_t{r} * row_length(mover); }
    // The values of the waiting side's positions with the mover's axis pieces at rank r: what the mover's
    // moves lead to.
    const std::uint8_t* successors(Color mover, std::uint32_t r) const {
        return values_.row(!mover, block_, r);
    }

    // Where the waiting side's axis pieces stand on outside men.
    void exclude_blocked(Color mover) {
        auto& open = open_[index(mover)];
        const Axis<Set>& waiting = axis(!mover);
        open.assign(row_length(mover), 0);
        std::fill_n(open.begin(), waiting.count(), std::uint8_t{0xff});
        for (Square s : men_[0] | men_[1]) rows::remove(open.data(), waiting.occupancy(s), open.size());
    }

    void start_row(Color mover, std::uint32_t r, Worker& worker) {
        const std::size_t n = row_length(mover);
        std::uint8_t* fixed = fixed_row(mover, r);
        std::uint8_t* now = now_row(mover, r);
        rows::clear(fixed, n);
        const Set own = axis(mover).set(r);
        const Set outside = men_[0] | men_[1];
        if (own & outside) {
            rows::clear(now, n);
            return;
        }
        const Row valid = worker.valid.data();
        rows::copy(valid, open_[index(mover)].data(), n);
        for (Square s : own) rows::remove(valid, axis(!mover).occupancy(s), n);

        const bool kings = axis(mover).of_kings();
        const Set own_men = kings ? men_[index(mover)] : own;
        const Set own_kings = kings ? own : Set{};
        man_moves(mover, r, own_men, own_kings, worker.leaf, fixed);
        const Row acc = worker.acc.data();
        const Row exists = worker.pass.data();
        worker.captures.run(own_men, own_kings, men_[index(!mover)], valid, acc, exists);
        rows::fill(fixed, n, [&](std::size_t i) {
            const rows::Chunk captured = rows::load(exists + i);
            const rows::Chunk quiet =
                rows::load(fixed + i) & static_cast<std::uint8_t>(result_mask | threat_bit);
            const rows::Chunk taken = (rows::load(acc + i) & result_mask) | capture_bit;
            return ((captured & taken) | (~captured & quiet) | valid_bit) & rows::load(valid + i);
        });
        // Undecided unless a capture or an irreversible win decides.
        rows::fill(now, n, [&](std::size_t i) {
            const rows::Chunk bits = rows::load(fixed + i);
            const rows::Chunk decided = -((bits >> 2 | bits) & 1);
            return (value_of(bits) & decided) | (rows::load(valid + i) & ~decided & drawn_value);
        });
    }

    // Where a finished table stores a value, it takes the place of what was accumulated.
    void add_given(Color mover, std::uint32_t r) {
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0) + r;
        const std::size_t stride = axis(mover).count();
        std::uint8_t* fixed = fixed_row(mover, r);
        std::uint8_t* now = now_row(mover, r);
        for (std::size_t i = 0; i < axis(!mover).count(); ++i) {
            std::uint8_t& value = out[i * stride];
            const auto given = static_cast<std::uint8_t>(value & given_mask);
            if (given == 0 || (value & unstored_bit)) continue;
            const std::uint8_t result = given == given_win ? won_value : given == given_draw ? drawn_value : lost_value;
            const std::uint8_t acc = given == given_win ? lost_bit : given == given_draw ? not_won_bit : 0;
            fixed[i] = static_cast<std::uint8_t>(valid_bit | given_bit | acc);
            now[i] = result;
            value = static_cast<std::uint8_t>((value & ~result_mask) | result);
        }
    }

    // The value that accumulated successors make: a lost one wins, else one that is not won holds, else the
    // side to move has lost. Zero where the placement does not exist. Branch-free, so that rows vectorise.
    static rows::Chunk value_of(const rows::Chunk& acc) {
        const rows::Chunk exists = -((acc >> 3) & 1);
        const rows::Chunk not_won = (acc & 1) - 1;
        const rows::Chunk lost = ((acc >> 1) & 1) ^ 1;
        return (lost | not_won_bit) & not_won & exists;
    }

    // Moves of men outside the axis, and promotions of any man.
    void man_moves(Color mover, std::uint32_t r, Set own_men, Set own_kings, RowLeaf<Set>& leaf, Row acc) {
        const std::size_t n = row_length(mover);
        const Set blocked = own_men | own_kings | men_[index(!mover)];
        const bool outside = axis(mover).of_kings();
        for (Direction d : all_directions) {
            if (!rules.man_moves.is.for_color(mover).contains(d)) continue;
            for (Square from : own_men) {
                const Square to = board_.next(d, from);
                if (to == no_square || blocked.contains(to)) continue;
                const Set men_left = own_men - Set::of(from);
                if (board_.promotion_row(mover).contains(to)) {
                    // Where the waiting side stands on `to` the successor does not exist and is zero.
                    leaf.add({men_left, own_kings | Set::of(to), men_[index(!mover)], Set{}}, nullptr, acc);
                } else if (outside) {
                    std::array<Set, 2> men = men_;
                    men[index(mover)] = men_left | Set::of(to);
                    rows::or_into(acc, values_.row(!mover, layout_.block_of(men[0], men[1]), r), n);
                }
            }
        }
    }

    // acc |= what the moves of the mover's axis pieces lead to.
    void axis_moves(Color mover, std::uint32_t r, Row acc, Row pass) const {
        const std::size_t n = row_length(mover);
        const Set outside = men_[0] | men_[1];
        const AxisStep* end = axis(mover).steps_end(r);
        bool stopped = false;   // by a man outside the axes
        bool narrowed = false;  // pass excludes what the waiting side's axis pieces block
        for (const AxisStep* step = axis(mover).steps_begin(r); step != end; ++step) {
            if (step->starts_ray) stopped = narrowed = false;
            if (stopped) continue;
            if (outside.contains(step->to)) {
                stopped = true;
                continue;
            }
            if (narrowed) {
                rows::or_masked(acc, successors(mover, step->rank), pass, n);
            } else {
                rows::or_into(acc, successors(mover, step->rank), n);
            }
            if (step + 1 == end || (step + 1)->starts_ray) continue;
            const ConstRow occupied = axis(!mover).occupancy(step->to);
            if (narrowed) {
                stopped = !rows::difference(pass, pass, occupied, n);
            } else {
                rows::fill(pass, n, [=](std::size_t i) { return ~rows::load(occupied + i); });
                narrowed = true;
            }
        }
    }

    bool touched(Color mover, std::uint32_t r) const {
        const auto& changed = changed_[index(!mover)];
        for (const AxisStep* step = axis(mover).steps_begin(r); step != axis(mover).steps_end(r); ++step) {
            if (changed[step->rank]) return true;
        }
        return false;
    }

    // Recomputes the mover's rows whose successors changed; returns whether a value changed.
    bool sweep(Color mover, bool every_row, const RowLoop& loop) {
        std::atomic<bool> any{false};
        std::fill(changed_[index(mover)].begin(), changed_[index(mover)].end(), std::uint8_t{0});
        for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) {
            if (!every_row && !touched(mover, r)) return;
            rows::clear(worker.acc.data(), row_length(mover));
            axis_moves(mover, r, worker.acc.data(), worker.pass.data());
            if (update_row(mover, r, worker.acc.data())) any.store(true, std::memory_order_relaxed);
        });
        return any;
    }

    bool update_row(Color mover, std::uint32_t r, Row acc) {
        const std::size_t n = row_length(mover);
        const std::uint8_t* fixed = fixed_row(mover, r);
        std::uint8_t* now = now_row(mover, r);
        // acc becomes what has changed: new value ^ old value.
        const bool differs = rows::fill(acc, n, [&](std::size_t i) {
            const rows::Chunk base = rows::load(fixed + i);
            // Captures and given values are not the axis moves' to change.
            const rows::Chunk open = ((base >> 2 | base >> 6) & 1) - 1;
            return value_of(base | (rows::load(acc + i) & open & result_mask)) ^ rows::load(now + i);
        });
        if (!differs) return false;
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0) + r;
        const std::size_t stride = axis(mover).count();
        auto& changed = changed_[index(mover)];
        rows::for_each_set(acc, n, [&](std::size_t i) {
            now[i] = static_cast<std::uint8_t>(now[i] ^ acc[i]);
            out[i * stride] = static_cast<std::uint8_t>(out[i * stride] ^ acc[i]);
            std::atomic_ref{changed[i]}.store(1, std::memory_order_relaxed);
        });
        return true;
    }

    // The values of the mover's rows as they stand go to the slice, with flags; turned round, and in tiles, since one
    // side is read and the other written across.
    void spread(Color mover, const RowLoop& loop) {
        constexpr std::uint32_t tile = 32;
        const std::uint32_t rows = axis(mover).count();
        const std::uint32_t columns = axis(!mover).count();
        const std::size_t length = row_length(mover);
        const std::size_t turned_length = row_length(!mover);
        const std::uint8_t* now = now_[index(mover)].data();
        const std::uint8_t* fixed = fixed_[index(mover)].data();
        const std::uint8_t* other = fixed_[index(!mover)].data();
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0);
        const auto spread_one = [=](std::uint32_t r, std::uint32_t c) {
            const std::size_t at = r * length + c;
            std::uint8_t& value = out[std::size_t{c} * rows + r];
            // Captures, else a threat where the other side could capture.
            const int captures = fixed[at] & capture_bit;
            const int threat = (other[c * turned_length + r] & capture_bit & ~captures) * (threat_bit / capture_bit);
            value = static_cast<std::uint8_t>((value & given_mask) | now[at] | captures | threat);
        };
        const auto spread_tiles = [&](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t c0 = first * tile; c0 < std::min(columns, last * tile); c0 += tile) {
                for (std::uint32_t r0 = 0; r0 < rows; r0 += tile) {
                    for (std::uint32_t c = c0; c < std::min(columns, c0 + tile); ++c) {
                        for (std::uint32_t r = r0; r < std::min(rows, r0 + tile); ++r) spread_one(r, c);
                    }
                }
            }
        };
        const std::uint32_t tiles = (columns + tile - 1) / tile;
        if (loop) {
            loop(tiles, spread_tiles);
        } else {
            spread_tiles(0, tiles);
        }
    }

    // Captures are not stored; nor rule R1: the mover has no capture, the other side threatens one, and every quiet
    // move leads where that is not so; then a search of one ply never meets a second free value of the kind. It is a
    // matter of which moves there are, not of values.
    void mark_unstored(Color mover, std::uint32_t r, Worker& worker) {
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0) + r;
        const std::size_t stride = axis(mover).count();
        const Row acc = worker.acc.data();
        rows::copy(acc, fixed_row(mover, r), row_length(mover));
        axis_moves(mover, r, acc, worker.pass.data());
        for (std::size_t i = 0; i < axis(!mover).count(); ++i) {
            std::uint8_t& value = out[i * stride];
            const int r1 = value & threat_bit & ~acc[i];
            if ((value & capture_bit) || r1) value = static_cast<std::uint8_t>(value | unstored_bit);
        }
    }

    const Board<Set>& board_;
    const ValueStore<Set>& store_;
    SliceValues<Set>& values_;
    const SliceLayout<Set>& layout_;
    bool has_given_;
    std::array<std::unique_ptr<Worker>, 2> workers_;  // for blocks that one thread solves
    std::uint32_t block_ = 0;
    std::array<Set, 2> men_;
    // By side to move, rows of the waiting side's axis. Fixed: accumulated successors by irreversible moves,
    // with capture_bit, valid_bit, given_bit. Now: the values as they stand.
    std::array<std::vector<std::uint8_t>, 2> fixed_;
    std::array<std::vector<std::uint8_t>, 2> now_;
    std::array<std::vector<std::uint8_t>, 2> open_;
    // By side to move: rank of the other side whose values changed in the last sweep.
    std::array<std::vector<std::uint8_t>, 2> changed_;
};

}  // namespace damier
