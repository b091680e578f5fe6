// Solves one block: every placement of both axes for one configuration of the men outside them, both sides to move.
//
// 1. Irreversible moves and captures, row by row, from values that are final: captures and promotions lead to other
//    slices, a move of an outside man to a block of the level before.
// 2. Only moves of axis pieces are left. A position is won if a move leads to a lost one, lost if every move leads to a
//    won one; from "undecided" everywhere the values are recomputed until nothing changes. That least fixed point is
//    the same in whatever order rows are visited; what is still undecided is drawn.
// 3. Flags for the table writer: which values the prober can recompute (docs/table-format.md, free values).
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "solver/row_captures.hpp"

namespace damier {

// Runs f(first, last) over [0, count) in pieces, maybe in parallel.
using RowLoop = std::function<void(std::uint32_t count, const std::function<void(std::uint32_t, std::uint32_t)>&)>;

template <Variant V, class Set>
class BlockSolver {
    static constexpr const Rules& rules = V::rules;

   public:
    // `values` is the slice being solved: blocks of earlier levels are final, given values marked.
    BlockSolver(const Board<Set>& board, const ValueStore<Set>& store, SliceValues<Set>& values)
        : board_{board}, store_{store}, values_{values}, layout_{*values.layout} {
        for (Color c : both_colors) {
            const std::size_t n = layout_.block_size();
            fixed_[index(c)].resize(n);
            now_[index(c)].resize(n);
            changed_[index(c)].resize(layout_.axis(!c).count());
        }
    }

    void solve(std::uint32_t block, const RowLoop& loop) {
        block_ = block;
        men_ = layout_.men_of_block(block);
        for (Color mover : both_colors) {
            exclude_blocked(mover);
            loop(axis(mover).count(), [&](std::uint32_t first, std::uint32_t last) {
                RowLeaf<Set> leaf{store_, mover, axis(!mover)};
                RowCaptures<V, Set> captures{board_, mover, axis(!mover), leaf};
                for (std::uint32_t r = first; r < last; ++r) start_row(mover, r, captures, leaf);
            });
        }
        for (Color mover : both_colors) {
            spread_all(mover, [&](std::size_t at, std::size_t) { return now_[index(mover)][at]; }, loop);
        }
        // The first round visits every row, for those without axis moves the only one.
        for (bool changed = true, first = true; changed; first = false) {
            changed = false;
            for (Color mover : both_colors) changed |= sweep(mover, first, loop);
        }
        finish(loop);
    }

   private:
    const Axis<Set>& axis(Color c) const { return layout_.axis(c); }
    std::uint8_t* fixed_row(Color mover, std::uint32_t r) { return fixed_[index(mover)].data() + offset(mover, r); }
    std::uint8_t* now_row(Color mover, std::uint32_t r) { return now_[index(mover)].data() + offset(mover, r); }
    std::size_t offset(Color mover, std::uint32_t r) const { return std::size_t{r} * axis(!mover).count(); }
    // The values of the waiting side's positions with the mover's axis pieces at rank r: what the mover's moves lead to.
    const std::uint8_t* successors(Color mover, std::uint32_t r) const {
        return values_.row(!mover, block_, r);
    }

    // Where the waiting side's axis pieces stand on outside men.
    void exclude_blocked(Color mover) {
        auto& open = open_[index(mover)];
        const Axis<Set>& waiting = axis(!mover);
        open.assign(waiting.count(), 0xff);
        for (Square s : men_[0] | men_[1]) rows::remove(open.data(), waiting.occupancy(s), open.size());
    }

