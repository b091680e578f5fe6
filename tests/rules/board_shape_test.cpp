// Numbering of squares for all four corners, algebraic names, sizes as text.
#include "rules/board_shape.hpp"

#include <gtest/gtest.h>

#include <set>

namespace damier {
namespace {

constexpr Corner corners[] = {Corner::top_left, Corner::top_right, Corner::bottom_left, Corner::bottom_right};

// Every valid shape of up to 16 rows and columns.
std::vector<BoardShape> all_shapes() {
    std::vector<BoardShape> shapes;
    for (int height = 3; height <= 16; ++height) {
        for (int width = 2; width <= 16; ++width) {
            for (bool every : {false, true}) {
                for (bool bottom_left : {false, true}) {
                    BoardShape shape;
                    shape.height = height;
                    shape.width = width;
                    shape.every_square_plays = every;
                    shape.bottom_left_plays = bottom_left;
                    if (shape.valid() && !(every && !bottom_left)) shapes.push_back(shape);
                }
            }
        }
    }
    return shapes;
}

struct Cell {
    int row, column;
};

// The playing squares in the order of the numbers: along the rows, starting from the corner.
std::vector<Cell> numbered_cells(const BoardShape& shape, Corner corner) {
    const bool from_top = corner == Corner::top_left || corner == Corner::top_right;
    const bool from_left = corner == Corner::top_left || corner == Corner::bottom_left;
    std::vector<Cell> cells;
    for (int i = 0; i < shape.height; ++i) {
        for (int j = 0; j < shape.width; ++j) {
            const Cell cell{from_top ? i : shape.height - 1 - i, from_left ? j : shape.width - 1 - j};
            const int steps_from_bottom_left = shape.height - 1 - cell.row + cell.column;
            const bool colour_of_corner = steps_from_bottom_left % 2 == 0;
            if (shape.every_square_plays || colour_of_corner == shape.bottom_left_plays)
                cells.push_back(cell);
        }
    }
    return cells;
}

TEST(BoardShape, SquaresRunAlongTheRowsFromTheTopLeft) {
    for (const BoardShape& shape : all_shapes()) {
        SCOPED_TRACE(shape.name());
        const auto cells = numbered_cells(shape, Corner::top_left);
        ASSERT_EQ(static_cast<std::size_t>(shape.squares()), cells.size());
        std::set<std::pair<int, int>> playing;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Square s = square(static_cast<int>(i));
            EXPECT_EQ(shape.at(cells[i].row, cells[i].column), s);
            EXPECT_EQ(shape.place(s).row, cells[i].row);
            EXPECT_EQ(shape.place(s).column, cells[i].column);
            // The half turn.
            EXPECT_EQ(shape.at(shape.height - 1 - cells[i].row, shape.width - 1 - cells[i].column),
                      square(shape.squares() - 1 - index(s)));
            playing.emplace(cells[i].row, cells[i].column);
        }
        for (int row = -2; row < shape.height + 2; ++row) {
            for (int column = -2; column < shape.width + 2; ++column) {
                EXPECT_EQ(shape.plays(row, column), playing.contains({row, column}));
                if (!shape.plays(row, column)) {
                    EXPECT_EQ(shape.at(row, column), no_square);
                }
            }
        }
    }
}

TEST(BoardShape, NumbersFromAllFourCorners) {
    for (BoardShape shape : all_shapes()) {
        for (Corner corner : corners) {
            shape.first_number = corner;
            SCOPED_TRACE(shape.name() + " corner " + std::to_string(static_cast<int>(corner)));
            const auto cells = numbered_cells(shape, corner);
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const Square s = shape.at(cells[i].row, cells[i].column);
                const int number = static_cast<int>(i) + 1;
                EXPECT_EQ(shape.number(s), number);
                EXPECT_EQ(shape.from_number(number), s);
            }
            for (int number : {-1, 0, shape.squares() + 1, 1'000'000}) {
                EXPECT_EQ(shape.from_number(number), std::nullopt);
            }
        }
    }
}

