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
TYPED_TEST_SUITE(SolvedTables, VariantTypes, VariantNames);

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

TYPED_TEST(SolvedTables, ThreePiecesOn6x6) { EXPECT_GT(equals_oracle<TypeParam>("6x6", 3).free_by_r1, 0u); }
TYPED_TEST(SolvedTables, FourPiecesOn4x4) { equals_oracle<TypeParam>("4x4", 4); }
TYPED_TEST(SolvedTables, FourPiecesOn4x6) { equals_oracle<TypeParam>("4x6", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn6x4) { equals_oracle<TypeParam>("6x4", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn5x5) { equals_oracle<TypeParam>("5x5", fewer_when_sanitized(4)); }
TYPED_TEST(SolvedTables, FourPiecesOn3x5) { equals_oracle<TypeParam>("3x5", 4); }
TYPED_TEST(SolvedTables, FivePiecesOn4x4) { equals_oracle<TypeParam>("4x4", fewer_when_sanitized(5)); }

template <class V>
class FullSolvedTables : public ::testing::Test {};
TYPED_TEST_SUITE(FullSolvedTables, VariantTypes, VariantNames);

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
