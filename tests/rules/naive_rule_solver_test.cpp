// The oracle of results under draw rules: what docs/design/rule-tables.md says of them, on small boards.
#include "tests/support/naive_rule_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/naive_solver.hpp"

namespace damier::oracle {
namespace {

std::size_t kings(const NaiveState& s, char king) {
    return static_cast<std::size_t>(std::count(s.cells.begin(), s.cells.end(), king));
}
// Two pieces, one of them a king, against a lone king; also one king each.
char two_against_king(const NaiveState& s) {
    const std::size_t white = kings(s, 'W') + kings(s, 'w');
    const std::size_t black = kings(s, 'B') + kings(s, 'b');
    if (white == 1 && black == 1 && kings(s, 'W') == 1 && kings(s, 'B') == 1) return '=';
    if (black == 1 && kings(s, 'B') == 1 && white == 2 && kings(s, 'W') >= 1) return 'w';
    if (white == 1 && kings(s, 'W') == 1 && black == 2 && kings(s, 'B') >= 1) return 'b';
    return '\0';
}

NaiveCountRule progress(int plies) {
    return {.limit = plies, .capture_restarts = true, .man_move_restarts = true};
}
// Counts from the first ply to the last, whatever happens.
NaiveCountRule everywhere(int plies) { return {.limit = plies}; }
NaiveCountRule material(int plies) { return {.strong = two_against_king, .limit = plies}; }
// The strong side's own moves, where it has more than the other.
NaiveCountRule own(int moves) {
    return {.strong =
                [](const NaiveState& s) {
                    const char side = two_against_king(s);
                    return side == '=' ? '\0' : side;
                },
            .limit = moves,
            .whose = 's'};
}
NaiveCountRule balance(int plies) {
    return {.strong = [](const NaiveState& s) { return kings(s, 'W') > 0 && kings(s, 'B') > 0 ? '=' : '\0'; },
            .limit = plies,
            .capture_restarts = true,
            .promotion_restarts = true};
}

struct Board {
    Variant variant;
    int rows, cols, pieces;
};

class NaiveRuleSolverTest : public ::testing::TestWithParam<Board> {
protected:
    NaiveRuleSolver solver_{GetParam().variant, GetParam().rows, GetParam().cols, GetParam().pieces};
};

std::size_t decided(const std::vector<NaiveResult>& results) {
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](NaiveResult r) { return r != NaiveResult::draw; }));
}

// For every position the counts with which it is decided are those up to some number.
TEST_P(NaiveRuleSolverTest, CountsWithWhichAPositionIsDecidedAreAThreshold) {
    for (const NaiveCountRule& rule : {progress(7), material(8), balance(7), own(4)}) {
        const NaiveResults results = solver_.solve(rule);
        for (std::size_t i = 0; i < solver_.positions(); ++i) {
            for (int c = 1; c < rule.counts(); ++c) {
                if (results.at(i, c) == NaiveResult::draw) continue;
                ASSERT_EQ(results.at(i, c - 1), results.at(i, c));
            }
        }
    }
}

TEST_P(NaiveRuleSolverTest, ARuleOnlyMakesDraws) {
    const auto plain = solver_.solve();
    std::size_t cursed = 0;
    for (const NaiveCountRule& rule : {progress(3), material(4), balance(3), own(2)}) {
        const NaiveResults results = solver_.solve(rule);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            for (int c = 0; c < rule.counts(); ++c) {
                if (results.at(i, c) == NaiveResult::draw) continue;
                ASSERT_EQ(results.at(i, c), plain[i]);
            }
            cursed += plain[i] != results.fresh(i);
        }
    }
    EXPECT_GT(cursed, 0u) << "the limits are too wide to say anything";
}

