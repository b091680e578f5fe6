#include "solver/slice_solver.hpp"

#include "solver/group_solver.hpp"
#include "solver/object_pool.hpp"

namespace damier {

// Are the rows of each block shared among threads, its blocks one after the other, or groups of whole blocks?
// Rows of large blocks, and of middling ones (values of one side) where the level has too few groups to keep
// all threads busy to its end. Never both: no thread waits inside a block for another block.
static bool share_rows(std::size_t block_size, std::size_t groups_of_level, int threads) {
    constexpr std::size_t large = std::size_t{1} << 18;
    constexpr std::size_t middling = std::size_t{1} << 15;
    return block_size >= large ||
           (block_size >= middling && groups_of_level < 4 * static_cast<std::size_t>(threads));
}

template <class Set, Metric M>
Result<void> solve_slice(const Board<Set>& board, const Rules& rules,
                         const ValueStore<Set, typename M::Code>& store,
                         SliceValues<Set, typename M::Code>& values, const SolveOptions& options) {
    using Solver = GroupSolver<Set, M>;
    const SliceLayout<Set>& layout = *values.layout;
    const auto make_solver = [&] {
        return std::make_unique<Solver>(board, rules, options.counted, store, values, options.given);
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
    const RowLoop shared_rows = [&](std::uint32_t count, const auto& f) {
        options.threads.ranges(count, 8, [&](std::size_t first, std::size_t last) {
            f(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
        });
    };
    ObjectPool<Solver> solvers;
    const auto solve_groups = [&](const auto& groups, std::size_t first, std::size_t last,
                                  const RowLoop& loop) {
        auto solver = solvers.take();
        if (!solver) solver = make_solver();
        for (std::size_t i = first; i < last; ++i) solve_group(*solver, groups[i], loop);
        solvers.give_back(std::move(solver));
    };
    for (const auto& level : layout.levels()) {
        const auto groups = layout.groups(level);
        if (options.threads.count() > 1 &&
            share_rows(layout.block_size(), groups.size(), options.threads.count())) {
            solve_groups(groups, 0, groups.size(), shared_rows);
        } else {
            options.threads.ranges(groups.size(), 1, [&](std::size_t first, std::size_t last) {
                solve_groups(groups, first, last, {});
            });
        }
    }
    if (stopped) return fail(ErrorKind::interrupted, "stopped while solving " + layout.slice().name());
    return {};
}

#define DAMIER_SOLVE_SLICE(Set, M)                                                                         \
    template Result<void> solve_slice<Set, M>(const Board<Set>&, const Rules&,                             \
                                              const ValueStore<Set, M::Code>&, SliceValues<Set, M::Code>&, \
                                              const SolveOptions&);
#define DAMIER_SOLVE_SLICES(M)         \
    DAMIER_SOLVE_SLICE(SquareSet64, M) \
    DAMIER_SOLVE_SLICE(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_SOLVE_SLICES)

}  // namespace damier
