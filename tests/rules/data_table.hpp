// The tables of data/: tab-separated, a line of column names, comments from '#' on.
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace damier::test {

using DataRow = std::map<std::string, std::string>;  // by column name

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
    return parts;
}

inline std::vector<DataRow> read_data_file(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::vector<DataRow> rows;
    std::vector<std::string> columns;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::vector<std::string> fields = split(line, '\t');
        if (columns.empty()) {
            columns = fields;
            continue;
        }
        DataRow row;
        for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = i < fields.size() ? fields[i] : "";
        rows.push_back(row);
    }
    return rows;
}

inline std::vector<DataRow> read_data(const std::string& name) {
    return read_data_file(std::string(DAMIER_DATA_DIR) + "/" + name);
}

// "english6x6" -> "english", "6x6"; "english" -> "english", "".
inline std::pair<std::string, std::string> variant_and_board(const std::string& text) {
    const auto digit = text.find_first_of("0123456789");
    if (digit == std::string::npos) return {text, ""};
    return {text.substr(0, digit), text.substr(digit)};
}

// Sanitizers make everything some ten times slower; the presets say so.
inline bool sanitized() { return std::getenv("DAMIER_SANITIZED") != nullptr; }
inline int repetitions(int count) { return sanitized() ? count / 8 : count; }

}  // namespace damier::test
