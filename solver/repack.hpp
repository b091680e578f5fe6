// A table stored anew at another effort: the same values, the same content digest, nothing is solved.
#pragma once

#include <filesystem>

#include "egtb/table_file.hpp"
#include "egtb/table_writer.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Writes a file of that name into the folder, in the place of one that may be there, the table itself
// included. Of the options, threads, stop and done count. A file that cannot be read in full, or whose
// content would change, leaves everything as it was.
Result<PublishedTable> repack_table(const TableFile& table, const std::filesystem::path& folder,
                                    Effort effort, const SolveOptions& options);

}  // namespace damier
