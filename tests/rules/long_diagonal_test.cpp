// What the rules about the long diagonal cost, which tables leave out (docs/design/rule-tables.md): by the
// oracle of positions with their counts, three pieces against a lone king on the official board, nothing
// counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "rules/variants.hpp"
#include "tests/support/naive_draws.hpp"

namespace damier::oracle {
namespace {

struct Case {
    Variant variant;
    const char* book;
    const char* article;              // about the long diagonal
    std::vector<const char*> others;  // that count beside it
};

int count(const NaiveState& s, std::string_view pieces) {
    int found = 0;
    for (const char p : pieces) found += static_cast<int>(std::count(s.cells.begin(), s.cells.end(), p));
    return found;
}
// White with up to three pieces against a lone black king, and what that leads to.
bool against_lone_king(const NaiveState& s) {
    return count(s, "b") == 0 && count(s, "B") == 1 && count(s, "wW") <= 3;
}

struct Cost {
    std::size_t wins = 0,
                losses = 0;    // without the rules: of three pieces, one a king at least; of the lone king
    std::size_t alone = 0;     // made draws by the article alone
    std::size_t others = 0;    // by the others
    std::size_t together = 0;  // by all at once
    std::size_t only_together = 0;  // by all at once, but neither by the article nor by the others
    std::string first;
};

Cost cost_of(const Case& of, const NaiveRuleSolver& solver) {
    const auto articles = naive_counts(of.book, {});
    std::vector<NaiveCountRule> others;
    for (const char* article : of.others) others.push_back(articles.at(article));
    std::vector<NaiveCountRule> all = others;
    all.push_back(articles.at(of.article));
    const auto plain = solver.solve();
    const auto alone = solver.solve(articles.at(of.article));
    const auto by_others = solver.solve(others);
    const auto together = solver.solve(all);
    Cost cost;
    for (std::size_t i = 0; i < solver.positions(); ++i) {
        if (plain[i] == NaiveResult::draw) continue;
        const NaiveState state = solver.state(i);
        if (count(state, "wW") != 3 || count(state, "W") == 0) continue;
        ++(plain[i] == NaiveResult::win ? cost.wins : cost.losses);
        const bool a = alone.fresh(i) != plain[i];
        const bool o = by_others.fresh(i) != plain[i];
        const bool t = together.fresh(i) != plain[i];
        cost.alone += a;
        cost.others += o;
        cost.together += t;
        cost.only_together += t && !a && !o;
        if (t && cost.first.empty()) cost.first = to_fen(state);
    }
    return cost;
}

class FullLongDiagonal : public ::testing::TestWithParam<Case> {};
TEST_P(FullLongDiagonal, CostsWhatThePageSays) {
    const Case& of = GetParam();
    const NaiveRules& rules = rules_of(of.variant);
    const NaiveRuleSolver solver{of.variant, rules.rows, rules.cols, 4, against_lone_king};
    const Cost cost = cost_of(of, solver);
    std::cout << rules.name << ", " << of.book << " " << of.article << ": of " << cost.wins << " wins and "
              << cost.losses << " losses " << cost.alone << " are drawn by it alone, " << cost.others
              << " by the others, " << cost.together << " together, " << cost.only_together
              << " only together; first " << cost.first << std::endl;
    EXPECT_GT(cost.wins, 1000u);
}
INSTANTIATE_TEST_SUITE_P(
    Books, FullLongDiagonal,
    ::testing::Values(Case{Variant::russian, "idf-64", "7.2.7", {"7.2.5"}},
                      Case{Variant::brazilian, "idf-64", "7.2.7", {"7.2.5"}},
                      Case{Variant::brazilian, "cbd", "100", {"97b"}},
                      Case{Variant::pool, "apca", "28", {"26 (30 moves)"}},
                      Case{Variant::international, "fmjd-2024", "6.3 (long diagonal)", {"6.3"}}),
    [](const auto& of) {
        std::string name = rules_of(of.param.variant).name + "_" + of.param.book;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

}  // namespace
}  // namespace damier::oracle
