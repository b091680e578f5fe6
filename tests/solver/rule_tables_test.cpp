// Tables of metric `rule` are what the oracle of (position, counts) says, for each kind of rule and for rules
// that go together; the numbers themselves are those of rounds by the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "egtb/outcome.hpp"
#include "rules/rulebooks.hpp"
#include "tests/support/naive_draws.hpp"
#include "tests/support/naive_rule_solver.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;
using oracle::NaiveCountRule;
using oracle::NaiveResult;
using oracle::NaiveState;

constexpr Rulebook own_book{.name = "own", .title = "of this test", .source = "none"};

std::shared_ptr<const CountedRules> counted(const DrawRules& rules) {
    auto made = CountedRules::of(own_book, {}, rules);
    EXPECT_TRUE(made) << made.error().message;
    EXPECT_TRUE((*made)->left_out().empty());
    return *made;
}
// --- Rules, as data and for the oracle.

struct BothRule {
    DrawRule rule;
    NaiveCountRule naive;
};

int count(const NaiveState& s, char piece) {
    return static_cast<int>(std::count(s.cells.begin(), s.cells.end(), piece));
}
struct Count4 {
    int white_men, white_kings, black_men, black_kings;
    explicit Count4(const NaiveState& s)
        : white_men{count(s, 'w')},
          white_kings{count(s, 'W')},
          black_men{count(s, 'b')},
          black_kings{count(s, 'B')} {}
};

BothRule progress(int plies) {
    return {{.article = "progress",
             .kind = DrawKind::count,
             .limit = plies,
             .counted = Counted::plies,
             .restarts = {.capture = true, .man_move = true}},
            {.limit = plies, .capture_restarts = true, .man_move_restarts = true}};
}
BothRule balance(int plies) {
    return {{.article = "balance",
             .kind = DrawKind::count,
             .condition = {.kings_on_both_sides = true},
             .limit = plies,
             .counted = Counted::plies,
             .restarts = {.capture = true, .promotion = true}},
            {.strong =
                 [](const NaiveState& s) {
                     const Count4 n{s};
                     return n.white_kings > 0 && n.black_kings > 0 ? '=' : '\0';
                 },
             .limit = plies,
             .capture_restarts = true,
             .promotion_restarts = true}};
}
// Two pieces, one of them a king, against a lone king; one king each.
constexpr Condition two_against_king{.classes = {{{{.kings = 2}, {.kings = 1}},
                                                  {{.kings = 1, .men = 1}, {.kings = 1}},
                                                  {{.kings = 1}, {.kings = 1}}}}};
bool is_two_against_king(const NaiveState& s) {
    const Count4 n{s};
    const auto strong = [](int men, int kings) { return kings >= 1 && men + kings <= 2; };
    const auto weak = [](int men, int kings) { return kings == 1 && men == 0; };
    return (strong(n.white_men, n.white_kings) && weak(n.black_men, n.black_kings)) ||
           (strong(n.black_men, n.black_kings) && weak(n.white_men, n.white_kings));
}
BothRule small(int moves) {
    return {{.article = "small", .kind = DrawKind::count, .condition = two_against_king, .limit = moves},
            {.strong = [](const NaiveState& s) { return is_two_against_king(s) ? '=' : '\0'; },
             .limit = 2 * moves}};
}
// Three pieces, one of them a king at least, against a lone king, and how that goes on with two.
constexpr Condition three_against_king{.classes = {{{{.kings = 3}, {.kings = 1}},
                                                    {{.kings = 2, .men = 1}, {.kings = 1}},
                                                    {{.kings = 1, .men = 2}, {.kings = 1}}}}};
constexpr Condition three_or_two{.classes = {{{{.kings = 3}, {.kings = 1}},
                                              {{.kings = 2, .men = 1}, {.kings = 1}},
                                              {{.kings = 1, .men = 2}, {.kings = 1}},
                                              {{.kings = 2}, {.kings = 1}},
                                              {{.kings = 1, .men = 1}, {.kings = 1}},
                                              {{.kings = 1}, {.kings = 1}}}}};