TEST(BoardShape, AlgebraicNames) {
    for (BoardShape shape : all_shapes()) {
        for (Corner corner : corners) {
            shape.a1 = corner;
            std::set<std::string> names;
            for (int i = 0; i < shape.squares(); ++i) {
                const std::string name = shape.algebraic(square(i));
                EXPECT_EQ(shape.from_algebraic(name), square(i));
                EXPECT_TRUE(names.insert(name).second);
                std::string upper = name;
                upper[0] = static_cast<char>(upper[0] - 'a' + 'A');
                EXPECT_EQ(shape.from_algebraic(upper), square(i));
            }
            // No other name is a square.
            for (char file = 'a'; file <= 'z'; ++file) {
                for (int rank = 0; rank <= 27; ++rank) {
                    const std::string name = file + std::to_string(rank);
                    EXPECT_EQ(shape.from_algebraic(name).has_value(), names.contains(name))
                        << shape.name() << name;
                }
            }
        }
    }
    const BoardShape shape;
    for (const char* bad : {"", "a", "1", "a1x", "a 1", " a1", "a1 ", "a-1", "a+1", "aa", "11", "a10", "a100",
                            "a99999999999", "{1", "@1"}) {
        EXPECT_EQ(shape.from_algebraic(bad), std::nullopt) << bad;
    }
}

// As the rule books have it.
TEST(BoardShape, KnownSquares) {
    const BoardShape english;  // 1 is b8, 32 is g1
    EXPECT_EQ(english.algebraic(square(0)), "b8");
    EXPECT_EQ(english.algebraic(square(28)), "a1");
    EXPECT_EQ(english.number(*english.from_algebraic("a1")), 29);
    EXPECT_EQ(english.number(*english.from_algebraic("g1")), 32);
    BoardShape international;
    international.width = international.height = 10;
    EXPECT_EQ(international.number(*international.from_algebraic("a1")), 46);
    EXPECT_EQ(international.number(*international.from_algebraic("j10")), 5);
    BoardShape spanish;  // 1 is h1 at White's right, 32 is a8
    spanish.bottom_left_plays = false;
    spanish.first_number = Corner::bottom_right;
    EXPECT_EQ(spanish.number(*spanish.from_algebraic("h1")), 1);
    EXPECT_EQ(spanish.number(*spanish.from_algebraic("b1")), 4);
    EXPECT_EQ(spanish.number(*spanish.from_algebraic("a8")), 32);
    BoardShape jamaican;  // a1 at the top left
    jamaican.bottom_left_plays = false;
    jamaican.a1 = Corner::top_left;
    EXPECT_EQ(jamaican.algebraic(square(0)), "a1");
    EXPECT_EQ(jamaican.algebraic(square(4)), "b2");
    EXPECT_EQ(jamaican.algebraic(square(31)), "h8");
    EXPECT_EQ(jamaican.from_algebraic("h2"), square(7));
    BoardShape turkish;
    turkish.every_square_plays = true;
    EXPECT_EQ(turkish.squares(), 64);
    EXPECT_EQ(turkish.number(*turkish.from_algebraic("a8")), 1);
    EXPECT_EQ(turkish.number(*turkish.from_algebraic("h1")), 64);
}

TEST(BoardShape, SizesAsText) {
    const BoardShape like;
    for (const BoardShape& shape : all_shapes()) {
        BoardShape colouring = like;
        colouring.every_square_plays = shape.every_square_plays;
        colouring.bottom_left_plays = shape.bottom_left_plays;
        EXPECT_EQ(parse_board_size(shape.name(), colouring), shape);
    }
    for (Corner corner : corners) {
        BoardShape other = like;
        other.first_number = corner;
        EXPECT_EQ(parse_board_size("6x4", other)->first_number, corner);
    }
    EXPECT_EQ(parse_board_size("10x8", like)->height, 10);
    EXPECT_EQ(parse_board_size("10x8", like)->width, 8);
    EXPECT_EQ(parse_board_size("16x16", like)->squares(), max_squares);
    for (const char* bad :
         {"",      "x",     "8",     "8x",    "x8",   "8x8x8",         "8 x8",          " 8x8",
          "8x8 ",  "8x 8",  "-8x8",  "8x-8",  "+8x8", "8X8",           "8*8",           "0x0",
          "0x8",   "8x0",   "1x1",   "2x2",   "2x8",  "8x1",           "7x8",           "8x7",
          "18x18", "26x26", "27x27", "28x4",  "3x27", "99999999999x8", "8x99999999999", "8.0x8",
          "8x8.0", "axb",   "8xb",   "0x8x8", "16x18"}) {
        EXPECT_EQ(parse_board_size(bad, like), std::nullopt) << bad;
    }
    BoardShape every = like;
    every.every_square_plays = true;
    EXPECT_EQ(parse_board_size("7x8", every)->squares(), 56);
    EXPECT_EQ(parse_board_size("12x12", every), std::nullopt);
}

}  // namespace
}  // namespace damier
