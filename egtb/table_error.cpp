#include "egtb/table_error.hpp"

#include <fmt/format.h>

namespace damier {

Error damaged_table(std::string_view file, std::string_view finding) {
    return {ErrorKind::table_damaged,
            fmt::format(
                "table file '{}' is damaged ({}); delete or move the file and run the build command again",
                file, finding)};
}
Error newer_table(std::string_view file, std::string_view finding) {
    return {ErrorKind::table_newer,
            fmt::format(
                "table file '{}' was written by a newer damier ({}); update damier, or delete or move the "
                "file and run the build command again",
                file, finding)};
}
Error foreign_table(std::string_view file, std::string_view thing, std::string_view expected,
                    std::string_view found) {
    return {ErrorKind::table_damaged,
            fmt::format(
                "table file '{}' is a foreign table (expected {} {}, found {}); delete or move the file and "
                "run the build command again",
                file, thing, expected, found)};
}

}  // namespace damier
