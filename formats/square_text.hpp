// How a single square is written and read.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/board_shape.hpp"
#include "rules/rules.hpp"

namespace damier {

std::string square_text(const BoardShape& shape, Notation notation, Square s);

// "37" or "c3", whatever the notation of the variant; zeros in front of a number are allowed.
std::optional<Square> read_square(const BoardShape& shape, std::string_view text);

// read_square for many squares of one board.
class SquareTable {
public:
    explicit SquareTable(const BoardShape& shape);
    // no_square where there is none.
    Square read(std::string_view text) const;

private:
    std::array<Square, max_squares + 1> by_number_;
    std::array<std::array<Square, 27>, 26> by_place_;  // file, rank
};

// "1-32 or a1-h8", for messages.
std::string squares_of(const BoardShape& shape);

// The first `length` bytes of the text in quotes, unprintable ones as \xNN; "the end" where there is nothing.
std::string quoted(std::string_view text, std::size_t length);

}  // namespace damier
