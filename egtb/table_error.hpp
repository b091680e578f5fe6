// What is said of a table file that cannot be used: ErrorKind::table_damaged or table_newer; each names the
// file and the remedy.
#pragma once

#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace damier {

// Truncated or altered bytes: `finding` says what does not fit.
Error damaged_table(std::string_view file, std::string_view finding);
// A valid file that this version cannot read: ErrorKind::table_newer.
Error newer_table(std::string_view file, std::string_view finding);
// A valid file of something else than was asked for: `thing` is "variant", "slice", ...
Error foreign_table(std::string_view file, std::string_view thing, std::string_view expected,
                    std::string_view found);

// The message of a damaged table without what is to be done: for a build, which does it.
std::string without_remedy(const Error& error);

}  // namespace damier
