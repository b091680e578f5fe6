// Names of table files: <variant>-<rows>x<columns>.<metric>.<slice>.dmr (docs/table-format.md, "File name").
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "egtb/table_header.hpp"

namespace damier {

struct TableName {
    std::string variant;
    std::uint16_t width = 8;   // columns
    std::uint16_t height = 8;  // rows
    std::string metric;
    Slice slice;
    friend bool operator==(const TableName&, const TableName&) = default;
};

std::string table_file_name(const TableName& name);
std::string table_file_name(const TableHeader& header);
// Nothing if the file (without its folder) is not named like a table.
std::optional<TableName> parse_table_file_name(std::string_view file);

}  // namespace damier
