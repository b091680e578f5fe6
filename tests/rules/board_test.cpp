// The tables of boards against walks over rows and columns, for many shapes and both widths of square sets.
#include "rules/board.hpp"

#include <gtest/gtest.h>

#include <random>

#include "rules/position.hpp"

namespace damier {
namespace {

struct Case {
    int height, width;
    bool bottom_left = true;
    bool every = false;
    BoardShape shape() const {
        BoardShape shape;
        shape.height = height;
        shape.width = width;
        shape.bottom_left_plays = bottom_left;
        shape.every_square_plays = every;
        return shape;
    }
};

const Case cases[] = {
    {3, 3},
    {3, 3, false},
    {3, 5},
    {4, 2},
    {4, 4},
    {4, 4, false},
    {4, 6},
    {6, 4, false},
    {4, 8},
    {5, 5},
    {5, 5, false},
    {5, 7},
    {7, 5, false},
    {6, 6},
    {7, 7},
    {8, 8},
    {8, 8, false},
    {9, 9},
    {10, 8},
    {8, 10, false},
    {10, 10},
    {11, 11},
    {12, 12},
    {12, 12, false},
    {12, 10},
    {14, 14},
    {16, 16},
    {4, 26},
    {26, 4, false},
    {3, 2, true, true},
    {4, 4, true, true},
    {5, 4, true, true},
    {8, 8, true, true},
    {7, 9, true, true},
    {11, 11, true, true},
};

struct Offset {
    int row, column;
};
// Clockwise from straight up, as the directions are listed.
constexpr Offset offsets[] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};

// Walks over single cells to the next playing square in a straight line.
Square walk(const BoardShape& shape, Direction d, Square s) {
    auto [row, column] = shape.place(s);
    do {
        row += offsets[index(d)].row;
        column += offsets[index(d)].column;
        if (row < 0 || row >= shape.height || column < 0 || column >= shape.width) return no_square;
    } while (!shape.plays(row, column));
    return shape.at(row, column);
}

template <class Set>
class Boards : public ::testing::Test {
protected:
    template <class Check>
    static void for_each(Check check) {
        for (const Case& c : cases) {
            const BoardShape shape = c.shape();
            ASSERT_TRUE(shape.valid());
            if (shape.squares() > Set::capacity) continue;
            SCOPED_TRACE(shape.name() + (c.bottom_left ? "" : ", other colour") + (c.every ? ", all" : ""));
            check(Board<Set>{shape});
        }
    }
    static Set random_set(std::mt19937_64& random, int squares) {
        Set set;
        for (int i = 0; i < squares; ++i) {
            if (random() % 3 == 0) set.insert(square(i));
        }
        return set;
    }
};
using Sets = ::testing::Types<SquareSet64, SquareSet128>;
TYPED_TEST_SUITE(Boards, Sets);

TYPED_TEST(Boards, NextSquares) {
    this->for_each([](const auto& board) {
        EXPECT_EQ(board.squares(), board.shape().squares());
        EXPECT_EQ(board.all().size(), board.squares());
        for (Square s : board.all()) {
            for (Direction d : all_directions) {
                const Square to = board.next(d, s);
                EXPECT_EQ(to, walk(board.shape(), d, s));
                if (to != no_square) {
                    EXPECT_EQ(board.next(opposite(d), to), s);
                }
                if (to != no_square) {
                    EXPECT_EQ(to < s, towards_zero(d));
                }
            }
        }
    });
}

TYPED_TEST(Boards, StepMovesEverySquareOfASet) {
    this->for_each([](const auto& board) {
        std::mt19937_64 random{1};
        std::vector<TypeParam> sets{TypeParam{}, board.all()};
        for (Square s : board.all()) sets.push_back(TypeParam::of(s));
        for (int i = 0; i < 50; ++i) sets.push_back(TestFixture::random_set(random, board.squares()));
        for (Direction d : all_directions) {
            for (TypeParam set : sets) {
                TypeParam expected;
                for (Square s : set) {
                    const Square to = walk(board.shape(), d, s);
                    if (to != no_square) expected.insert(to);
                }
                EXPECT_EQ(board.step(d, set), expected);
            }
        }
    });
}

TYPED_TEST(Boards, RaysAndTheNearestSquareOnThem) {
    this->for_each([](const auto& board) {
        std::mt19937_64 random{2};
        for (Square s : board.all()) {
            for (Direction d : all_directions) {
                std::vector<Square> line;
                for (Square to = walk(board.shape(), d, s); to != no_square;
                     to = walk(board.shape(), d, to)) {
                    line.push_back(to);
                }
                TypeParam ray;
                for (Square to : line) ray.insert(to);
                EXPECT_EQ(board.ray(d, s), ray);
                for (int i = 0; i < 5; ++i) {
                    const TypeParam some = TestFixture::random_set(random, board.squares());
                    const auto first =
                        std::find_if(line.begin(), line.end(), [&](Square to) { return some.contains(to); });
                    if (first != line.end()) {
                        EXPECT_EQ(board.nearest(d, board.ray(d, s) & some), *first);
                    }
                }
            }
        }
    });
}

TYPED_TEST(Boards, RowsOfMen) {
    this->for_each([](const auto& board) {
        const BoardShape& shape = board.shape();
        for (Square s : board.all()) {
            const int row = shape.place(s).row;
            EXPECT_EQ(board.row(s), row);
            EXPECT_EQ(board.advance(Color::black, s), row);
            EXPECT_EQ(board.advance(Color::white, s), shape.height - 1 - row);
            EXPECT_EQ(board.promotion_row(Color::white).contains(s), row == 0);
            EXPECT_EQ(board.promotion_row(Color::black).contains(s), row == shape.height - 1);
            for (Color c : both_colors) {
                EXPECT_NE(board.man_squares(c).contains(s), board.promotion_row(c).contains(s));
                EXPECT_EQ(board.advance(c, s), board.advance(!c, board.half_turned(s)));
            }
        }
    });
}

TYPED_TEST(Boards, HalfTurn) {
    this->for_each([](const auto& board) {
        const BoardShape& shape = board.shape();
        const int squares = board.squares();
        std::mt19937_64 random{3};
        for (Square s : board.all()) {
            const auto [row, column] = shape.place(s);
            EXPECT_EQ(board.half_turned(s), shape.at(shape.height - 1 - row, shape.width - 1 - column));
        }
        for (int i = 0; i < 20; ++i) {
            const TypeParam set = TestFixture::random_set(random, squares);
            TypeParam expected;
            for (Square s : set) expected.insert(board.half_turned(s));
            EXPECT_EQ(half_turn(set, squares), expected);
            for (Direction d : all_directions) {
                EXPECT_EQ(half_turn(board.step(d, set), squares),
                          board.step(opposite(d), half_turn(set, squares)));
            }
        }
    });
}

TEST(DirectionSets, AreStatedFromWhitesSide) {
    EXPECT_EQ(diagonal_forward.for_color(Color::black),
              direction_set(Direction::se) | direction_set(Direction::sw));
    EXPECT_EQ(forward_and_sideways.turned(),
              direction_set(Direction::s) | direction_set(Direction::e) | direction_set(Direction::w));
    EXPECT_EQ(diagonal.turned(), diagonal);
    for (Direction d : all_directions) {
        EXPECT_EQ(opposite(opposite(d)), d);
        EXPECT_EQ(direction_set(d).turned(), direction_set(opposite(d)));
        EXPECT_TRUE(diagonal_and_orthogonal.contains(d));
        EXPECT_NE(diagonal.contains(d), orthogonal.contains(d));
    }
}

}  // namespace
}  // namespace damier
