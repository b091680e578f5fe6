// How a build solves its slices: by bits or by rows, and what of them it keeps for later ones.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

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
    // The same from its value files, of a form that the solver knows.
    virtual Result<void> read(const Slice& slice, const std::vector<PartFile>& files) = 0;
    // The part of a slice, from the files that there are of it.
    virtual Result<void> solve_part(const Slice& slice, const SlicePart& part,
                                    const std::vector<PartFile>& files) = 0;
    // The value file of what was solved last.
    virtual Result<void> write(const Slice& slice, const SlicePart& part, const ValueFiles& files) = 0;
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
    Result<void> read(const Slice& slice, const std::vector<PartFile>& files) override {
        return read_cells(*files.front().file, fresh(slice), options_.threads);
    }
    Result<void> solve_part(const Slice&, const SlicePart&, const std::vector<PartFile>&) override {
        return fail(ErrorKind::usage, "only the bit solver solves parts of slices");
    }
    Result<void> write(const Slice&, const SlicePart&, const ValueFiles& files) override {
        return write_cells(files, *values_, options_.threads);
    }
    Result<std::unique_ptr<Cells>> cells(const Slice&) override {
        return std::make_unique<WholeCells<Set, typename M::Code>>(*values_);
    }
    Result<void> keep(const Slice&) override {
        keep(std::move(*values_));
        values_.reset();
        return {};
    }
    // As if it had been solved.
    void take(Values values) { values_ = std::move(values); }
    void keep(Values values) {
        if (!values.layout->slice().symmetric()) store_.put(color_swapped(axes_, values, options_.threads));
        store_.put(std::move(values));
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

template <class Set, Metric M>
class BitBuildSolver final : public BuildSolver<Set, M> {
    using typename BuildSolver<Set, M>::Cells;
    using Values = SliceValues<Set, typename M::Code>;

public:
    BitBuildSolver(AxisCache<Set>& axes, const SolveOptions& options, const BitSolverRoom& room,
                   BitSolveOptions by_bits = {})
        : axes_{axes},
          options_{options},
          // An eighth is for all that is not tiles.
          solver_{make_bit_solver<Set, M>(axes.board(), axes.rules(), cpu_paths().back(),
                                          {room.memory / 8 * 7, room.scratch})},
          by_bits_{by_bits} {
        by_bits_.threads = options.threads;
        by_bits_.stop = options.stop;
        by_bits_.done = options.done;
    }

    // What is in a table is solved again, which is faster than reading it.
    Result<void> solve(const SliceRanking<Set>& ranking, const TableFile* table) override {
        if (rows_) return rows_->solve(ranking, table);
        Result<void> solved = solver_->solve(ranking.slice(), by_bits_);
        if (solved || solved.error().kind != ErrorKind::limit) return solved;
        if (auto rows = go_on_by_rows(); !rows) return rows;
        return rows_->solve(ranking, table);
    }
    Result<void> read(const Slice& slice, const std::vector<PartFile>& files) override {
        if (files.front().file->form() == ValueForm::cells) {
            // Of somebody who had to go on by rows.
            if (!rows_) {
                if (auto rows = go_on_by_rows(); !rows) return rows;
            }
            return rows_->read(slice, files);
        }
        if (auto attached = solver_->attach(slice, files); !attached || !rows_) return attached;
        Result<Values> values = cells_of_tiles(slice);
        if (!values) return fail(values.error());
        rows_->take(std::move(*values));
        return {};
    }
    Result<void> solve_part(const Slice& slice, const SlicePart& part,
                            const std::vector<PartFile>& files) override {
        if (rows_) return rows_->solve_part(slice, part, files);
        return solver_->solve_part(slice, part, files, by_bits_);
    }
    Result<void> write(const Slice& slice, const SlicePart& part, const ValueFiles& files) override {
        if (rows_) return rows_->write(slice, part, files);
        return solver_->save(slice, part, files, options_.threads);
    }
    Result<std::unique_ptr<Cells>> cells(const Slice& slice) override {
        if (rows_) return rows_->cells(slice);
        return solver_->cells(std::make_shared<const SliceLayout<Set>>(axes_, slice), options_.threads);
    }
    Result<void> keep(const Slice& slice) override {
        if (rows_) return rows_->keep(slice);
        kept_.insert(slice);
        if (!slice.symmetric()) solver_->add_color_swapped(slice);
        return {};
    }
    void drop(const Slice& slice) override {
        if (rows_) return rows_->drop(slice);
        solver_->drop(slice.color_swapped());
        solver_->drop(slice);
        kept_.erase(slice);
    }

private:
    // Where a slice has longer distances than tiles of bytes hold.
    Result<void> go_on_by_rows() {
        auto rows = std::make_unique<RowBuildSolver<Set, M>>(axes_, options_);
        for (const Slice& slice : kept_) {
            Result<Values> values = cells_of_tiles(slice);
            if (!values) return fail(values.error());
            rows->keep(std::move(*values));
        }
        rows_ = std::move(rows);
        return {};
    }
    // Of a slice that goes then.
    Result<Values> cells_of_tiles(const Slice& slice) {
        Values values{std::make_shared<const SliceLayout<Set>>(axes_, slice)};
        auto source = solver_->cells(values.layout, options_.threads, false);
        if (!source) return fail(source.error());
        const std::size_t size = values.layout->block_size();
        for (Color c : both_colors) {
            for (std::uint32_t b = 0; b < values.layout->blocks(); ++b) {
                if (auto there = (*source)->prepare(c, std::span{&b, 1}); !there) return fail(there.error());
                std::copy_n((*source)->block(b), size, values.cells(c) + b * size);
            }
        }
        solver_->drop(slice.color_swapped());
        solver_->drop(slice);
        return values;
    }

    AxisCache<Set>& axes_;
    const SolveOptions& options_;
    std::unique_ptr<BitSolver<Set, M>> solver_;
    BitSolveOptions by_bits_;
    std::set<Slice> kept_;
    std::unique_ptr<RowBuildSolver<Set, M>> rows_;
};

// `kind` is bit or row, and can do it (solver_for). What is given must outlive the solver. `room`: of the bit
// solver, all that it takes.
template <class Set, Metric M>
std::unique_ptr<BuildSolver<Set, M>> make_build_solver(SolverKind kind, AxisCache<Set>& axes,
                                                       const SolveOptions& options,
                                                       const BitSolverRoom& room) {
    if constexpr (bit_solver_knows<M>) {
        if (kind == SolverKind::bit) return std::make_unique<BitBuildSolver<Set, M>>(axes, options, room);
    }
    return std::make_unique<RowBuildSolver<Set, M>>(axes, options);
}

}  // namespace damier
