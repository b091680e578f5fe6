// How a build solves its slices: by bits or by rows, and what of them it keeps for later ones.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>

#include "solver/bit_solver.hpp"
#include "solver/build.hpp"
#include "solver/slice_solver.hpp"
#include "solver/slice_table.hpp"
#include "solver/value_file.hpp"

namespace damier {

template <class Set, Metric M>
class BuildSolver {
public:
    using Cells = CellSource<Set, typename M::Code>;

    virtual ~BuildSolver() = default;

    // A canonical slice after all that it leads to. If there is a `table` of it, nobody will ask for its
    // cells.
    virtual Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table) = 0;
    // The same from its value file; and that file, of the slice that was solved last.
    virtual Result<void> read(const Slice& slice, const ValueFiles& files) = 0;
    virtual Result<void> write(const ValueFiles& files) = 0;
    // Of the slice that was solved last, until another is solved, kept or dropped.
    virtual Result<std::unique_ptr<Cells>> cells(const Slice& slice) = 0;
    // After solving: what later slices need stays, in both colours ...
    virtual Result<void> keep(const Slice& slice) = 0;
    // ... or goes.
    virtual void drop(const Slice& slice) = 0;
};

template <class Set, Metric M>
class RowBuildSolver final : public BuildSolver<Set, M> {
    using typename BuildSolver<Set, M>::Cells;
    using Values = SliceValues<Set, typename M::Code>;

public:
    RowBuildSolver(AxisCache<Set>& axes, const SolveOptions& options) : axes_{axes}, options_{options} {}

    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table) override {
        Values& values = fresh(ranking.slice());
        SolveOptions options = options_;
        if (table != nullptr) {
            if (auto read = read_slice_table<Set, M>(*table, ranking, axes_.rules(), values, options); !read)
                return read;
            options.given = true;
        }
        return solve_slice<Set, M>(axes_.board(), axes_.rules(), store_, values, options);
    }
    Result<void> read(const Slice& slice, const ValueFiles& files) override {
        return files.read(fresh(slice), options_.threads);
    }
    Result<void> write(const ValueFiles& files) override { return files.write(*values_, options_.threads); }
    Result<std::unique_ptr<Cells>> cells(const Slice&) override {
        return std::make_unique<WholeCells<Set, typename M::Code>>(*values_);
    }
    Result<void> keep(const Slice& slice) override {
        if (!slice.symmetric()) store_.put(color_swapped(axes_, *values_, options_.threads));
        store_.put(std::move(*values_));
        values_.reset();
        return {};
    }
    void drop(const Slice& slice) override {
        values_.reset();
        store_.drop(slice);
        store_.drop(slice.color_swapped());
    }

private:
    Values& fresh(const Slice& slice) {
        values_.reset();  // before its successor takes memory
        return values_.emplace(std::make_shared<const SliceLayout<Set>>(axes_, slice));
    }

    AxisCache<Set>& axes_;
    const SolveOptions& options_;
    std::optional<Values> values_;
    ValueStore<Set, typename M::Code> store_;
};

template <class Set>
class BitBuildSolver final : public BuildSolver<Set, WldMetric> {
    using typename BuildSolver<Set, WldMetric>::Cells;

public:
    BitBuildSolver(AxisCache<Set>& axes, const SolveOptions& options, std::uint64_t memory)
        : axes_{axes},
          // An eighth is for all that is not tiles.
          solver_{make_bit_solver(axes.board(), axes.rules(), cpu_paths().back(), memory / 8 * 7)},
          options_{.threads = options.threads, .stop = options.stop, .done = options.done} {}

    // What is in a table is solved again, which is faster than reading it.
    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile*) override {
        return solver_->solve(ranking.slice(), options_);
    }
    Result<void> read(const Slice&, const ValueFiles&) override { return no_value_files(); }
    Result<void> write(const ValueFiles&) override { return no_value_files(); }
    Result<std::unique_ptr<Cells>> cells(const Slice& slice) override {
        return solver_->cells(std::make_shared<const SliceLayout<Set>>(axes_, slice), options_.threads);
    }
    Result<void> keep(const Slice& slice) override {
        return slice.symmetric() ? Result<void>{} : solver_->add_color_swapped(slice, options_.threads);
    }
    void drop(const Slice& slice) override {
        solver_->drop(slice);
        solver_->drop(slice.color_swapped());
    }

private:
    static Result<void> no_value_files() {
        return fail(ErrorKind::usage, "value files are those of the row solver");
    }

    AxisCache<Set>& axes_;
    std::unique_ptr<BitSolver<Set>> solver_;
    BitSolveOptions options_;
};

// `kind` is bit or row, and can do it (solver_for). What is given must outlive the solver. `memory`: see
// make_bit_solver.
template <class Set, Metric M>
std::unique_ptr<BuildSolver<Set, M>> make_build_solver(SolverKind kind, AxisCache<Set>& axes,
                                                       const SolveOptions& options, std::uint64_t memory) {
    if constexpr (std::is_same_v<M, WldMetric>) {
        if (kind == SolverKind::bit) return std::make_unique<BitBuildSolver<Set>>(axes, options, memory);
    }
    return std::make_unique<RowBuildSolver<Set, M>>(axes, options);
}

}  // namespace damier
