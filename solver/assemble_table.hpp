// A table from frames that several units of a build have made.
#pragma once

#include <filesystem>
#include <vector>

#include "egtb/slice.hpp"
#include "egtb/table_set.hpp"
#include "egtb/table_writer.hpp"
#include "rules/result.hpp"
#include "solver/slice_solver.hpp"
#include "solver/value_file.hpp"

namespace damier {

// `files`: all shares (write_slice_frames in slice_table.hpp), in order; one that cannot be used is removed,
// ErrorKind::table_damaged. `placements` of the slice for one side to move.
Result<PublishedTable> assemble_table(const TableIdentity& identity, const Slice& slice,
                                      std::uint64_t placements, const std::filesystem::path& folder,
                                      std::vector<TableParent> parents, const std::vector<PartFile>& files,
                                      const SolveOptions& options);

}  // namespace damier
