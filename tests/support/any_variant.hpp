// Variants chosen at run time, for suites with a test for each: the code of such a suite is compiled once.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rules/game.hpp"
#include "rules/rules.hpp"

namespace damier::test {

// Of a variant of the list or a reading of one, on sets of this width, which may be wider than the board
// needs.
template <class Set>
std::unique_ptr<const BoardGame<Set>> make_game(const Rules& rules, const BoardShape& shape);

extern template std::unique_ptr<const BoardGame<SquareSet64>> make_game(const Rules&, const BoardShape&);
extern template std::unique_ptr<const BoardGame<SquareSet128>> make_game(const Rules&, const BoardShape&);

// Does the variant's own board need sets of 128 bits?
inline bool is_wide(const Rules& rules) { return rules.board.is.squares() > SquareSet64::capacity; }

// The board of a variant with so many rows and columns.
inline BoardShape shape_of(const Rules& rules, int height, int width) {
    BoardShape shape = rules.board;
    shape.height = height;
    shape.width = width;
    return shape;
}

// A test for each variant of the list, and for each reading of one that moves otherwise or on other squares:
// class Moves : public VariantTest {}; DAMIER_EACH_VARIANT(Moves);
// TEST_P(Moves, AreLegal) { rules() ... }
class VariantTest : public ::testing::TestWithParam<const Rules*> {
protected:
    static const Rules& rules() { return *GetParam(); }
};
std::vector<const Rules*> every_variant();
std::vector<const Rules*> every_reading();  // also those that play alike
std::string name_of_test(const ::testing::TestParamInfo<const Rules*>& info);

#define DAMIER_EACH_VARIANT(suite)                                                              \
    INSTANTIATE_TEST_SUITE_P(Each, suite, ::testing::ValuesIn(::damier::test::every_variant()), \
                             ::damier::test::name_of_test)

}  // namespace damier::test
