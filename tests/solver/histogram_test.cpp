// Histograms of tables are what the naive solver counts.
#include "solver/histogram.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

using Counts = std::map<std::pair<char, int>, std::uint64_t>;  // by result and plies, draws by 0

Counts counted(const Histogram& side) {
    Counts counts;
    if (side.draws > 0) counts[{'D', 0}] = side.draws;
    for (std::size_t plies = 0; plies < side.wins.size(); ++plies) {
        if (side.wins[plies] > 0) counts[{'W', static_cast<int>(plies)}] = side.wins[plies];
    }
    for (std::size_t plies = 0; plies < side.losses.size(); ++plies) {
        if (side.losses[plies] > 0) counts[{'L', static_cast<int>(plies)}] = side.losses[plies];
    }
    return counts;
}

// `plies` false: the metric tells results only.
template <Variant V, class M>
void expect_histograms(std::string_view board, int pieces, bool plies) {
    const BoardShape shape = board_for<V>(board);
    BuiltTables<V, SquareSet64, M> tables{shape, pieces};
    const auto oracle = oracle_for<V>(shape, pieces);
    std::size_t compared = 0;
    for (const Slice& slice : tables.set().present()) {
        const oracle::Material m{slice.men_of(Color::white), slice.kings_of(Color::white),
                                 slice.men_of(Color::black), slice.kings_of(Color::black)};
        std::map<char, Counts> expected;  // by side to move
        oracle.for_each(m[0], m[1], m[2], m[3], [&](const oracle::NaiveState& state, char value, int n) {
            ++expected[state.to_move][{value, plies && value != 'D' ? n : 0}];
        });
        for (const int threads : {1, 3}) {
            const auto found =
                histogram<SquareSet64, M>(tables.game(), tables.set(), slice, Threads{threads});
            ASSERT_TRUE(found) << found.error().message;
            for (const Histogram& side : *found) {
                EXPECT_EQ(counted(side), expected[side.side_to_move == Color::white ? 'w' : 'b'])
                    << slice.name();
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 10u);
}

TEST(Histograms, AreThoseOfTheOracle) {
    expect_histograms<English, DtwMetric>("6x6", 3, true);
    expect_histograms<Russian, DtwMetric>("4x4", 4, true);
    expect_histograms<International, WldMetric>("6x6", 3, false);
}

TEST(Histograms, AreStopped) {
    BuiltTables<English, SquareSet64, WldMetric> tables{board_for<English>("6x6"), 2};
    const auto found = histogram<SquareSet64, WldMetric>(tables.game(), tables.set(), Slice::of(0, 1, 0, 1),
                                                         Threads{2}, [] { return true; });
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::interrupted);
}

}  // namespace
}  // namespace damier
