// Rows of texts as columns.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace damier {

class TextTable {
public:
    // Columns in front of `first_right` are flush left, the others, for numbers, flush right.
    explicit TextTable(std::size_t first_right) : first_right_{first_right} {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    std::string text() const;

private:
    std::size_t first_right_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace damier
