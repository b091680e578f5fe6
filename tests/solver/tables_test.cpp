// Tables hold what the naive solver finds: every position of every slice, in both colours, with either side
// to move, looked up through the public prober. The footers count the same, and the verifier agrees.
#include <gtest/gtest.h>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class V>
Comparison equals_oracle(std::string_view board, int pieces) {
    const BoardShape shape = board_for<V>(board);
    return expect_equals_oracle<V>(shape, oracle_for<V>(shape, pieces), pieces);
}

// Sanitizers make everything some ten times slower.
int fewer_when_sanitized(int pieces) { return sanitized() ? pieces - 1 : pieces; }

template <class V>
class SolvedTables : public ::testing::Test {};
TYPED_TEST_SUITE(SolvedTables, CoreVariantTypes, VariantNames);

// Three pieces on larger boards are left to the long tests.
template <class V>
bool quick_on_the_official_board() {
    return board_for<V>().squares() <= 50;
}

TYPED_TEST(SolvedTables, OnTheOfficialBoard) {
    const int pieces = quick_on_the_official_board<TypeParam>() ? fewer_when_sanitized(3) : 2;
    const Comparison result = equals_oracle<TypeParam>({}, pieces);
    EXPECT_GT(result.free_by_r1, 0u);
}

// The same tables with sets of 128 bits, as large boards have them.
TYPED_TEST(SolvedTables, ThreePiecesOn6x6) {
    const BoardShape shape = board_for<TypeParam>("6x6");
    const auto solver = oracle_for<TypeParam>(shape, 3);
    const Comparison narrow = expect_equals_oracle<TypeParam, SquareSet64>(shape, solver, 3);
    const Comparison wide = expect_equals_oracle<TypeParam, SquareSet128>(shape, solver, 3);
    EXPECT_GT(narrow.free_by_r1, 0u);
    EXPECT_EQ(narrow.positions, wide.positions);
    EXPECT_EQ(narrow.free_by_r1, wide.free_by_r1);
}

TYPED_TEST(SolvedTables, FourPiecesOn4x4) { equals_oracle<TypeParam>("4x4", 4); }
TYPED_TEST(SolvedTables, FourPiecesOn4x6) { equals_oracle<TypeParam>("4x6", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn6x4) { equals_oracle<TypeParam>("6x4", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn5x5) { equals_oracle<TypeParam>("5x5", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn3x5) { equals_oracle<TypeParam>("3x5", 4); }
TYPED_TEST(SolvedTables, FivePiecesOn4x4) { equals_oracle<TypeParam>("4x4", fewer_when_sanitized(5)); }

// 72 squares: sets of 128 bits have no choice.
TYPED_TEST(SolvedTables, TwoPiecesOn12x12) {
    const BoardShape shape = board_for<TypeParam>("12x12");
    ASSERT_EQ(shape.squares(), 72);
    expect_equals_oracle<TypeParam, SquareSet128>(shape, oracle_for<TypeParam>(shape, 2), 2);
}

template <class V>
class FullSolvedTables : public ::testing::Test {};
TYPED_TEST_SUITE(FullSolvedTables, CoreVariantTypes, VariantNames);

TYPED_TEST(FullSolvedTables, ThreePiecesOnTheOfficialBoard) {
    if (quick_on_the_official_board<TypeParam>()) GTEST_SKIP() << "a quick test has this board";
    const Comparison result = equals_oracle<TypeParam>({}, 3);
    EXPECT_GT(result.free_by_r1, 0u);
}

// A king of each range; all variants are in the long tests.
TEST(SolvedTablesOfSixPieces, EnglishOn4x4) {
    if (sanitized()) GTEST_SKIP() << "five pieces do, under sanitizers";
    equals_oracle<English>("4x4", 6);
}
TEST(SolvedTablesOfSixPieces, RussianOn4x4) {
    if (sanitized()) GTEST_SKIP() << "five pieces do, under sanitizers";
    equals_oracle<Russian>("4x4", 6);
}

TYPED_TEST(FullSolvedTables, SixPiecesOn4x4) { equals_oracle<TypeParam>("4x4", 6); }
TYPED_TEST(FullSolvedTables, FourPiecesOn6x6) { equals_oracle<TypeParam>("6x6", 4); }
TYPED_TEST(FullSolvedTables, ThreePiecesOn8x10) { equals_oracle<TypeParam>("8x10", 3); }

// Up to a board without an empty square. The oracle takes too much memory for it.
TYPED_TEST(FullSolvedTables, EightPiecesOn4x4) {
    BuiltTables<TypeParam> tables{board_for<TypeParam>("4x4"), 8};
    EXPECT_GT(expect_verified(tables), 100u);
}

}  // namespace
}  // namespace damier
