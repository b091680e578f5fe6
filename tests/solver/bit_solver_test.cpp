// The bit-parallel solver leaves the same bytes as the row solver, value by value and flag by flag: on every
// CPU path of this machine, with its special cases and without.
#include "tests/solver/both_solvers.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class V>
class BitSolverTest : public ::testing::Test {};
TYPED_TEST_SUITE(BitSolverTest, VariantTypes, VariantNames);

// Three pieces on larger boards are left to the long tests.
template <class V>
bool is_small() {
    return board_for<V>().squares() <= 32;
}

TYPED_TEST(BitSolverTest, OnTheOfficialBoard) {
    expect_equal_up_to<TypeParam>({}, is_small<TypeParam>() && !sanitized() ? 3 : 2);
}
TYPED_TEST(BitSolverTest, SmallBoards) {
    for (const char* board : {"4x4", "5x5", "3x5", "6x4", "4x6"}) {
        SCOPED_TRACE(board);
        expect_equal_up_to<TypeParam>(board, sanitized() ? 3 : 4);
    }
}
TYPED_TEST(BitSolverTest, FivePiecesOn4x4) { expect_equal_up_to<TypeParam>("4x4", sanitized() ? 4 : 5); }
TYPED_TEST(BitSolverTest, ThreePiecesOn6x6) { expect_equal_up_to<TypeParam>("6x6", sanitized() ? 2 : 3); }
TYPED_TEST(BitSolverTest, ThreePiecesOn5x9) { expect_equal_up_to<TypeParam>("5x9", sanitized() ? 2 : 3); }
// 64-bit tiles of both sizes; those of 128 bits are in wide_sets_test.cpp.
TYPED_TEST(BitSolverTest, TwoPiecesOn10x10) { expect_equal_up_to<TypeParam>("10x10", 2); }
TYPED_TEST(BitSolverTest, TwoPiecesOn12x10) { expect_equal_up_to<TypeParam>("12x10", 2); }

// A slice of the kind that is special in the solver: known kings on both sides, men to be crowned.
TYPED_TEST(BitSolverTest, SomeLargerSlices) {
    if (sanitized()) GTEST_SKIP() << "ten times slower, under sanitizers";
    const std::vector<Form> forms{{cpu_paths().back(), false, 2}};
    BothSolvers<TypeParam> both{board_for<TypeParam>("6x6"), forms};
    both.expect_equal(Slice::of(0, 2, 0, 2));
    both.expect_equal(Slice::of(1, 1, 1, 1));
    both.expect_equal(Slice::of(2, 0, 1, 1));
    EXPECT_GT(both.compared(), 0u);
}

// Blocks that threads share, and blocks that they share out.
TEST(BitSolverThreads, SameBytes) {
    const CpuPath path = cpu_paths().back();
    BothSolvers<Russian> both{board_for<Russian>(), {{path, false, 1}, {path, false, 2}, {path, false, 5}}};
    both.expect_equal(Slice::of(0, 2, 0, 1));
    both.expect_equal(Slice::of(1, 1, 1, 0));
    EXPECT_GT(both.compared(), 0u);
}

TEST(BitSolverStop, EndsWithAnError) {
    const Game<English, SquareSet64> game;
    const auto solver = make_bit_solver<SquareSet64>(game.board(), English::rules, CpuPath::baseline);
    SolveOptions options;
    options.stop = [] { return true; };
    const Result<void> result = solver->solve(Slice::of(0, 1, 0, 1), options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::interrupted);
    EXPECT_FALSE(solver->holds(Slice::of(0, 1, 0, 1)));
}

template <class V>
class FullBitSolverTest : public ::testing::Test {};
TYPED_TEST_SUITE(FullBitSolverTest, VariantTypes, VariantNames);

TYPED_TEST(FullBitSolverTest, OnTheOfficialBoard) {
    expect_equal_up_to<TypeParam>({}, is_small<TypeParam>() ? 4 : 3);
}
TYPED_TEST(FullBitSolverTest, FivePiecesOn6x6) {
    expect_equal_up_to<TypeParam>("6x6", 5, {{cpu_paths().back(), false, 2}});
}
TYPED_TEST(FullBitSolverTest, EightPiecesOn4x4) { expect_equal_up_to<TypeParam>("4x4", 8); }

}  // namespace
}  // namespace damier
