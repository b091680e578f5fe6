// A solved slice to a table file, and back.
#pragma once

#include <filesystem>
#include <functional>

#include "egtb/metric.hpp"
#include "egtb/table_set.hpp"
#include "egtb/table_writer.hpp"
#include "solver/cell_source.hpp"
#include "solver/slice_solver.hpp"
#include "solver/table_order.hpp"
#include "solver/value_file.hpp"

namespace damier {

struct WrittenTable {
    PublishedTable published;
    std::vector<SideSummary> summaries;
};

// A position as FEN, for the longest win of a footer.
template <class Set>
using PositionText = std::function<std::string(const Position<Set>&)>;

template <class Set>
struct WriteOptions {
    std::filesystem::path folder;
    Effort effort = Effort::normal;
    std::vector<TableParent> parents;
    PositionText<Set> text = {};  // needed where the metric has distances
};

// ErrorKind::limit where a distance is longer than codes reach (16,000 plies), and what the source fails
// with.
template <class Set, Metric M>
Result<WrittenTable> write_slice_table(const SliceRanking<Set>& ranking, const Rules& rules,
                                       CellSource<Set, typename M::Code>& source,
                                       const TableIdentity& identity, WriteOptions<Set> write,
                                       const SolveOptions& options);

// A share of the frames of each section of that table, into a file of its own, for assemble_table
// (assemble_table.hpp): of wld, at an effort below max.
template <class Set, Metric M>
Result<void> write_slice_frames(const SliceRanking<Set>& ranking, const Rules& rules,
                                CellSource<Set, typename M::Code>& source, const TableIdentity& identity,
                                Effort effort, const SlicePart& share, const ValueFiles& files,
                                const SolveOptions& options);

// The header of such a table, without its parents. `placements` of the slice for one side to move.
TableHeader slice_header(const TableIdentity& identity, const Slice& slice, std::uint64_t placements,
                         std::uint32_t alphabet);

// Puts the codes of what the table says into `values`, for solve_slice with SolveOptions::given: the table
// stores arbitrary symbols where it leaves values free, and for a symmetric slice nothing for Black to move.
template <class Set, Metric M>
Result<void> read_slice_table(const TableFile& table, const SliceRanking<Set>& ranking, const Rules& rules,
                              SliceValues<Set, typename M::Code>& values, const SolveOptions& options);

}  // namespace damier
