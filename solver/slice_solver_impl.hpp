// Definition of solve_slice; included where it is instantiated (solver/instances.cpp.in).
#pragma once

#include "solver/block_solver.hpp"
#include "solver/object_pool.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Are the rows of each block shared among threads, its blocks one after the other, or whole blocks? Rows of
// large blocks, and of middling ones (values of one side) where the level has too few to keep all threads
// busy to its end. Never both: no thread waits inside a block for another block.
inline bool share_rows(std::size_t block_size, std::size_t blocks_of_level, int threads) {
    constexpr std::size_t large = std::size_t{1} << 18;
    constexpr std::size_t middling = std::size_t{1} << 15;
    return block_size >= large ||
           (block_size >= middling && blocks_of_level < 4 * static_cast<std::size_t>(threads));
}

template <Variant V, class Set>
Result<void> solve_slice(const Game<V, Set>& game, const ValueStore<Set>& store, SliceValues<Set>& values,
                         const SolveOptions& options) {
    using Solver = BlockSolver<V, Set>;
    const SliceLayout<Set>& layout = *values.layout;
    const auto make_solver = [&] {
        return std::make_unique<Solver>(game.board(), store, values, options.given);
    };
    std::atomic<bool> stopped{false};
    const auto solve_block = [&](Solver& solver, std::uint32_t block, const RowLoop& loop) {
        if (stopped.load(std::memory_order_relaxed)) return;
        if (options.stop && options.stop()) {
            stopped.store(true, std::memory_order_relaxed);
            return;
        }
        solver.solve(block, loop);
        if (options.done) options.done(2 * layout.block_size());
    };
    const RowLoop shared_rows = [&](std::uint32_t count, const auto& f) {
        options.threads.ranges(count, 8, [&](std::size_t first, std::size_t last) {
            f(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
        });
    };
    ObjectPool<Solver> solvers;
    const auto solve_blocks = [&](const auto& blocks, std::size_t first, std::size_t last,
                                  const RowLoop& loop) {
        auto solver = solvers.take();
        if (!solver) solver = make_solver();
        for (std::size_t i = first; i < last; ++i) solve_block(*solver, blocks[i], loop);
        solvers.give_back(std::move(solver));
    };
    for (const auto& level : layout.levels()) {
        const std::size_t blocks = level.size();
        if (options.threads.count() > 1 && share_rows(layout.block_size(), blocks, options.threads.count())) {
            solve_blocks(level, 0, blocks, shared_rows);
        } else {
            options.threads.ranges(blocks, 1, [&](std::size_t first, std::size_t last) {
                solve_blocks(level, first, last, {});
            });
        }
    }
    if (stopped) return fail(ErrorKind::interrupted, "stopped while solving " + layout.slice().name());
    return {};
}

}  // namespace damier
