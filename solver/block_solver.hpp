// Solves one block: every placement of both axes for one configuration of the men outside them, both sides to
// move.
//
// First irreversible moves and captures, row by row, from values that are final: captures and promotions lead
// to other slices, a move of an outside man to a block of the level before.
//
// Then flags for the table writer: which values the prober can recompute (docs/table-format.md, free values).
//
// Only moves of axis pieces are left. A position is won if a move leads to a lost one, lost if every move
// leads to a won one; from "undecided" everywhere the values are recomputed until nothing changes. That least
// fixed point is the same in whatever order rows are visited; what is still undecided is drawn.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "solver/object_pool.hpp"
#include "solver/row_captures.hpp"
#include "solver/transpose.hpp"

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
            marked_[index(c)].assign(n, 0);
            changed_[index(c)].resize(layout_.axis(!c).count());
            undecided_[index(c)].resize(axis(c).count());
            for (Direction d : all_directions) {
                if (!rules.man_moves.is.for_color(c).contains(d)) continue;
                promoting_[index(c)] |= board_.step(opposite(d), board_.promotion_row(c));
            }
        }
        for (Color c : both_colors) workers_[index(c)] = std::make_unique<Worker>(*this, c);
    }

    void solve(std::uint32_t block, const RowLoop& loop) {
        block_ = block;
        men_ = layout_.men_of_block(block);
        for (Color mover : both_colors) {
            exclude_blocked(mover);
            find_man_moves(mover);
            for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) { start_row(mover, r, worker); });
        }
        for (Color mover : both_colors) mark_threats(mover, loop);
        for (Color mover : both_colors) {
            for_each_row(mover, loop,
                         [&](Worker& worker, std::uint32_t r) { mark_unstored(mover, r, worker); });
        }
        if (has_given_) {
            for (Color mover : both_colors) add_given(mover, loop);
        }
        for (Color mover : both_colors) publish(mover, loop);
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
            ObjectPool<Worker>& pool = helpers_[index(mover)];
            auto worker = pool.take();
            if (!worker) worker = std::make_unique<Worker>(*this, mover);
            for (std::uint32_t r = first; r < last; ++r) f(*worker, r);
            pool.give_back(std::move(worker));
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
    void add_given(Color mover, const RowLoop& loop) {
        std::vector<std::uint8_t> given(axis(mover).count() * row_length(mover));
        std::uint8_t* values = block_values(mover);
        for_each_tile(axis(mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(values, axis(mover).count(), given.data(), row_length(mover), axis(!mover).count(),
                      first, last);
        });
        for (std::size_t i = 0; i < given.size(); ++i) {
            const auto says = static_cast<std::uint8_t>(given[i] & given_mask);
            std::uint8_t& value = marked_[index(mover)][i];
            std::uint8_t& fixed = fixed_[index(mover)][i];
            if (says == 0 || !(fixed & valid_bit) || (value & unstored_bit)) continue;
            const std::uint8_t result = says == given_win    ? won_value
                                        : says == given_draw ? drawn_value
                                                             : lost_value;
            const std::uint8_t acc = says == given_win ? lost_bit : says == given_draw ? not_won_bit : 0;
            fixed = static_cast<std::uint8_t>(valid_bit | given_bit | acc);
            now_[index(mover)][i] = result;
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

    // The blocks to which quiet moves of the mover's outside men lead. A king may block such a move: the
    // placement after it then does not exist and is zero.
    void find_man_moves(Color mover) {
        auto& targets = man_targets_[index(mover)];
        targets.clear();
        if (!axis(mover).of_kings()) return;
        for_each_man_move(mover, men_[index(mover)], men_[0] | men_[1], [&](Square from, Square to) {
            if (board_.promotion_row(mover).contains(to)) return;
            std::array<Set, 2> men = men_;
            men[index(mover)] = (men[index(mover)] - Set::of(from)) | Set::of(to);
            targets.push_back(layout_.block_of(men[0], men[1]));
        });
    }

    template <class F>
    void for_each_man_move(Color mover, Set movers, Set blocked, F f) const {
        for (Direction d : all_directions) {
            if (!rules.man_moves.is.for_color(mover).contains(d)) continue;
            for (Square to : board_.step(d, movers) - blocked) f(board_.next(opposite(d), to), to);
        }
    }

    // Irreversible moves that are no captures: quiet moves of outside men, promotions of any man.
    void man_moves(Color mover, std::uint32_t r, Set own_men, Set own_kings, RowLeaf<Set>& leaf, Row acc) {
        const std::size_t n = row_length(mover);
        for (std::uint32_t target : man_targets_[index(mover)])
            rows::or_into(acc, values_.row(!mover, target, r), n);
        const Set promoting = own_men & promoting_[index(mover)];
        if (!promoting) return;
        const Set known = men_[index(!mover)];
        for_each_man_move(mover, promoting, own_men | own_kings | known, [&](Square from, Square to) {
            if (!board_.promotion_row(mover).contains(to)) return;
            // Where the waiting side stands on `to` the successor does not exist and is zero.
            leaf.add({own_men - Set::of(from), own_kings | Set::of(to), known, Set{}}, nullptr, acc);
        });
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
            if (!every_row && !(undecided_[index(mover)][r] && touched(mover, r))) return;
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
        rows::Chunk drawn{};
        const bool differs = rows::fill(acc, n, [&](std::size_t i) {
            const rows::Chunk base = rows::load(fixed + i);
            // Captures and given values are not the axis moves' to change.
            const rows::Chunk open = ((base >> 2 | base >> 6) & 1) - 1;
            const rows::Chunk value = value_of(base | (rows::load(acc + i) & open & result_mask));
            drawn |= ~(value << 1) & value & open & not_won_bit;
            return value ^ rows::load(now + i);
        });
        undecided_[index(mover)][r] = rows::any(drawn);
        if (!differs) return false;
        std::uint8_t* out = block_values(mover) + r;
        const std::size_t stride = axis(mover).count();
        auto& changed = changed_[index(mover)];
        rows::for_each_set(acc, n, [&](std::size_t i) {
            now[i] = static_cast<std::uint8_t>(now[i] ^ acc[i]);
            out[i * stride] = static_cast<std::uint8_t>(out[i * stride] ^ acc[i]);
            std::atomic_ref{changed[i]}.store(1, std::memory_order_relaxed);
        });
        return true;
    }

    std::uint8_t* block_values(Color mover) {
        return values_.values[index(mover)].data() + layout_.row(mover, block_, 0);
    }

    // f(first, last) for tiles of 0 .. count-1.
    template <class F>
    void for_each_tile(std::uint32_t count, const RowLoop& loop, F f) {
        constexpr std::uint32_t tile = 64;
        if (!loop) return f(0, count);
        loop((count + tile - 1) / tile,
             [&](std::uint32_t first, std::uint32_t last) { f(first * tile, std::min(count, last * tile)); });
    }

    // marked = the mover's values as they stand, with captures, else threats where the other side could
    // capture; and published, since the next step looks at the threats of successors.
    void mark_threats(Color mover, const RowLoop& loop) {
        std::uint8_t* marked = marked_[index(mover)].data();
        for_each_tile(axis(mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(fixed_[index(!mover)].data(), row_length(!mover), marked, row_length(mover),
                      axis(!mover).count(), first, last);
            const std::uint8_t* fixed = fixed_[index(mover)].data();
            const std::uint8_t* now = now_[index(mover)].data();
            const std::size_t begin = first * row_length(mover);
            rows::fill(marked + begin, (last - first) * row_length(mover), [=](std::size_t at) {
                const std::size_t i = begin + at;
                const rows::Chunk captures = rows::load(fixed + i) & capture_bit;
                const rows::Chunk threats = rows::load(marked + i) & ~captures & capture_bit;
                return rows::load(now + i) | captures | (threats << 2);
            });
        });
        publish(mover, loop);
    }

    // The marked values go to the slice, turned round.
    void publish(Color mover, const RowLoop& loop) {
        const std::uint8_t* marked = marked_[index(mover)].data();
        std::uint8_t* values = block_values(mover);
        for_each_tile(axis(!mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(marked, row_length(mover), values, axis(mover).count(), axis(mover).count(), first,
                      last);
        });
    }

    // Captures are not stored; nor rule R1: the mover has no capture, the other side threatens one, and every
    // quiet move leads where that is not so; then a search of one ply never meets a second free value of the
    // kind. It is a matter of which moves there are, not of values.
    void mark_unstored(Color mover, std::uint32_t r, Worker& worker) {
        const std::size_t n = row_length(mover);
        const Row acc = worker.acc.data();
        rows::copy(acc, fixed_row(mover, r), n);
        axis_moves(mover, r, acc, worker.pass.data());
        std::uint8_t* marked = marked_[index(mover)].data() + offset(mover, r);
        rows::fill(marked, n, [=](std::size_t i) {
            const rows::Chunk bits = rows::load(marked + i);
            const rows::Chunk r1 = bits & ~rows::load(acc + i) & threat_bit;
            return bits | ((bits & capture_bit) << 3) | (r1 << 1);
        });
    }

    const Board<Set>& board_;
    const ValueStore<Set>& store_;
    SliceValues<Set>& values_;
    const SliceLayout<Set>& layout_;
    bool has_given_;
    std::array<std::unique_ptr<Worker>, 2> workers_;  // for blocks that one thread solves
    std::array<ObjectPool<Worker>, 2> helpers_;       // for blocks whose rows are shared
    std::uint32_t block_ = 0;
    std::array<Set, 2> men_;
    // By side to move, rows of the waiting side's axis. Fixed: accumulated successors by irreversible moves,
    // with capture_bit, valid_bit, given_bit. Now: the values as they stand.
    std::array<std::vector<std::uint8_t>, 2> fixed_;
    std::array<std::vector<std::uint8_t>, 2> now_;
    std::array<std::vector<std::uint8_t>, 2> marked_;  // now, with the flags of value_bits.hpp
    std::array<std::vector<std::uint8_t>, 2> open_;
    std::array<std::vector<std::uint32_t>, 2> man_targets_;
    std::array<Set, 2> promoting_;  // squares from which a man can be crowned in one step
    // By side to move, for each row: may one of its values still change?
    std::array<std::vector<std::uint8_t>, 2> undecided_;
    // By side to move: rank of the other side whose values changed in the last sweep.
    std::array<std::vector<std::uint8_t>, 2> changed_;
};

}  // namespace damier
