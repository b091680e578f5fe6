// A table stored anew at another effort: the same values, the same content digest, nothing is solved.
#pragma once

#include <filesystem>

#include "egtb/table_file.hpp"
#include "egtb/table_writer.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Writes a file of that name into the folder, in the place of the same table, which may be this one; anything
// else under that name is an error. Of the options, threads, stop and done count. A table that cannot be read
// in full leaves everything as it was.
Result<PublishedTable> repack_table(const TableFile& table, const std::filesystem::path& folder,
                                    Effort effort, const SolveOptions& options);

}  // namespace damier
