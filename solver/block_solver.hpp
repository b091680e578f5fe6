// Solves one block: every placement of both axes for one configuration of the men outside them, both sides to
// move. Serves every variant and every metric. Blocks that sideways steps of such men connect go through each
// step together (solver/group_solver.hpp).
//
// First irreversible moves and captures, row by row, from values that are final: captures and promotions lead
// to other slices, a move of an outside man to a block of the level before.
//
// Then flags for the table writer: which values the prober can recompute (docs/table-format.md, free values).
//
// Only moves of axis pieces and sideways steps are left. A quiet position starts as a draw, or as the win
// that an irreversible move makes, and takes the best of its moves until nothing changes. What is met on the
// way to a win or a loss is never better than the end for the winner, and the equations have one solution in
// which all distances are finite, so the end is the same in whatever order rows are visited; what never
// leaves the draw is drawn.
#pragma once

#include <atomic>
#include <memory>

#include "solver/block_state.hpp"
#include "solver/man_steps.hpp"
#include "solver/object_pool.hpp"
#include "solver/row_captures.hpp"
#include "solver/row_loop.hpp"
#include "solver/transpose.hpp"

namespace damier {

template <class Set, Metric M>
class BlockSolver {
public:
    using Cell = typename M::Code;
    using Cells = cells::Chunk<Cell>;

    // `values` is the slice being solved: blocks of earlier levels are final. `given`: the cells hold the
    // codes that a finished table stores, zero where it says nothing. `counted`: draw rules, or nullptr.
    BlockSolver(const Board<Set>& board, const Rules& rules, const CountedRules* counted,
                const ValueStore<Set, Cell>& store, SliceValues<Set, Cell>& values, bool given)
        : board_{board},
          rules_{rules},
          counted_{counted},
          store_{store},
          values_{values},
          layout_{*values.layout},
          given_{given},
          blocked_code_{M::code(rules, M::without_move(rules, false))} {
        for (Color c : both_colors) {
            const std::size_t n = axis(c).count() * row_length(c);
            fixed_[index(c)].assign(n, 0);
            now_[index(c)].assign(n, 0);
            state_[index(c)].assign(n, 0);
            flags_[index(c)].assign(n, 0);
            changed_[index(c)].resize(layout_.axis(!c).count());
            undecided_[index(c)].resize(axis(c).count());
            promoting_[index(c)] = promoting_squares(board, rules, c);
            man_ply_[index(c)] = M::ply(counted, {layout_.slice(), layout_.slice(), c, false, true, false});
        }
        for (Color c : both_colors) workers_[index(c)] = std::make_unique<Worker>(*this, c);
    }

    // Irreversible moves and captures. solver_of(block): of a block to which a sideways step leads.
    template <class SolverOf>
    void start(std::uint32_t block, const SolverOf& solver_of, const RowLoop& loop) {
        block_ = block;
        men_ = layout_.men_of_block(block);
        for (Color mover : both_colors) {
            exclude_blocked(mover);
            find_man_moves(mover, solver_of);
            for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) { start_row(mover, r, worker); });
        }
        if (given_) {
            for (Color mover : both_colors) take_given(mover, loop);
        }
        for (Color mover : both_colors) mark_threats(mover, loop);
        for (Color mover : both_colors) publish(mover, loop);
    }

    // By the threats of successors, which start() has published.
    void mark_unstored(const RowLoop& loop) {
        for (Color mover : both_colors) {
            for_each_row(mover, loop,
                         [&](Worker& worker, std::uint32_t r) { mark_unstored(mover, r, worker); });
        }
    }

    void publish(const RowLoop& loop) {
        if (given_) {
            for (Color mover : both_colors) keep_given(mover);
        }
        for (Color mover : both_colors) publish(mover, loop);
    }

    // Recomputes the mover's rows whose successors changed; returns whether a value changed.
    bool sweep(Color mover, bool every_row, const RowLoop& loop) {
        std::atomic<bool> any{false};
        std::fill(changed_[index(mover)].begin(), changed_[index(mover)].end(), std::uint8_t{0});
        for_each_row(mover, loop, [&](Worker& worker, std::uint32_t r) {
            if (!every_row && !(undecided_[index(mover)][r] && touched(mover, r))) return;
            const std::size_t n = row_length(mover);
            Cell* acc = worker.acc.data();
            cells::clear(acc, n);
            const typename M::Ply by_man = man_ply_[index(mover)];
            axis_moves(mover, r, worker.pass.data(), [=](const Cell* cell, ConstRow mask, bool men) {
                for (std::size_t i = 0; i < n; i += row_chunk) {
                    Cells reached = cells::load(cell + i);
                    if (mask != nullptr) reached &= cells::widened<Cell>(rows::load(mask + i));
                    if (men) reached = M::arrived(cells::codes<Cell>(reached), by_man);
                    cells::store(acc + i, cells::larger<Cell>(cells::load(acc + i), reached));
                }
            });
            if (update_row(mover, r, acc)) any.store(true, std::memory_order_relaxed);
        });
        return any;
    }