bool is_three_against_king(const NaiveState& s) {
    const Count4 n{s};
    const auto three = [](int men, int kings) { return kings >= 1 && men + kings == 3; };
    const auto weak = [](int men, int kings) { return kings == 1 && men == 0; };
    return (three(n.white_men, n.white_kings) && weak(n.black_men, n.black_kings)) ||
           (three(n.black_men, n.black_kings) && weak(n.white_men, n.white_kings));
}
BothRule large(int moves, bool goes_on) {
    BothRule both{
        {.article = "large", .kind = DrawKind::count, .condition = three_against_king, .limit = moves},
        {.strong = [](const NaiveState& s) { return is_three_against_king(s) ? '=' : '\0'; },
         .limit = 2 * moves}};
    if (goes_on) {
        both.rule.goes_on_in = &three_or_two;
        both.naive.goes_on = is_two_against_king;
    }
    return both;
}
// One side's own moves: two kings, or king and man, against one king.
BothRule own(int moves, Counted whose) {
    constexpr Condition unequal{
        .classes = {{{{.kings = 2}, {.kings = 1}}, {{.kings = 1, .men = 1}, {.kings = 1}}}}};
    return {
        {.article = "own", .kind = DrawKind::count, .condition = unequal, .limit = moves, .counted = whose},
        {.strong =
             [](const NaiveState& s) {
                 const Count4 n{s};
                 if (!is_two_against_king(s) || n.white_men + n.white_kings == n.black_men + n.black_kings)
                     return '\0';
                 return n.white_men + n.white_kings == 2 ? 'w' : 'b';
             },
         .limit = moves,
         .whose = whose == Counted::strong ? 's' : 'w'}};
}

Outcome outcome_of(NaiveResult plain, NaiveResult under_rule) {
    if (plain == NaiveResult::draw) return Outcome::draw;
    const bool stays = plain == under_rule;
    if (plain == NaiveResult::win) return stays ? Outcome::win : Outcome::cursed_win;
    return stays ? Outcome::loss : Outcome::blessed_loss;
}

// All positions of some pieces on a board, as the oracle has them.
class Positions {
public:
    Positions(const Rules& variant, const BoardShape& shape, int pieces)
        : variant_{variant},
          shape_{shape},
          pieces_{pieces},
          solver_{oracle::variant_named(std::string{variant.name}), shape.height, shape.width, pieces} {}

    void expect_equal(const std::vector<BothRule>& rules, bool with_numbers) {
        DrawRules data;
        std::vector<NaiveCountRule> naive;
        for (const BothRule& both : rules) {
            data.push_back(both.rule);
            naive.push_back(both.naive);
        }
        expect_tables(counted(data), naive, with_numbers);
    }

    // The rules that tables follow of a rulebook; false where there is none.
    bool expect_book(const Rulebook& book, const std::vector<std::string>& settings = {}) {
        const auto rules = draw_rules(book, settings, shape_);
        if (!rules) {  // the long diagonal of a board without one
            EXPECT_EQ(rules.error().kind, ErrorKind::usage);
            return false;
        }
        const auto articles =
            oracle::naive_counts(std::string{book.name}, {settings.begin(), settings.end()});
        const auto followed = CountedRules::of(book, settings, *rules);
        EXPECT_EQ(static_cast<bool>(followed), !articles.empty()) << book.name;
        if (!followed) return false;
        std::vector<NaiveCountRule> naive;
        for (const DrawRule& rule : (*followed)->rules()) {
            const auto found = articles.find(std::string{rule.article});
            EXPECT_NE(found, articles.end()) << book.name << " " << rule.article;
            if (found == articles.end()) return false;
            naive.push_back(found->second);
        }
        SCOPED_TRACE(std::string{book.name} + " " + ::testing::PrintToString(settings));
        expect_tables(*followed, naive, false);
        return true;
    }

private:
    void expect_tables(const std::shared_ptr<const CountedRules>& rules,
                       const std::vector<NaiveCountRule>& naive, bool with_numbers) {
        BuildOptions options = with_threads(2);
        options.counted = rules;
        is_wide(variant_) ? expect_tables<SquareSet128>(*rules, naive, with_numbers, options)
                          : expect_tables<SquareSet64>(*rules, naive, with_numbers, options);
    }

