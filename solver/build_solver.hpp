// How a build solves its slices: by bits or by rows, and what of them it keeps for later ones.
#pragma once

#include <memory>
#include <set>
#include <utility>

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

template <class Set, Metric M>
class BitBuildSolver final : public BuildSolver<Set, M> {
    using typename BuildSolver<Set, M>::Values;

public:
    BitBuildSolver(AxisCache<Set>& axes, const SolveOptions& options, BitSolveOptions by_bits = {})
        : axes_{axes},
          options_{options},
          solver_{make_bit_solver<Set, M>(axes.board(), axes.rules(), cpu_paths().back())},
          by_bits_{by_bits} {
        by_bits_.threads = options.threads;
        by_bits_.stop = options.stop;
        by_bits_.done = options.done;
    }

    // What is in a table is solved again, which is faster than reading it.
    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table, Values& values) override {
        if (rows_) return rows_->solve(ranking, table, values);
        auto solved = solver_->solve(ranking.slice(), by_bits_);
        if (!solved && solved.error().kind == ErrorKind::limit) {
            go_on_by_rows();
            return rows_->solve(ranking, table, values);
        }
        if (solved && table == nullptr) solver_->copy(ranking.slice(), values, options_.threads);
        return solved;
    }
    void keep(const Slice& slice, Values values) override {
        if (rows_) return rows_->keep(slice, std::move(values));
        if (!slice.symmetric()) solver_->add_color_swapped(slice, options_.threads);
        kept_.insert(slice);
    }
    void drop(const Slice& slice) override {
        if (rows_) return rows_->drop(slice);
        solver_->drop(slice);
        solver_->drop(slice.color_swapped());
        kept_.erase(slice);
    }

private:
    // Longer distances than tiles of bytes hold.
    void go_on_by_rows() {
        rows_ = std::make_unique<RowBuildSolver<Set, M>>(axes_, options_);
        for (const Slice& slice : kept_) {
            Values values{std::make_shared<const SliceLayout<Set>>(axes_, slice)};
            solver_->copy(slice, values, options_.threads, false);
            rows_->keep(slice, std::move(values));
        }
        solver_.reset();
    }

    AxisCache<Set>& axes_;
    const SolveOptions& options_;
    std::unique_ptr<BitSolver<Set, M>> solver_;
    BitSolveOptions by_bits_;
    std::set<Slice> kept_;
    std::unique_ptr<RowBuildSolver<Set, M>> rows_;
};

// `kind` is bit or row, and can do it (solver_for). What is given must outlive the solver.
template <class Set, Metric M>
std::unique_ptr<BuildSolver<Set, M>> make_build_solver(SolverKind kind, AxisCache<Set>& axes,
                                                       const SolveOptions& options) {
    if constexpr (bit_solver_knows<M>) {
        if (kind == SolverKind::bit) return std::make_unique<BitBuildSolver<Set, M>>(axes, options);
    }
    return std::make_unique<RowBuildSolver<Set, M>>(axes, options);
}

}  // namespace damier
