// Tables of every variant against the naive solver, which shares no code with them: written to files, looked
// up through the public prober, verified, restored. Small boards, so that it costs little for each variant;
// the suites of tests/solver/ that take longer run for a few variants.
#include <gtest/gtest.h>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// What sideways steps and all squares make of a board is large.
template <class V>
constexpr bool every_square = V::rules.board.is.every_square_plays;

template <class V>
class VariantTables : public ::testing::Test {
protected:
    static void check(std::string_view board, int pieces) {
        const BoardShape shape = board_for<V>(board);
        const Comparison result = expect_equals_oracle<V>(shape, oracle_for<V>(shape, pieces), pieces);
        EXPECT_GT(result.free_by_r1, 0u);
    }
    // Slices with many pieces, of which the oracle solves only what these lead to.
    static void check_slices(const std::vector<Slice>& slices) {
        const BoardShape shape = board_for<V>(every_square<V> ? "4x5" : "6x6");
        oracle::NaiveSolver solver{oracle::variant_named(std::string{V::rules.name}), shape.height,
                                   shape.width};
        int pieces = 0;
        for (const Slice& s : slices) {
            solver.solve_slice(s.men_of(Color::white), s.kings_of(Color::white), s.men_of(Color::black),
                               s.kings_of(Color::black));
            pieces = std::max(pieces, s.pieces());
        }
        MemorySolver<V> memory{shape};
        std::uint64_t positions = 0;
        std::uint64_t wrong = 0;
        std::string first;
        for (const Slice& s : slices) {
            const Slice slice = s.canonical() ? s : s.color_swapped();
            if (V::rules.crowning_wins && slice.kings[0] + slice.kings[1] > 0) continue;
            memory.solve(slice);
            solver.for_each(s.men_of(Color::white), s.kings_of(Color::white), s.men_of(Color::black),
                            s.kings_of(Color::black), [&](const oracle::NaiveState& state, char value, int) {
                                ++positions;
                                const auto position = position_of<OfficialSet<V>>(picture_of(state));
                                if (memory.value(position) == wld_of(value)) return;
                                if (wrong++ == 0) first = oracle::to_fen(state);
                            });
        }
        EXPECT_EQ(wrong, 0u) << V::rules.name << ": " << first << ", of " << positions;
        EXPECT_TRUE(positions > 0 || V::rules.crowning_wins);
    }
};
TYPED_TEST_SUITE(VariantTables, VariantTypes, VariantNames);

TYPED_TEST(VariantTables, FourPiecesOn4x4) {
    this->check("4x4", every_square<TypeParam> || sanitized() ? 3 : 4);
}
TYPED_TEST(VariantTables, ThreePiecesOn5x5) {
    if (every_square<TypeParam> && sanitized()) GTEST_SKIP() << "4x4 does, under sanitizers";
    this->check("5x5", 3);
}
TYPED_TEST(VariantTables, TwoPiecesOnTheOfficialBoard) {
    const BoardShape shape = board_for<TypeParam>();
    expect_equals_oracle<TypeParam>(shape, oracle_for<TypeParam>(shape, 2), 2);
}

// Every second table is lost, and comes back to the byte: what is left is restored as what the others are
// built on.
TYPED_TEST(VariantTables, LostOnesAreBuiltAgain) {
    const BoardShape shape = board_for<TypeParam>("4x4");
    const BuiltTables<TypeParam> tables{shape, 3};
    const FolderContent expected = content_of(tables.folder());
    const std::vector<Slice> slices = slices_up_to(TypeParam::rules, 3);
    ASSERT_EQ(expected.size(), slices.size());
    for (std::size_t first : {0u, 1u}) {
        for (std::size_t i = first; i < slices.size(); i += 2)
            std::filesystem::remove(tables.path(slices[i]));
        BuildLog log;
        const auto report = build(tables.game(), tables.folder(), 3, log, with_threads(2));
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->built + report->kept, slices.size());
        EXPECT_EQ(differences(expected, content_of(tables.folder())), std::vector<std::string>{});
    }
}

template <class V>
class FullVariantTables : public VariantTables<V> {};
TYPED_TEST_SUITE(FullVariantTables, VariantTypes, VariantNames);

TYPED_TEST(FullVariantTables, FourPiecesOn5x5) { this->check(every_square<TypeParam> ? "4x4" : "5x5", 4); }
TYPED_TEST(FullVariantTables, ThreePiecesOnTheOfficialBoard) {
    const BoardShape shape = board_for<TypeParam>();
    expect_equals_oracle<TypeParam>(shape, oracle_for<TypeParam>(shape, 3), 3);
}

// Four to take, of both kinds: where precedence looks at numbers, kings and their order, and where it
// matters when captured pieces leave.
TYPED_TEST(FullVariantTables, OneTakesFour) {
    this->check_slices({Slice::of(0, 1, 2, 2), Slice::of(1, 0, 2, 2)});
}

// Two can take the same pieces in different orders, and something is left to tell the outcomes apart: where
// precedence asks which of them meets a king first.
TYPED_TEST(FullVariantTables, TwoTakeOfThree) {
    this->check_slices({Slice::of(0, 2, 1, 2), Slice::of(0, 2, 2, 1)});
}

}  // namespace
}  // namespace damier
