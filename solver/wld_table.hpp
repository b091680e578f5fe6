// A solved slice to a win/loss/draw table file, and back.
#pragma once

#include <filesystem>

#include "egtb/table_set.hpp"
#include "egtb/table_writer.hpp"
#include "solver/slice_solver.hpp"
#include "solver/table_order.hpp"

namespace damier {

struct WrittenTable {
    PublishedTable published;
    std::vector<SideSummary> summaries;
};

// `done` is told of values as they are written.
template <class Set>
Result<WrittenTable> write_wld_table(const SliceRanking<Set>& ranking, const SliceValues<Set>& values,
                                     const TableIdentity& identity, std::vector<TableParent> parents,
                                     const std::filesystem::path& folder, Effort effort,
                                     const SolveOptions& options);

// The header of such a table, without its parents. `placements` of the slice for one side to move.
TableHeader wld_header(const TableIdentity& identity, const Slice& slice, std::uint64_t placements);

// Puts what the table says into `values` (given_mask in value_bits.hpp), for solve_slice with
// SolveOptions::given: the table stores arbitrary symbols where it leaves values free, and for a symmetric
// slice nothing for Black to move.
template <class Set>
Result<void> read_wld_table(const TableFile& table, const SliceRanking<Set>& ranking,
                            SliceValues<Set>& values, const SolveOptions& options);

}  // namespace damier
