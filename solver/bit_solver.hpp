// The bit-parallel solver: the same values as solve_slice (slice_solver.hpp), some ten times as fast. It
// holds its slices in tiles (bit_game.hpp) of its own.
#pragma once

#include <memory>

#include "rules/board.hpp"
#include "rules/rules.hpp"
#include "solver/cpu_path.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

template <class Set>
class BitSolver {
public:
    virtual ~BitSolver() = default;

    // Solves a canonical slice and keeps it. Everything that captures and promotions lead to must be held, in
    // both colours. Fails only with ErrorKind::interrupted.
    virtual Result<void> solve(const Slice& slice, const SolveOptions& options) = 0;
    // Makes the colour-swapped slice of a canonical one that is held: what solving larger slices asks of it.
    virtual void add_color_swapped(const Slice& slice, int threads) = 0;
    virtual bool holds(const Slice& slice) const = 0;
    virtual void drop(const Slice& slice) = 0;

    // The values of a canonical slice that is held, with the flags of value_bits.hpp, as solve_slice leaves
    // them.
    virtual void copy(const Slice& slice, SliceValues<Set>& values, int threads) = 0;

    // Bytes that a slice takes.
    virtual std::size_t memory(const Slice& slice) const = 0;
};

// nullptr where the rules or the board are none of those that it does: the row solver has to.
template <class Set>
std::unique_ptr<BitSolver<Set>> make_bit_solver(const Board<Set>& board, const Rules& rules, CpuPath path);

extern template std::unique_ptr<BitSolver<SquareSet64>> make_bit_solver(const Board<SquareSet64>&,
                                                                        const Rules&, CpuPath);
extern template std::unique_ptr<BitSolver<SquareSet128>> make_bit_solver(const Board<SquareSet128>&,
                                                                         const Rules&, CpuPath);

}  // namespace damier