private:
    // Scratch of one thread for rows of one mover.
    struct Worker {
        Worker(const BlockSolver& solver, Color mover)
            : leaf{solver.rules_,          solver.counted_, solver.store_,
                   solver.layout_.slice(), mover,           solver.axis(!mover)},
              captures{solver.board_, solver.rules_, mover, solver.axis(!mover), leaf},
              valid(solver.row_length(mover)),
              pass(solver.row_length(mover)),
              bytes(solver.row_length(mover)),
              acc(solver.row_length(mover)) {}
        RowLeaf<Set, M> leaf;
        RowCaptures<Set, M> captures;
        std::vector<std::uint8_t> valid, pass, bytes;
        std::vector<Cell> acc;
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
    std::size_t row_length(Color mover) const { return padded(axis(!mover).count()); }
    std::size_t offset(Color mover, std::uint32_t r) const { return std::size_t{r} * row_length(mover); }
    // The cells of the waiting side's positions with the mover's axis pieces at rank r: what the mover's
    // moves lead to.
    const Cell* successors(Color mover, std::uint32_t r) const { return values_.row(!mover, block_, r); }

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
        Cell* fixed = fixed_[index(mover)].data() + offset(mover, r);
        Cell* now = now_[index(mover)].data() + offset(mover, r);
        const Row state = state_[index(mover)].data() + offset(mover, r);
        cells::clear(fixed, n);
        rows::clear(state, n);
        const Set own = axis(mover).set(r);
        if (own & (men_[0] | men_[1])) {
            cells::clear(now, n);
            return;
        }
        const Row valid = worker.valid.data();
        rows::copy(valid, open_[index(mover)].data(), n);
        for (Square s : own) rows::remove(valid, axis(!mover).occupancy(s), n);

        const bool kings = axis(mover).of_kings();
        const Set own_men = kings ? men_[index(mover)] : own;
        const Set own_kings = kings ? own : Set{};
        const Row threats = worker.bytes.data();
        rows::clear(threats, n);
        man_moves(mover, r, own_men, own_kings, worker.leaf, fixed, threats);
        const Row captures = worker.pass.data();
        worker.captures.run(own_men, own_kings, men_[index(!mover)], valid, worker.acc.data(), captures);
        for (std::size_t i = 0; i < n; i += row_chunk) {
            const rows::Chunk exists = rows::load(valid + i);
            const rows::Chunk captured = rows::load(captures + i) & exists;
            const Cells taken = cells::widened<Cell>(captured);
            const Cells code =
                ((taken & cells::load(worker.acc.data() + i)) | (~taken & cells::load(fixed + i))) &
                cells::widened<Cell>(exists);
            cells::store(fixed + i, code);
            rows::store(state + i, (exists & valid_bit) | (captured & capture_bit) |
                                       ((rows::load(threats + i) << 3) & exists & ~captured));
            // A draw unless a capture or an irreversible win decides.
            const Cells decided = taken | (Cells)(code > M::draw_code);
            cells::store(now + i,
                         cells::widened<Cell>(exists) & ((decided & M::turned(code, man_ply_[index(mover)])) |
                                                         (~decided & M::draw_code)));
        }
    }

    // The given codes, in rows of the mover.
    void take_given(Color mover, const RowLoop& loop) {
        auto& given = given_cells_[index(mover)];
        given.assign(axis(mover).count() * row_length(mover), 0);
        for_each_tile(axis(mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(block_cells(mover), axis(mover).count(), given.data(), row_length(mover),
                      axis(!mover).count(), first, last);
        });
    }

    // Where a finished table stores a value, it takes the place of what was accumulated.
    void keep_given(Color mover) {
        const auto& given = given_cells_[index(mover)];
        for (std::size_t i = 0; i < given.size(); ++i) {
            std::uint8_t& state = state_[index(mover)][i];
            if (given[i] == 0 || !(state & valid_bit) || (flags_[index(mover)][i] & unstored_flag)) continue;
            state |= kept_bit;
            now_[index(mover)][i] = given[i];
        }
    }

    // The blocks to which quiet moves of the mover's outside men lead. A king may block such a move: the
    // placement after it then does not exist and is zero.
    template <class SolverOf>
    void find_man_moves(Color mover, const SolverOf& solver_of) {
        auto& targets = man_targets_[index(mover)];
        targets.clear();
        sideways_[index(mover)].clear();
        if (!axis(mover).of_kings()) return;
        for_each_man_step(board_, rules_, mover, men_[index(mover)], men_[0] | men_[1],
                          [&](Square from, Square to) {
                              if (board_.promotion_row(mover).contains(to)) return;
                              std::array<Set, 2> men = men_;
                              men[index(mover)] = (men[index(mover)] - Set::of(from)) | Set::of(to);
                              const std::uint32_t block = layout_.block_of(men[0], men[1]);
                              if (men_step_sideways(rules_) && board_.row(from) == board_.row(to)) {
                                  sideways_[index(mover)].push_back(&solver_of(block));
                              } else {
                                  targets.push_back(block);
                              }
                          });
    }

    // Irreversible moves that are no captures: quiet moves of outside men, promotions of any man.
    void man_moves(Color mover, std::uint32_t r, Set own_men, Set own_kings, RowLeaf<Set, M>& leaf, Cell* acc,
                   Row threats) {
        for (std::uint32_t target : man_targets_[index(mover)])
            leaf.add_man_move(values_.row(!mover, target, without_run(mover, r)), acc, threats);
        const Set promoting = own_men & promoting_[index(mover)];
        if (!promoting) return;
        const Set known = men_[index(!mover)];
        for_each_man_step(
            board_, rules_, mover, promoting, own_men | own_kings | known, [&](Square from, Square to) {
                if (!board_.promotion_row(mover).contains(to)) return;
                if (rules_.crowning_wins) {
                    leaf.add_end(axis(!mover).occupancy(to), acc);
                    return;
                }
                // Where the waiting side stands on `to` the successor does not exist and is
                // zero.
                leaf.add_promotion({own_men - Set::of(from), own_kings | Set::of(to), known, Set{}}, acc,
                                   threats);
            });
    }

    // Where the mover's kings stand as at rank r, but have no run: after a move of a man.
    std::uint32_t without_run(Color mover, std::uint32_t r) const { return axis(mover).in_state(r, 0); }

    // join(cells of the successors, mask or nullptr, by a man) for each move of the mover's axis pieces, and
    // sideways steps of its outside men.
    template <class Join>
    void axis_moves(Color mover, std::uint32_t r, Row pass, Join join) const {
        const std::size_t n = row_length(mover);
        const bool men = !axis(mover).of_kings();
        for (const BlockSolver* aside : sideways_[index(mover)])
            join(aside->successors(mover, without_run(mover, r)), nullptr, true);
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
            join(successors(mover, step->rank), narrowed ? pass : nullptr, men);
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
        for (const BlockSolver* aside : sideways_[index(mover)]) {
            if (aside->changed_[index(!mover)][without_run(mover, r)]) return true;
        }
        return false;
    }

    // `reached`: the best code that an axis move leads to; it becomes new code ^ old code.
    bool update_row(Color mover, std::uint32_t r, Cell* reached) {
        const std::size_t n = row_length(mover);
        const Cell* fixed = fixed_[index(mover)].data() + offset(mover, r);
        Cell* now = now_[index(mover)].data() + offset(mover, r);
        const ConstRow state = state_[index(mover)].data() + offset(mover, r);
        Cells open_left{};
        Cells differs{};
        for (std::size_t i = 0; i < n; i += row_chunk) {
            // Captures and given values are not the axis moves' to change.
            const rows::Chunk bits =
                rows::load(state + i) & static_cast<std::uint8_t>(valid_bit | capture_bit | kept_bit);
            const Cells open = cells::widened<Cell>((rows::Chunk)(bits == valid_bit));
            const Cells old = cells::load(now + i);
            const Cells best =
                cells::codes<Cell>(cells::larger<Cell>(cells::load(fixed + i), cells::load(reached + i)));
            const Cells none = (Cells)(best == Cell{0});
            const Cells code = (none & blocked_code_) | (~none & M::turned(best, man_ply_[index(mover)]));
            const Cells change = (code ^ old) & open;
            cells::store(reached + i, change);
            differs |= change;
            open_left |= M::decided_at_once ? open & (Cells)((old ^ change) == M::draw_code) : open;
        }
        undecided_[index(mover)][r] = cells::any<Cell>(open_left);
        if (!cells::any<Cell>(differs)) return false;
        Cell* out = block_cells(mover) + r;
        const std::size_t stride = axis(mover).count();
        auto& changed = changed_[index(mover)];
        for (std::size_t i = 0; i < axis(!mover).count(); ++i) {
            if (reached[i] == 0) continue;
            now[i] = static_cast<Cell>(now[i] ^ reached[i]);
            out[i * stride] = static_cast<Cell>(out[i * stride] ^ reached[i]);
            std::atomic_ref{changed[i]}.store(1, std::memory_order_relaxed);
        }
        return true;
    }

    Cell* block_cells(Color mover) { return values_.cells(mover) + layout_.row(mover, block_, 0); }

    // Where the mover cannot capture and the other side could.
    void mark_threats(Color mover, const RowLoop& loop) {
        std::uint8_t* flags = flags_[index(mover)].data();
        for_each_tile(axis(mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(state_[index(!mover)].data(), row_length(!mover), flags, row_length(mover),
                      axis(!mover).count(), first, last);
            const std::uint8_t* state = state_[index(mover)].data();
            const std::size_t begin = first * row_length(mover);
            rows::fill(flags + begin, (last - first) * row_length(mover), [=](std::size_t at) {
                const rows::Chunk captures = rows::load(state + begin + at);
                const rows::Chunk threats = rows::load(flags + begin + at) & ~captures & capture_bit;
                return threats >> 1;
            });
        });
    }

    // The codes with the flags go to the slice, turned round.
    void publish(Color mover, const RowLoop& loop) {
        const Cell* now = now_[index(mover)].data();
        const std::uint8_t* flags = flags_[index(mover)].data();
        auto& marked = marked_[index(mover)];
        marked.resize(now_[index(mover)].size());
        Cell* out = marked.data();
        const std::size_t n = row_length(mover);
        for_each_tile(axis(mover).count(), loop, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first * n; i < last * n; i += row_chunk) {
                const Cells bits = __builtin_convertvector(rows::load(flags + i), Cells);
                cells::store(out + i, cells::load(now + i) | bits);
            }
        });
        for_each_tile(axis(!mover).count(), loop, [&](std::size_t first, std::size_t last) {
            transpose(out, n, block_cells(mover), axis(mover).count(), axis(mover).count(), first, last);
        });
    }

    // Captures are not stored; nor rule R1: the mover has no capture, the other side threatens one, and every
    // quiet move leads where that is not so; then a search of one ply never meets a second free value of the
    // kind. It is a matter of which moves there are, not of values.
    void mark_unstored(Color mover, std::uint32_t r, Worker& worker) {
        const std::size_t n = row_length(mover);
        const Row threats = worker.bytes.data();
        rows::clear(threats, n);
        axis_moves(mover, r, worker.pass.data(), [=](const Cell* cell, ConstRow mask, bool) {
            for (std::size_t i = 0; i < n; i += row_chunk) {
                rows::Chunk bits = cells::narrowed<Cell>(cells::load(cell + i)) & threat_flag;
                if (mask != nullptr) bits &= rows::load(mask + i);
                rows::store(threats + i, rows::load(threats + i) | bits);
            }
        });
        const ConstRow state = state_[index(mover)].data() + offset(mover, r);
        const Row flags = flags_[index(mover)].data() + offset(mover, r);
        rows::fill(flags, n, [=](std::size_t i) {
            const rows::Chunk bits = rows::load(flags + i);
            const rows::Chunk placed = rows::load(state + i);
            const rows::Chunk led = rows::load(threats + i) | ((placed & threat_bit) >> 3);
            const rows::Chunk r1 = bits & ~led & threat_flag;
            const rows::Chunk captures = (placed & capture_bit) >> 1;
            return bits | (r1 | captures) << 1;
        });
    }

    const Board<Set>& board_;
    const Rules& rules_;
    const CountedRules* counted_;
    const ValueStore<Set, Cell>& store_;
    SliceValues<Set, Cell>& values_;
    const SliceLayout<Set>& layout_;
    bool given_;
    Cell blocked_code_;                       // of a side that has pieces and no move
    std::array<typename M::Ply, 2> man_ply_;  // by the mover: of a quiet move of a man within the slice
    std::array<std::unique_ptr<Worker>, 2> workers_;  // for blocks that one thread solves
    std::array<ObjectPool<Worker>, 2> helpers_;       // for blocks whose rows are shared
    std::uint32_t block_ = 0;
    std::array<Set, 2> men_;
    // By side to move, rows of the waiting side's axis. Fixed: the best code that irreversible moves lead to.
    // Now: the codes as they stand. Marked: those with the flags.
    std::array<std::vector<Cell>, 2> fixed_;
    std::array<std::vector<Cell>, 2> now_;
    std::array<std::vector<Cell>, 2> marked_;
    std::array<std::vector<Cell>, 2> given_cells_;
    std::array<std::vector<std::uint8_t>, 2> state_;
    std::array<std::vector<std::uint8_t>, 2> flags_;  // those of value_cells.hpp
    std::array<std::vector<std::uint8_t>, 2> open_;
    std::array<std::vector<std::uint32_t>, 2> man_targets_;
    std::array<std::vector<const BlockSolver*>, 2> sideways_;  // of blocks solved together with this one
    std::array<Set, 2> promoting_;  // squares from which a man can be crowned in one step
    // By side to move, for each row: may one of its values still change?
    std::array<std::vector<std::uint8_t>, 2> undecided_;
    // By side to move: rank of the other side whose values changed in the last sweep.
    std::array<std::vector<std::uint8_t>, 2> changed_;
};

}  // namespace damier
