// Sums over whole sets of tables against published ones (data/table_counts.tsv), and the counts of a footer
// against the values that are probed.
#include <gtest/gtest.h>

#include <array>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

struct Counts {
    std::uint64_t wins = 0, losses = 0, draws = 0;
    Counts& operator+=(const SideSummary& s) {
        wins += s.wins;
        losses += s.losses;
        draws += s.draws;
        return *this;
    }
    friend bool operator==(const Counts&, const Counts&) = default;
};

// Of one slice, or of all, by the footers. Of a slice that is its own colour swap one side to move is stored,
// of others both: each placement once.
template <class Set>
Counts footer_counts(AnyTables<Set, WldMetric>& tables, const std::vector<Slice>& slices) {
    Counts sum;
    for (const Slice& slice : slices) {
        for (const SideSummary& summary : tables.set().table(slice).value()->file().footer().summaries) {
            sum += summary;
        }
    }
    return sum;
}

template <class Set>
Counts probed_counts(const AnyTables<Set, WldMetric>& tables, const Slice& slice, Color to_move) {
    const SliceRanking<SquareSet64> ranking{tables.game().board(), slice};
    std::array<std::uint64_t, 3> count{};
    for (std::uint64_t rank = 0; rank < ranking.placements(); ++rank) {
        const auto value = tables.prober().probe(ranking.unrank(to_move, rank));
        if (!value) {
            ADD_FAILURE() << value.error().message;
            break;
        }
        ++count[static_cast<std::size_t>(*value)];
    }
    return {count[2], count[0], count[1]};
}

template <class V>
void check_published(int pieces, int expected_rows, double sample) {
    BuiltTables<V> tables{board_for<V>(), pieces};
    int checked = 0;
    for (const DataRow& row : read_data("table_counts.tsv")) {
        if (row.at("variant") != V::rules.name) continue;
        const std::string& text = row.at("slices");
        std::vector<Slice> slices = slices_up_to(pieces);
        if (const auto one = parse_slice(text)) {
            slices = {*one};
        } else if (text != "2-" + std::to_string(pieces)) {
            continue;
        }
        const Counts sum = footer_counts(tables, slices);
        SCOPED_TRACE(row.at("variant") + " " + text + ", " + row.at("source"));
        EXPECT_EQ(sum.wins, std::stoull(row.at("wins")));
        EXPECT_EQ(sum.losses, std::stoull(row.at("losses")));
        EXPECT_EQ(sum.draws, std::stoull(row.at("draws")));
        EXPECT_EQ(sum.wins + sum.losses + sum.draws, std::stoull(row.at("positions")));
        ++checked;
    }
    EXPECT_EQ(checked, expected_rows);

    // Captures and values free by R1 are counted too: a footer tells of all placements.
    const Slice slice = Slice::of(1, 1, 1, 0);
    const auto& table = tables.set().table(slice).value()->file();
    for (const SideSummary& summary : table.footer().summaries) {
        Counts footer;
        footer += summary;
        EXPECT_EQ(footer, probed_counts(tables, slice, summary.side_to_move));
    }
    EXPECT_EQ(expect_verified(tables, sample), slices_up_to(pieces).size());
}

TEST(TableTotals, EnglishWithFourPieces) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    check_published<English>(4, 2, 0.03);
}
TEST(FullTableTotals, EnglishWithFourPieces) { check_published<English>(4, 2, 1); }

}  // namespace
}  // namespace damier
