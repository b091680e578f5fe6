#include "egtb/table_error.hpp"

#include <fmt/format.h>

namespace damier {

namespace {
constexpr std::string_view remedy = "; delete or move the file and run the build command again";
constexpr std::string_view build_again = "; run the build command again, which builds it anew";
}  // namespace

Error damaged_table(std::string_view file, std::string_view finding) {
    return {ErrorKind::table_damaged,
            fmt::format("table file '{}' is damaged ({}){}", file, finding, build_again)};
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
            fmt::format("table file '{}' is a foreign table (expected {} {}, found {}){}", file, thing,
                        expected, found, remedy)};
}

std::string without_remedy(const Error& error) {
    return error.message.substr(0, error.message.find(build_again));
}

}  // namespace damier