TEST_P(NaiveRuleSolverTest, AWiderLimitKeepsMore) {
    std::size_t before = 0;
    for (const int limit : {1, 2, 3, 5, 9, 80}) {
        const NaiveResults results = solver_.solve(progress(limit));
        std::vector<NaiveResult> fresh;
        for (std::size_t i = 0; i < solver_.positions(); ++i) fresh.push_back(results.fresh(i));
        EXPECT_GE(decided(fresh), before) << limit;
        before = decided(fresh);
    }
    EXPECT_EQ(before, decided(solver_.solve())) << "80 plies are enough on such a board";
}

// Nothing restarts: only what is left of the limit matters. So a limit that is one ply shorter flips exactly
// the positions that need the last ply.
TEST_P(NaiveRuleSolverTest, WithoutRestartsOnlyTheRestCounts) {
    const NaiveResults longer = solver_.solve(everywhere(6));
    const NaiveResults shorter = solver_.solve(everywhere(5));
    std::size_t flipped = 0;
    for (std::size_t i = 0; i < solver_.positions(); ++i) {
        for (int c = 0; c + 1 < 6; ++c) ASSERT_EQ(longer.at(i, c + 1), shorter.at(i, c));
        flipped += longer.fresh(i) != shorter.fresh(i);
    }
    EXPECT_GT(flipped, 0u);
}

// Nothing restarts: decided with count c exactly if the other oracle's distance to the end fits into what is
// left.
TEST_P(NaiveRuleSolverTest, WithoutRestartsTheDistanceToTheEndDecides) {
    NaiveSolver distances{GetParam().variant, GetParam().rows, GetParam().cols};
    distances.solve_up_to(GetParam().pieces);
    constexpr int limit = 10;
    const NaiveResults results = solver_.solve(everywhere(limit));
    int longest = 0;
    for (std::size_t i = 0; i < solver_.positions(); ++i) {
        if (solver_.over(i)) continue;
        const int plies = distances.plies(solver_.state(i));
        longest = std::max(longest, plies);
        for (int c = 0; c < limit; ++c) {
            const bool in_time = plies >= 0 && c + plies <= limit;
            ASSERT_EQ(results.at(i, c) != NaiveResult::draw, in_time)
                << to_fen(solver_.state(i)) << " count " << c << " distance " << plies;
        }
    }
    EXPECT_GT(longest, 2);
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, NaiveRuleSolverTest,
                         ::testing::Values(Board{Variant::english, 4, 4, 3}, Board{Variant::russian, 4, 4, 3},
                                           Board{Variant::international, 4, 4, 3},
                                           Board{Variant::english, 5, 5, 3}, Board{Variant::pool, 6, 4, 3}),
                         [](const auto& board) {
                             return rules_of(board.param.variant).name + std::to_string(board.param.rows) +
                                    "x" + std::to_string(board.param.cols);
                         });

// English, one king each on the full board: 230 wins, 108 losses, 654 draws, and the longest win takes 11
// plies (published). A limit of 11 plies keeps them all, one of 10 does not.
TEST(NaiveRuleSolver, EnglishKingAgainstKing) {
    const NaiveRuleSolver solver{Variant::english, 8, 8, 2};
    const auto of = [&](const std::vector<NaiveResult>& results, NaiveResult wanted) {
        int count = 0;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (two_against_king(solver.state(i)) == '=' && solver.state(i).to_move == 'w')
                count += results[i] == wanted;
        }
        return count;
    };
    const auto plain = solver.solve();
    EXPECT_EQ(of(plain, NaiveResult::win), 230);
    EXPECT_EQ(of(plain, NaiveResult::loss), 108);
    EXPECT_EQ(of(plain, NaiveResult::draw), 654);
    const auto fresh = [&](int limit) {
        const NaiveResults results = solver.solve(progress(limit));
        std::vector<NaiveResult> fresh_ones;
        for (std::size_t i = 0; i < solver.positions(); ++i) fresh_ones.push_back(results.fresh(i));
        return of(fresh_ones, NaiveResult::win);
    };
    EXPECT_EQ(fresh(11), 230);
    EXPECT_LT(fresh(10), 230);
    EXPECT_EQ(fresh(12), 230);
}

}  // namespace
}  // namespace damier::oracle