    void start_row(Color mover, std::uint32_t r, RowCaptures<V, Set>& captures, RowLeaf<Set>& leaf) {
        const std::size_t n = axis(!mover).count();
        std::uint8_t* fixed = fixed_row(mover, r);
        std::uint8_t* now = now_row(mover, r);
        rows::clear(fixed, n);
        const Set own = axis(mover).set(r);
        const Set outside = men_[0] | men_[1];
        if (own & outside) {
            rows::clear(now, n);
            return;
        }
        std::vector<std::uint8_t> valid = open_[index(mover)];
        for (Square s : own) rows::remove(valid.data(), axis(!mover).occupancy(s), n);

        const bool kings = axis(mover).of_kings();
        const Set own_men = kings ? men_[index(mover)] : own;
        const Set own_kings = kings ? own : Set{};
        man_moves(mover, r, own_men, own_kings, leaf, fixed);
        std::vector<std::uint8_t> acc(n);
        std::vector<std::uint8_t> exists(n);
        captures.run(own_men, own_kings, men_[index(!mover)], valid.data(), acc.data(), exists.data());

        const std::uint8_t* given = values_.values[index(mover)].data() + layout_.row(mover, block_, 0) + r;
        const std::size_t stride = axis(mover).count();
        for (std::size_t i = 0; i < n; ++i) {
            const auto captured = static_cast<std::uint8_t>((acc[i] & result_mask) | capture_bit);
            auto bits = static_cast<std::uint8_t>(exists[i] ? captured : fixed[i] & (result_mask | threat_bit));
            bits = static_cast<std::uint8_t>((bits | valid_bit) & valid[i]);
            if (given[i * stride] & given_bit) bits = fixed_at(given[i * stride], bits);
            fixed[i] = bits;
            // Undecided unless a capture, a given value or an irreversible win decides.
            const std::uint8_t decided = bits & (capture_bit | given_bit | lost_bit);
            now[i] = static_cast<std::uint8_t>(decided ? value_of(bits) : drawn_value & valid[i]);
        }
    }

    // Accumulator bits that yield the given value.
    static std::uint8_t fixed_at(std::uint8_t given, std::uint8_t bits) {
        const auto result = static_cast<std::uint8_t>(given & result_mask);
        const std::uint8_t acc = result == won_value ? lost_bit : result == drawn_value ? not_won_bit : 0;
        return static_cast<std::uint8_t>((bits & (valid_bit | capture_bit)) | given_bit | acc);
    }

    // The value that accumulated successors make: a lost one wins, else one that is not won holds, else the side to
    // move has lost. Zero where the placement does not exist. Branch-free, so that rows vectorise.
    static std::uint8_t value_of(std::uint8_t acc) {
        const auto exists = static_cast<std::uint8_t>(-(acc >> 3 & 1));
        const auto not_won = static_cast<std::uint8_t>((acc & 1) - 1);
        const auto lost = static_cast<std::uint8_t>((acc >> 1 & 1) ^ 1);
        return static_cast<std::uint8_t>((not_won_bit | lost) & not_won & exists);
    }

    // Moves of men outside the axis, and promotions of any man.
    void man_moves(Color mover, std::uint32_t r, Set own_men, Set own_kings, RowLeaf<Set>& leaf, Row acc) {
        const std::size_t n = axis(!mover).count();
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
        const std::size_t n = axis(!mover).count();
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
                for (std::size_t i = 0; i < n; ++i) pass[i] = static_cast<std::uint8_t>(~occupied[i]);
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
        loop(axis(mover).count(), [&](std::uint32_t first, std::uint32_t last) {
            const std::size_t n = axis(!mover).count();
            std::vector<std::uint8_t> acc(n);
            std::vector<std::uint8_t> pass(n);
            bool changed = false;
            for (std::uint32_t r = first; r < last; ++r) {
                if (!every_row && !touched(mover, r)) continue;
                rows::clear(acc.data(), n);
                axis_moves(mover, r, acc.data(), pass.data());
                changed |= update_row(mover, r, acc.data());
            }
            if (changed) any.store(true, std::memory_order_relaxed);
        });
        return any;
    }

    bool update_row(Color mover, std::uint32_t r, Row acc) {
        const std::size_t n = axis(!mover).count();
        const std::uint8_t* fixed = fixed_row(mover, r);
        std::uint8_t* now = now_row(mover, r);
        std::uint8_t differs = 0;
        for (std::size_t i = 0; i < n; ++i) {
            // Captures and given values are not the axis moves' to change.
            const auto open = static_cast<std::uint8_t>(((fixed[i] >> 2 | fixed[i] >> 6) & 1) - 1);
            acc[i] = value_of(static_cast<std::uint8_t>(fixed[i] | (acc[i] & result_mask & open)));
            differs = static_cast<std::uint8_t>(differs | (acc[i] ^ now[i]));
        }
        if (!differs) return false;
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0) + r;
        const std::size_t stride = axis(mover).count();
        auto& changed = changed_[index(mover)];
        for (std::size_t i = 0; i < n; ++i) {
            if (acc[i] == now[i]) continue;
            now[i] = acc[i];
            out[i * stride] = acc[i];
            std::atomic_ref{changed[i]}.store(1, std::memory_order_relaxed);
        }
        return true;
    }

