// Distances by bytes: the cells of the row solver, as in bit_solver_test.cpp.
#include "tests/solver/both_solvers.hpp"

namespace damier {
namespace {

using namespace damier::test;

class BitDistancesTest : public ::testing::TestWithParam<const Rules*> {};
INSTANTIATE_TEST_SUITE_P(All, BitDistancesTest, ::testing::ValuesIn(rules_that(true)), name_of_rules);

template <class M>
void small_boards(const Rules& rules) {
    const int pieces = sanitized() ? 3 : 4;
    expect_equal_up_to<M>(rules, board_for(rules, "5x5"), pieces);
    for (const char* board : {"4x4", "6x4"})
        expect_equal_up_to<M>(rules, board_for(rules, board), pieces, best_form());
}
// Tiles of every size.
template <class M>
void larger_boards(const Rules& rules) {
    for (const char* board : {"6x6", "8x8", "10x10", "12x10", "12x12"})
        expect_equal_up_to<M>(rules, board_for(rules, board), 2);
    for (const char* board : {"6x6", "8x10"})
        expect_equal_up_to<M>(rules, board_for(rules, board), sanitized() ? 2 : 3, best_form());
}

TEST_P(BitDistancesTest, DtwOnSmallBoards) { small_boards<DtwMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtzOnSmallBoards) { small_boards<DtzMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtwOnLargerBoards) { larger_boards<DtwMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtzOnLargerBoards) { larger_boards<DtzMetric>(*GetParam()); }

class FullBitDistancesTest : public BitDistancesTest {};
INSTANTIATE_TEST_SUITE_P(All, FullBitDistancesTest, ::testing::ValuesIn(rules_that(true)), name_of_rules);

template <class M>
void official_board(const Rules& rules) {
    expect_equal_up_to<M>(rules, rules.board, board_for(rules).squares() <= 32 ? 4 : 3);
    expect_equal_up_to<M>(rules, board_for(rules, "6x6"), 5, best_form());
}
TEST_P(FullBitDistancesTest, DtwOnTheOfficialBoard) { official_board<DtwMetric>(*GetParam()); }
TEST_P(FullBitDistancesTest, DtzOnTheOfficialBoard) { official_board<DtzMetric>(*GetParam()); }

}  // namespace
}  // namespace damier