    // All counts of the rule that decides in a position, with the counts of the others at nothing and at the
    // same: they began no earlier.
    template <class Set>
    void expect_tables(const CountedRules& rules, const std::vector<NaiveCountRule>& naive, bool with_numbers,
                       const BuildOptions& options) {
        AnyBuiltTables<Set, RuleMetric> tables{variant_, shape_, pieces_, options};
        if (plain_.empty()) plain_ = solver_.solve();
        const oracle::NaiveResults results = solver_.solve(naive);
        std::vector<int> needed;
        if (with_numbers) {
            std::vector<NaiveResult> fresh;
            for (std::size_t i = 0; i < solver_.positions(); ++i) fresh.push_back(results.fresh(i));
            needed = solver_.needed(naive.front(), plain_, fresh);
        }
        std::uint64_t compared = 0, wrong = 0, cursed = 0, kept = 0, counting = 0;
        std::string first;
        std::vector<int> counts(naive.size());
        for (std::size_t i = 0; i < solver_.positions(); ++i) {
            const NaiveState state = solver_.state(i);
            const auto position = position_of<Set>(picture_of(state));
            const auto value = tables.prober().probe(position);
            ASSERT_TRUE(value) << value.error().message;
            const CountedRules::Count deciding = rules.in(Slice::of(position));
            const bool counts_here = deciding.rule >= 0;
            const std::uint32_t end = !counts_here ? 1 : std::max(deciding.limit, 1u);
            counting += counts_here && !solver_.over(i) && plain_[i] != NaiveResult::draw;
            for (std::uint32_t c = 0; c < end && !solver_.over(i); ++c) {
                const Outcome found =
                    damier::outcome_of(value->result, RuleMetric::plies(*value), c, deciding.limit);
                for (const bool others : {false, true}) {
                    for (std::size_t r = 0; r < naive.size(); ++r)
                        counts[r] = others || deciding.rule == static_cast<int>(r) ? static_cast<int>(c) : 0;
                    const Outcome expected = outcome_of(plain_[i], results.at(i, counts));
                    ++compared;
                    cursed += expected == Outcome::cursed_win || expected == Outcome::blessed_loss;
                    kept += expected == Outcome::win || expected == Outcome::loss;
                    if (found == expected) continue;
                    if (++wrong == 1) {
                        first = oracle::to_fen(state) + " with " + std::to_string(c) +
                                " counted: " + std::string{name(expected)} + ", found " +
                                std::string{name(found)} + " (" + std::to_string(value->plies) + ")";
                    }
                }
            }
            if (!with_numbers || plain_[i] == NaiveResult::draw) continue;
            const int number = value->plies == RuleValue::never ? -1 : static_cast<int>(value->plies);
            if (number == needed[i]) continue;
            if (++wrong == 1) {
                first = oracle::to_fen(state) + " needs " + std::to_string(needed[i]) + ", found " +
                        std::to_string(number);
            }
        }
        EXPECT_EQ(wrong, 0u) << "of " << compared << ", first: " << first;
        // Where the first king decides, every ply is a man's move or a capture.
        if (counting > 0 && !variant_.crowning_wins) {
            EXPECT_GT(cursed, 0u) << "the limits are too wide to say anything";
        }
        EXPECT_GT(kept, 0u);
        EXPECT_GT(expect_verified(tables), 0u);
        std::cout << variant_.name << " " << shape_.name() << ", " << pieces_ << " pieces, "
                  << rules.rulebook() << ": " << compared << " results with their counts, " << cursed
                  << " drawn by rule\n";
    }

    const Rules& variant_;
    BoardShape shape_;
    int pieces_;
    oracle::NaiveRuleSolver solver_;
    std::vector<NaiveResult> plain_;
};

struct Board {
    oracle::Variant variant;
    int rows, cols, pieces;
};

class RuleTables : public ::testing::TestWithParam<Board> {
protected:
    const Rules& variant_ = *find_rules(oracle::rules_of(GetParam().variant).name);
    Positions positions_{variant_, shape_of(variant_, GetParam().rows, GetParam().cols), GetParam().pieces};
    void expect_equal(const std::vector<BothRule>& rules, bool with_numbers) {
        positions_.expect_equal(rules, with_numbers);
    }
};

TEST_P(RuleTables, Progress) {
    for (const int plies : {1, 2, 3, 5, 8}) expect_equal({progress(plies)}, true);
}
TEST_P(RuleTables, Balance) {
    for (const int plies : {2, 5}) expect_equal({balance(plies)}, false);
}
TEST_P(RuleTables, Material) { expect_equal({small(2)}, false); }
TEST_P(RuleTables, MaterialAndProgress) {
    expect_equal({progress(5), small(2)}, false);
    expect_equal({small(3), progress(7)}, false);
}
TEST_P(RuleTables, OwnMovesOfTheStrongSide) { expect_equal({own(2, Counted::strong), progress(6)}, false); }
TEST_P(RuleTables, OwnMovesOfTheWeakSide) { expect_equal({own(2, Counted::weak), progress(4)}, false); }

INSTANTIATE_TEST_SUITE_P(SmallBoards, RuleTables,
                         ::testing::Values(Board{oracle::Variant::english, 4, 4, 3},
                                           Board{oracle::Variant::russian, 4, 4, 4},
                                           Board{oracle::Variant::international, 5, 5, 3},
                                           Board{oracle::Variant::pool, 6, 4, 3},
                                           Board{oracle::Variant::italian, 4, 4, 3}),
                         [](const auto& board) {
                             return oracle::rules_of(board.param.variant).name +
                                    std::to_string(board.param.rows) + "x" + std::to_string(board.param.cols);
                         });

