// Tables of every variant against the naive solver, which shares no code with them: written to files, looked
// up through the public prober, verified, restored. Small boards, so that it costs little for each variant;
// the suites of tests/solver/ that take longer run for a few variants.
#include <gtest/gtest.h>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// What sideways steps and all squares make of a board is large.
bool every_square(const Rules& rules) { return rules.board.is.every_square_plays; }

Comparison equals_oracle(const Rules& rules, const BoardShape& shape, int pieces) {
    const auto solver = oracle_for(rules, shape, pieces);
    return is_wide(rules) ? expect_equals_oracle<SquareSet128>(rules, shape, solver, pieces)
                          : expect_equals_oracle<SquareSet64>(rules, shape, solver, pieces);
}

class VariantTables : public VariantTest {
protected:
    static void check(std::string_view board, int pieces) {
        const Comparison result = equals_oracle(rules(), board_of(rules(), board).value(), pieces);
        EXPECT_GT(result.free_by_r1, 0u);
    }
    // Slices with many pieces, of which the oracle solves only what these lead to.
    template <class Set>
    static void check_slices(const std::vector<Slice>& slices) {
        const BoardShape shape = board_of(rules(), every_square(rules()) ? "4x5" : "6x6").value();
        oracle::NaiveSolver solver{oracle::variant_named(std::string{rules().name}), shape.height,
                                   shape.width};
        int pieces = 0;
        for (const Slice& s : slices) {
            solver.solve_slice(s.men_of(Color::white), s.kings_of(Color::white), s.men_of(Color::black),
                               s.kings_of(Color::black));
            pieces = std::max(pieces, s.pieces());
        }
        AnyMemorySolver<Set, WldMetric> memory{rules(), shape};
        std::uint64_t positions = 0;
        std::uint64_t wrong = 0;
        std::string first;
        for (const Slice& s : slices) {
            const Slice slice = s.canonical() ? s : s.color_swapped();
            if (rules().crowning_wins && slice.kings[0] + slice.kings[1] > 0) continue;
            memory.solve(slice);
            solver.for_each(s.men_of(Color::white), s.kings_of(Color::white), s.men_of(Color::black),
                            s.kings_of(Color::black), [&](const oracle::NaiveState& state, char value, int) {
                                ++positions;
                                const auto position = position_of<Set>(picture_of(state));
                                if (memory.value(position) == wld_of(value)) return;
                                if (wrong++ == 0) first = oracle::to_fen(state);
                            });
        }
        EXPECT_EQ(wrong, 0u) << rules().name << ": " << first << ", of " << positions;
        EXPECT_TRUE(positions > 0 || rules().crowning_wins);
    }
    static void check_with_set(const std::vector<Slice>& slices) {
        is_wide(rules()) ? check_slices<SquareSet128>(slices) : check_slices<SquareSet64>(slices);
    }
    // Every second table is lost, and comes back to the byte: what is left is restored as what the others are
    // built on.
    template <class Set>
    static void lose_and_rebuild() {
        const BoardShape shape = board_of(rules(), "4x4").value();
        const AnyBuiltTables<Set, WldMetric> tables{rules(), shape, 3};
        const FolderContent expected = content_of(tables.folder());
        const std::vector<Slice> slices = slices_up_to(rules(), 3);
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
};
DAMIER_EACH_VARIANT(VariantTables);

TEST_P(VariantTables, FourPiecesOn4x4) { check("4x4", every_square(rules()) || sanitized() ? 3 : 4); }
TEST_P(VariantTables, ThreePiecesOn5x5) {
    if (every_square(rules()) && sanitized()) GTEST_SKIP() << "4x4 does, under sanitizers";
    check("5x5", 3);
}
TEST_P(VariantTables, TwoPiecesOnTheOfficialBoard) { equals_oracle(rules(), rules().board, 2); }

TEST_P(VariantTables, LostOnesAreBuiltAgain) {
    is_wide(rules()) ? lose_and_rebuild<SquareSet128>() : lose_and_rebuild<SquareSet64>();
}

class FullVariantTables : public VariantTables {};
DAMIER_EACH_VARIANT(FullVariantTables);

TEST_P(FullVariantTables, FourPiecesOn5x5) { check(every_square(rules()) ? "4x4" : "5x5", 4); }
TEST_P(FullVariantTables, ThreePiecesOnTheOfficialBoard) { equals_oracle(rules(), rules().board, 3); }

// Four to take, of both kinds: where precedence looks at numbers, kings and their order, and where it
// matters when captured pieces leave.
TEST_P(FullVariantTables, OneTakesFour) { check_with_set({Slice::of(0, 1, 2, 2), Slice::of(1, 0, 2, 2)}); }

// Two can take the same pieces in different orders, and something is left to tell the outcomes apart: where
// precedence asks which of them meets a king first.
TEST_P(FullVariantTables, TwoTakeOfThree) { check_with_set({Slice::of(0, 2, 1, 2), Slice::of(0, 2, 2, 1)}); }

}  // namespace
}  // namespace damier