    // values[mover] of the block = f(index in the mover's rows, index in the waiting side's rows), turned round; in
    // tiles, since one side is read and the other written across.
    template <class F>
    void spread_all(Color mover, F f, const RowLoop& loop) {
        constexpr std::uint32_t tile = 32;
        const std::uint32_t rows = axis(mover).count();
        const std::uint32_t columns = axis(!mover).count();
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0);
        loop((columns + tile - 1) / tile, [&](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t c0 = first * tile; c0 < std::min(columns, last * tile); c0 += tile) {
                for (std::uint32_t r0 = 0; r0 < rows; r0 += tile) {
                    for (std::uint32_t c = c0; c < std::min(columns, c0 + tile); ++c) {
                        for (std::uint32_t r = r0; r < std::min(rows, r0 + tile); ++r) {
                            const std::size_t turned = std::size_t{c} * rows + r;
                            out[turned] = f(std::size_t{r} * columns + c, turned);
                        }
                    }
                }
            }
        });
    }

    void finish(const RowLoop& loop) {
        bool given = false;
        for (Color mover : both_colors) {
            const auto& fixed = fixed_[index(mover)];
            const auto& other = fixed_[index(!mover)];
            const auto& now = now_[index(mover)];
            spread_all(mover, [&](std::size_t at, std::size_t turned) {
                const std::uint8_t captures = fixed[at] & capture_bit;
                const bool threatened = captures == 0 && (other[turned] & capture_bit) != 0;
                return static_cast<std::uint8_t>(now[at] | captures | (threatened ? threat_bit : 0));
            }, loop);
            for (std::uint8_t bits : fixed) given |= (bits & given_bit) != 0;
        }
        for (Color mover : both_colors) mark_unstored(mover, given, loop);
    }

    // Rule R1: the mover has no capture, the other side threatens one, and every quiet move leads where that is not so;
    // then a search of one ply never meets a second free value of the kind.
    void mark_unstored(Color mover, bool given, const RowLoop& loop) {
        std::uint8_t* out = values_.values[index(mover)].data() + layout_.row(mover, block_, 0);
        const std::size_t stride = axis(mover).count();
        loop(axis(mover).count(), [&](std::uint32_t first, std::uint32_t last) {
            const std::size_t n = axis(!mover).count();
            std::vector<std::uint8_t> acc(n);
            std::vector<std::uint8_t> pass(n);
            for (std::uint32_t r = first; r < last; ++r) {
                const std::uint8_t* fixed = fixed_row(mover, r);
                rows::copy(acc.data(), fixed, n);
                if (!given) axis_moves(mover, r, acc.data(), pass.data());
                for (std::size_t i = 0; i < n; ++i) {
                    std::uint8_t& value = out[i * stride + r];
                    const bool r1 = (value & threat_bit) != 0 && (acc[i] & threat_bit) == 0;
                    const bool free = given ? (fixed[i] & (valid_bit | given_bit)) == valid_bit
                                            : (value & capture_bit) != 0 || r1;
                    if (free) value = static_cast<std::uint8_t>(value | unstored_bit);
                }
            }
        });
    }

    const Board<Set>& board_;
    const ValueStore<Set>& store_;
    SliceValues<Set>& values_;
    const SliceLayout<Set>& layout_;
    std::uint32_t block_ = 0;
    std::array<Set, 2> men_;
    // By side to move, rows of the waiting side's axis. Fixed: accumulated successors by irreversible moves, with
    // capture_bit, valid_bit, given_bit. Now: the values as they stand.
    std::array<std::vector<std::uint8_t>, 2> fixed_;
    std::array<std::vector<std::uint8_t>, 2> now_;
    std::array<std::vector<std::uint8_t>, 2> open_;
    // By side to move: rank of the other side whose values changed in the last sweep.
    std::array<std::vector<std::uint8_t>, 2> changed_;
};

}  // namespace damier