// Three pieces against one: a count that ends where two are left, or goes on there.
class FourPieces : public RuleTables {};
TEST_P(FourPieces, TwoClasses) { expect_equal({progress(8), large(3, false), small(2)}, false); }
TEST_P(FourPieces, TheCountGoesOn) { expect_equal({progress(8), large(3, true), small(2)}, false); }
INSTANTIATE_TEST_SUITE_P(SmallBoards, FourPieces,
                         ::testing::Values(Board{oracle::Variant::international, 4, 4, 4},
                                           Board{oracle::Variant::pool, 4, 4, 4},
                                           Board{oracle::Variant::brazilian, 4, 4, 4}),
                         [](const auto& board) {
                             return oracle::rules_of(board.param.variant).name +
                                    std::to_string(board.param.rows) + "x" + std::to_string(board.param.cols);
                         });

// Every value of every setting of a rulebook that changes what tables follow, one at a time; nothing first.
std::vector<std::vector<std::string>> settings_of(const Rulebook& book, const BoardShape& shape) {
    std::vector<std::vector<std::string>> all{{}};
    std::set<std::uint64_t> known;
    const auto is_new = [&](const std::vector<std::string>& settings) {
        const auto rules = draw_rules(book, settings, shape);
        if (!rules) return false;
        const auto counted = CountedRules::of(book, settings, *rules);
        return counted && known.insert((*counted)->fingerprint()).second;
    };
    is_new({});
    for (const Setting& setting : book.settings) {
        for (const SettingValue& value : setting.values) {
            if (value.edit == nullptr) continue;
            std::vector<std::string> one{std::string{setting.name} + "=" + std::string{value.name}};
            if (is_new(one)) all.push_back(std::move(one));
        }
    }
    return all;
}

// Every variant under each of its rulebooks, and under one rule of progress of our own, also those without a
// rulebook. On a small board with all settings.
class RulebookTables : public VariantTest {};
DAMIER_EACH_VARIANT(RulebookTables);
TEST_P(RulebookTables, FourPiecesOn4x4) {
    const BoardShape shape = board_of(rules(), "4x4").value();
    Positions positions{rules(), shape, rules().board.is.every_square_plays || sanitized() ? 3 : 4};
    positions.expect_equal({progress(3)}, true);
    for (const Rulebook* book : rulebooks_of(rules())) {
        for (const auto& settings : settings_of(*book, shape)) positions.expect_book(*book, settings);
    }
}

// All slices of 3 pieces of the official board. Of 12x12, where the oracle takes too long, those of 2, and 3
// on 8x8.
class FullRulebookTables : public VariantTest {};
DAMIER_EACH_VARIANT(FullRulebookTables);
TEST_P(FullRulebookTables, ThreePiecesOnTheOfficialBoard) {
    if (sanitized()) GTEST_SKIP() << "too slow with sanitizers; small boards do";
    const auto check = [&](const BoardShape& shape, int pieces) {
        Positions positions{rules(), shape, pieces};
        positions.expect_equal({progress(5)}, true);
        for (const Rulebook* book : rulebooks_of(rules())) positions.expect_book(*book);
    };
    check(rules().board, is_wide(rules()) ? 2 : 3);
    if (is_wide(rules())) check(board_of(rules(), "8x8").value(), 3);
}

// An at_once rule draws positions of its material, but for those that are over.
TEST(AtOnce, MaterialIsDrawn) {
    const oracle::NaiveRuleSolver solver{oracle::Variant::english, 4, 4, 3};
    const Rules& variant = *find_rules("english");
    const auto rules =
        counted({{.article = "bare", .kind = DrawKind::at_once, .condition = {.most_pieces = 2}}});
    BuildOptions options = with_threads(1);
    options.counted = rules;
    AnyBuiltTables<SquareSet64, RuleMetric> tables{variant, shape_of(variant, 4, 4), 3, options};
    const auto plain = solver.solve();
    std::size_t drawn = 0, lost = 0;
    for (std::size_t i = 0; i < solver.positions(); ++i) {
        const auto position = position_of<SquareSet64>(picture_of(solver.state(i)));
        if (position.count() > 2) continue;
        const auto value = tables.prober().probe(position).value();
        const Outcome found =
            outcome_of(value.result, RuleMetric::plies(value), 0, rules->in(Slice::of(position)).limit);
        const bool over = solver.over(i);
        EXPECT_EQ(found, outcome_of(plain[i], over ? plain[i] : NaiveResult::draw))
            << oracle::to_fen(solver.state(i));
        (over ? lost : drawn) += plain[i] != NaiveResult::draw;
    }
    EXPECT_GT(drawn, 0u);
    EXPECT_GT(lost, 0u);
    expect_verified(tables);
}

}  // namespace
}  // namespace damier
