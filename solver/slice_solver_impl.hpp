// Definition of solve_slice; included where it is instantiated (solver/instances.cpp.in).
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "solver/block_solver.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// From this size on (values of one side) the rows of a block are shared among threads and its blocks come one
// after the other; below it whole blocks are shared. Never both: no thread waits inside a block for another
// block.
inline constexpr std::size_t rows_in_parallel_from = std::size_t{1} << 18;

template <Variant V, class Set>
Result<void> solve_slice(const Game<V, Set>& game, const ValueStore<Set>& store, SliceValues<Set>& values,
                         const StopRequest& stop, const ValuesDone& done, bool given) {
    const SliceLayout<Set>& layout = *values.layout;
    const auto make_solver = [&] { return BlockSolver<V, Set>{game.board(), store, values, given}; };
    std::atomic<bool> stopped{false};
    const auto solve_block = [&](BlockSolver<V, Set>& solver, std::uint32_t block, const RowLoop& loop) {
        if (stopped.load(std::memory_order_relaxed)) return;
        if (stop && stop()) {
            stopped.store(true, std::memory_order_relaxed);
            return;
        }
        solver.solve(block, loop);
        if (done) done(2 * layout.block_size());
    };
    if (layout.block_size() >= rows_in_parallel_from) {
        const RowLoop parallel = [](std::uint32_t count, const auto& f) {
            tbb::parallel_for(tbb::blocked_range<std::uint32_t>{0, count, 8},
                              [&](const auto& range) { f(range.begin(), range.end()); });
        };
        BlockSolver<V, Set> solver = make_solver();
        for (const auto& level : layout.levels()) {
            for (std::uint32_t block : level) solve_block(solver, block, parallel);
        }
    } else {
        tbb::enumerable_thread_specific<BlockSolver<V, Set>> solvers{make_solver};
        for (const auto& level : layout.levels()) {
            tbb::parallel_for(tbb::blocked_range<std::size_t>{0, level.size()}, [&](const auto& range) {
                BlockSolver<V, Set>& solver = solvers.local();
                for (std::size_t i = range.begin(); i < range.end(); ++i) solve_block(solver, level[i], {});
            });
        }
    }
    if (stopped) return fail(ErrorKind::interrupted, "stopped while solving " + layout.slice().name());
    return {};
}

}  // namespace damier
