// How a build solves its slices: by bits or by rows, and what of them it keeps for later ones.
#pragma once

#include <memory>
#include <type_traits>

#include "solver/bit_solver.hpp"
#include "solver/build.hpp"
#include "solver/slice_solver.hpp"
#include "solver/slice_table.hpp"

namespace damier {

template <class Set, Metric M>
class BuildSolver {
public:
    using Values = SliceValues<Set, typename M::Code>;

    virtual ~BuildSolver() = default;

    // A canonical slice after all that it leads to. `values` are filled if there is no table of it yet; with
    // a `table` they may be.
    virtual Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table, Values& values) = 0;
    // After solving: what later slices need stays, in both colours ...
    virtual void keep(const Slice& slice, Values values) = 0;
    // ... or goes.
    virtual void drop(const Slice& slice) = 0;
};

template <class Set, Metric M>
class RowBuildSolver final : public BuildSolver<Set, M> {
    using typename BuildSolver<Set, M>::Values;

public:
    RowBuildSolver(AxisCache<Set>& axes, const SolveOptions& options) : axes_{axes}, options_{options} {}

    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table, Values& values) override {
        SolveOptions options = options_;
        if (table != nullptr) {
            if (auto read = read_slice_table<Set, M>(*table, ranking, axes_.rules(), values, options); !read)
                return read;
            options.given = true;
        }
        return solve_slice<Set, M>(axes_.board(), axes_.rules(), store_, values, options);
    }
    void keep(const Slice& slice, Values values) override {
        if (!slice.symmetric()) store_.put(color_swapped(axes_, values, options_.threads));
        store_.put(std::move(values));
    }
    void drop(const Slice& slice) override {
        store_.drop(slice);
        store_.drop(slice.color_swapped());
    }

private:
    AxisCache<Set>& axes_;
    const SolveOptions& options_;
    ValueStore<Set, typename M::Code> store_;
};

template <class Set>
class BitBuildSolver final : public BuildSolver<Set, WldMetric> {
    using typename BuildSolver<Set, WldMetric>::Values;

public:
    BitBuildSolver(const Board<Set>& board, const Rules& rules, const SolveOptions& options)
        : solver_{make_bit_solver(board, rules, cpu_paths().back())},
          options_{.threads = options.threads, .stop = options.stop, .done = options.done} {}

    // What is in a table is solved again, which is faster than reading it.
    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table, Values& values) override {
        auto solved = solver_->solve(ranking.slice(), options_);
        if (solved && table == nullptr) solver_->copy(ranking.slice(), values, options_.threads);
        return solved;
    }
    void keep(const Slice& slice, Values) override {
        if (!slice.symmetric()) solver_->add_color_swapped(slice, options_.threads);
    }
    void drop(const Slice& slice) override {
        solver_->drop(slice);
        solver_->drop(slice.color_swapped());
    }

private:
    std::unique_ptr<BitSolver<Set>> solver_;
    BitSolveOptions options_;
};

// `kind` is bit or row, and can do it (solver_for). What is given must outlive the solver.
template <class Set, Metric M>
std::unique_ptr<BuildSolver<Set, M>> make_build_solver(SolverKind kind, AxisCache<Set>& axes,
                                                       const SolveOptions& options) {
    if constexpr (std::is_same_v<M, WldMetric>) {
        if (kind == SolverKind::bit)
            return std::make_unique<BitBuildSolver<Set>>(axes.board(), axes.rules(), options);
    }
    return std::make_unique<RowBuildSolver<Set, M>>(axes, options);
}

}  // namespace damier
