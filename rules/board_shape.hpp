// The shape of a board and how its squares are written; plain data, no tables (those are in board.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/color.hpp"
#include "rules/square.hpp"

namespace damier {

// The corner of square 1, as White sees the board.
enum class Corner { top_left, top_right, bottom_left, bottom_right };

// The largest board: 12x12 has 72 playing squares, an orthogonal 8x8 has 64.
inline constexpr int max_squares = 128;

struct BoardShape {
    int width = 8;                    // columns
    int height = 8;                   // rows
    bool bottom_left_plays = true;    // is the bottom-left square (a1) a playing square?
    bool every_square_plays = false;  // the orthogonal games use all squares
    Corner first_number = Corner::top_left;
    Corner a1 = Corner::bottom_left;

    friend bool operator==(const BoardShape&, const BoardShape&) = default;

    constexpr bool plays(int row, int column) const {
        if (row < 0 || row >= height || column < 0 || column >= width) return false;
        return every_square_plays || ((height - 1 - row + column) % 2 == 0) == bottom_left_plays;
    }
    constexpr int squares() const {
        int count = 0;
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) count += plays(row, column);
        }
        return count;
    }
    // Rows are counted from the top, columns from the left. no_square where the square does not play.
    constexpr Square at(int row, int column) const {
        if (!plays(row, column)) return no_square;
        int i = 0;
        for (int r = 0; r < row; ++r) {
            for (int c = 0; c < width; ++c) i += plays(r, c);
        }
        for (int c = 0; c < column; ++c) i += plays(row, c);
        return square(i);
    }
    struct Place {
        int row, column;
    };
    constexpr Place place(Square s) const {
        int i = index(s);
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) {
                if (plays(row, column) && i-- == 0) return {row, column};
            }
        }
        return {-1, -1};
    }
    // Colour swap + half turn must map the board onto itself, since every table is stored for one colour.
    constexpr bool valid() const {
        return width >= 2 && height >= 3 && width <= 26 && height <= 26 && squares() <= max_squares &&
               (every_square_plays || (width + height) % 2 == 0);
    }

    std::string name() const;  // "8x8": rows x columns

    // "37" or "c3". Numbers run along the rows from the corner of square 1, letters along the columns and
    // rank numbers up or down from the corner of a1.
    int number(Square s) const;
    std::optional<Square> from_number(int number) const;
    std::string algebraic(Square s) const;
    std::optional<Square> from_algebraic(std::string_view text) const;

private:
    Place from_a1(Place place) const;
};

// "6x6", "10x8" (rows x columns) -> the shape, in the given colouring and numbering.
std::optional<BoardShape> parse_board_size(std::string_view text, const BoardShape& like);

}  // namespace damier
