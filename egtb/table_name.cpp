#include "egtb/table_name.hpp"

#include <fmt/format.h>

#include <charconv>

namespace damier {
namespace {

// Takes the text up to the last `separator` off the end of `rest`.
std::optional<std::string_view> take_last(std::string_view& rest, char separator) {
    const std::size_t at = rest.rfind(separator);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view part = rest.substr(at + 1);
    rest = rest.substr(0, at);
    return part;
}

template <class Number>
bool parse_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string table_file_name(const TableName& name) {
    return fmt::format("{}-{}x{}.{}.{}.dmr", name.variant, name.height, name.width, name.metric,
                       name.slice.name());
}
std::string table_file_name(const TableHeader& header) {
    return table_file_name(
        TableName{header.variant, header.board.width, header.board.height, header.metric, header.slice});
}

std::optional<TableName> parse_table_file_name(std::string_view file) {
    std::string_view rest = file;
    if (take_last(rest, '.') != "dmr") return std::nullopt;
    const auto slice_name = take_last(rest, '.');
    const auto metric = take_last(rest, '.');
    auto board = take_last(rest, '-');
    if (!slice_name || !metric || !board) return std::nullopt;
    TableName name;
    name.variant = rest;
    name.metric = *metric;
    const auto width = take_last(*board, 'x');  // rows x columns
    const auto slice = parse_slice(*slice_name);
    if (!width || !slice || !parse_number(*board, name.height) || !parse_number(*width, name.width)) {
        return std::nullopt;
    }
    name.slice = *slice;
    // One name a table: no leading zeros, no other spelling.
    if (table_file_name(name) != file || name.variant.empty() || name.metric.empty()) return std::nullopt;
    return name;
}

}  // namespace damier
