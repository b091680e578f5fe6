// Breakthrough against published counts of its tables: TAILLE's, quoted at damforum.nl (2017), on 8x8 with
// Brazilian captures; positions of the side to move in which it cannot capture. No other counts are
// published.
#include <gtest/gtest.h>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

void expect_counts(const AnyTables<OfficialSet<Breakthrough>, WldMetric>& tables, int men, std::uint64_t wins,
                   std::uint64_t losses) {
    const SliceRanking<SquareSet64> ranking{tables.game().board(), Slice::of(men, 0, men, 0)};
    std::array<std::uint64_t, 3> found{};
    for (std::uint64_t rank = 0; rank < ranking.placements(); ++rank) {
        const auto position = ranking.unrank(Color::white, rank);
        if (tables.game().can_capture(position)) continue;
        const auto value = tables.prober().probe(position);
        ASSERT_TRUE(value) << value.error().message;
        ++found[static_cast<std::size_t>(*value)];
    }
    EXPECT_EQ(found[static_cast<std::size_t>(Wld::win)], wins) << men;
    EXPECT_EQ(found[static_cast<std::size_t>(Wld::loss)], losses) << men;
    EXPECT_EQ(found[static_cast<std::size_t>(Wld::draw)], 0u) << men;
}

TEST(BreakthroughTables, PublishedCounts) {
    const BuiltTables<Breakthrough> tables{board_for<Breakthrough>("8x8"), 4};
    expect_counts(tables, 1, 388, 306);
    expect_counts(tables, 2, 56'410, 33'269);
}

TEST(FullBreakthroughTables, PublishedCountsOfSixMen) {
    const BuiltTables<Breakthrough> tables{board_for<Breakthrough>("8x8"), 6};
    expect_counts(tables, 3, 2'699'916, 1'255'259);
}

// Some 5 GiB of memory, and minutes.
TEST(FullBreakthroughTables, PublishedCountsOfEightMen) {
    const BuiltTables<Breakthrough> tables{board_for<Breakthrough>("8x8"), 8};
    expect_counts(tables, 4, 56'865'877, 20'714'313);
}

// A king ends the game: the side to move has lost, and cannot have the king itself.
TEST(BreakthroughTables, APositionWithAKingIsOver) {
    const BuiltTables<Breakthrough> tables{board_for<Breakthrough>("6x6"), 2};
    const auto probe = [&](const char* picture) {
        return tables.prober().probe(position_of<SquareSet64>(picture));
    };
    EXPECT_EQ(*probe("b.W.....b.........."), Wld::loss);
    EXPECT_EQ(*probe("w...w....b........."), Wld::win);
    ASSERT_FALSE(probe("w.W.....b.........."));
    EXPECT_EQ(probe("w.W.....b..........").error().kind, ErrorKind::bad_input);
}

}  // namespace
}  // namespace damier
