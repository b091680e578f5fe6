// Definition of solve_slice; included where it is instantiated (solver/instances.cpp.in).
#pragma once

#include "solver/group_solver.hpp"
#include "solver/object_pool.hpp"
#include "solver/parallel.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// From this size on (values of one side) the rows of a block are shared among threads and its blocks come one
// after the other; below it groups of blocks are shared. Never both: no thread waits inside a block for
// another block.
inline constexpr std::size_t rows_in_parallel_from = std::size_t{1} << 18;

template <Variant V, class Set>
Result<void> solve_slice(const Game<V, Set>& game, const ValueStore<Set>& store, SliceValues<Set>& values,
                         const SolveOptions& options) {
    using Solver = GroupSolver<V, Set>;
    const SliceLayout<Set>& layout = *values.layout;
    const auto make_solver = [&] {
        return std::make_unique<Solver>(game.board(), store, values, options.given);
    };
    std::atomic<bool> stopped{false};
    const auto solve_group = [&](Solver& solver, std::span<const std::uint32_t> group, const RowLoop& loop) {
        if (stopped.load(std::memory_order_relaxed)) return;
        if (options.stop && options.stop()) {
            stopped.store(true, std::memory_order_relaxed);
            return;
        }
        solver.solve(group, loop);
        if (options.done) options.done(2 * group.size() * layout.block_size());
    };
    if (layout.block_size() >= rows_in_parallel_from) {
        const RowLoop parallel = [&](std::uint32_t count, const auto& f) {
            parallel_ranges(count, 8, options.threads, [&](std::size_t first, std::size_t last) {
                f(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
            });
        };
        const auto solver = make_solver();
        for (const auto& level : layout.levels()) {
            for (const auto& group : layout.groups(level)) solve_group(*solver, group, parallel);
        }
    } else {
        ObjectPool<Solver> solvers;
        for (const auto& level : layout.levels()) {
            const auto groups = layout.groups(level);
            parallel_ranges(groups.size(), 1, options.threads, [&](std::size_t first, std::size_t last) {
                auto solver = solvers.take();
                if (!solver) solver = make_solver();
                for (std::size_t i = first; i < last; ++i) solve_group(*solver, groups[i], {});
                solvers.give_back(std::move(solver));
            });
        }
    }
    if (stopped) return fail(ErrorKind::interrupted, "stopped while solving " + layout.slice().name());
    return {};
}

}  // namespace damier
