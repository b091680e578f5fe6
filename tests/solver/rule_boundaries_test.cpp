// The published boundary values of draw rules hold in tables of metric `rule`, and a limit that is a ply
// shorter or longer turns exactly the positions at the boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "egtb/outcome.hpp"
#include "rules/rulebooks.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

std::shared_ptr<const CountedRules> of_book(const Rules& variant, std::string_view name,
                                            const std::vector<std::string>& articles = {}) {
    const Rulebook* book = find_rulebook(name);
    return CountedRules::of(*book, {}, draw_rules(*book, {}, variant.board).value(), articles).value();
}

// The positions of a slice by what they need, and how many a limit makes draws.
struct Needs {
    std::map<std::uint32_t, std::uint64_t> wins, losses;  // of the canonical slice; by side to move below
    std::uint64_t cursed_wins = 0, blessed_losses = 0;
};

template <class Set>
Needs needs_of(const Rules& variant, const CountedRules& rules, const Slice& slice, Color to_move,
               std::vector<std::string>* fens = nullptr, std::uint32_t wanted = 0) {
    AnyMemorySolver<Set, RuleMetric> solver{variant, variant.board, 2, &rules};
    solver.solve(slice);
    const SliceRanking<Set> ranking{solver.game().board(), slice, variant.king_run_limit};
    const CountedRules::Count deciding = rules.in(slice);
    Needs needs;
    for (std::uint64_t rank = 0; rank < ranking.placements(); ++rank) {
        const Position<Set> position = ranking.unrank(to_move, rank);
        const RuleValue value = solver.value(position);
        const Outcome outcome = outcome_of(value.result, RuleMetric::plies(value), 0, deciding.limit);
        needs.cursed_wins += outcome == Outcome::cursed_win;
        needs.blessed_losses += outcome == Outcome::blessed_loss;
        if (value.result == Wld::win) ++needs.wins[value.plies];
        if (value.result == Wld::loss) ++needs.losses[value.plies];
        if (fens != nullptr && value.result == Wld::win && value.plies == wanted)
            fens->push_back(
                oracle::to_fen(naive_state(oracle::variant_named(std::string{variant.name}), variant.board,
                                           picture_of(position, variant.board.is.squares()))));
    }
    return needs;
}

DrawRules with_limit(std::string_view book, const Rules& variant, std::string_view article, int plies) {
    DrawRules rules = draw_rules(*find_rulebook(book), {}, variant.board).value();
    edit_article(rules, article, [&](DrawRule& rule) {
        rule.counted = Counted::plies;
        rule.limit = plies;
    });
    return rules;
}
std::shared_ptr<const CountedRules> counted_with(std::string_view book, const Rules& variant,
                                                 std::string_view article, int plies) {
    return CountedRules::of(*find_rulebook(book), {}, with_limit(book, variant, article, plies)).value();
}

TEST(Boundaries, InternationalKingAndManAgainstKing) {
    const Rules& variant = *find_rules("international");
    const Slice slice = Slice::of(1, 1, 0, 1);
    const auto rules = of_book(variant, "fmjd-2015");
    EXPECT_EQ(rules->in(slice).limit, 10u);
    const Needs needs = needs_of<SquareSet64>(variant, *rules, slice, Color::white);
    EXPECT_EQ(needs.wins.rbegin()->first, 9u);
    EXPECT_EQ(needs.wins.rbegin()->second, 2u);
    EXPECT_EQ(needs.cursed_wins, 0u);
    for (const auto& [plies, flipped] : std::map<int, std::uint64_t>{{8, 2}, {9, 0}, {10, 0}, {11, 0}}) {
        const auto other = counted_with("fmjd-2015", variant, "6.4", plies);
        EXPECT_EQ((needs_of<SquareSet64>(variant, *other, slice, Color::white).cursed_wins), flipped)
            << plies;
    }
}

// How many positions are won, or lost, in so many plies to the end: by tables without draw rules.
std::map<std::uint32_t, std::uint64_t> distances(const Rules& variant, const Slice& slice, Color to_move,
                                                 Wld result) {
    AnyMemorySolver<SquareSet64, DtwMetric> solver{variant, variant.board};
    solver.solve(slice);
    const SliceRanking<SquareSet64> ranking{solver.game().board(), slice, variant.king_run_limit};
    std::map<std::uint32_t, std::uint64_t> plies;
    for (std::uint64_t rank = 0; rank < ranking.placements(); ++rank) {
        const Distance value = solver.value(ranking.unrank(to_move, rank));
        if (value.result == result) ++plies[value.plies];
    }
    return plies;
}
std::uint64_t beyond(const std::map<std::uint32_t, std::uint64_t>& plies, std::uint32_t limit) {
    std::uint64_t positions = 0;
    for (const auto& [needed, count] : plies) positions += needed > limit ? count : 0;
    return positions;
}

// With the setting by which a capture does not end the 16 moves: 31 plies in exactly 5 positions (published).
TEST(Boundaries, InternationalManAndTwoKingsAgainstKing) {
    const Rules& variant = *find_rules("international");
    const Slice slice = Slice::of(1, 2, 0, 1);
    const Rulebook& book = *find_rulebook("fmjd-2015");
    const std::vector<std::string> rest{"16-to-5=rest"};
    for (const auto& [plies, flipped] : std::map<int, std::uint64_t>{{30, 5}, {31, 0}, {32, 0}, {33, 0}}) {
        DrawRules rules = draw_rules(book, rest, variant.board).value();
        edit_article(rules, "6.3", [&](DrawRule& rule) {
            rule.counted = Counted::plies;
            rule.limit = plies;
        });
        const auto made = CountedRules::of(book, rest, rules);
        ASSERT_TRUE(made && (*made)->left_out().empty());
        EXPECT_EQ((*made)->in(slice).limit, static_cast<std::uint32_t>(plies));
        std::vector<std::string> fens;
        const Needs needs = needs_of<SquareSet64>(variant, **made, slice, Color::white, &fens, 31);
        EXPECT_EQ(needs.wins.rbegin()->first, 31u);
        EXPECT_EQ(needs.wins.rbegin()->second, 5u);
        EXPECT_EQ(needs.cursed_wins, flipped) << plies;
        EXPECT_NE(std::find(fens.begin(), fens.end(), "W:WK12,K40,50:BK11"), fens.end())
            << ::testing::PrintToString(fens);
    }
    // As the text is read by default, a capture that leaves two pieces begins 5 new moves: no win is lost
    // either.
    EXPECT_EQ(
        (needs_of<SquareSet64>(variant, *of_book(variant, "fmjd-2015"), slice, Color::white).cursed_wins),
        0u);
}

// Counts in all that three kings can become against one, so that Z is the distance to the end.
constexpr Condition kings_against_king{
    .classes = {{{{.kings = 3}, {.kings = 1}}, {{.kings = 2}, {.kings = 1}}, {{.kings = 1}, {.kings = 1}}}}};
std::shared_ptr<const CountedRules> kings_rule(int plies) {
    static constexpr Rulebook book{.name = "own", .title = "of this test", .source = "none"};
    return CountedRules::of(book, {},
                            {{.article = "kings",
                              .kind = DrawKind::count,
                              .condition = kings_against_king,
                              .limit = plies,
                              .counted = Counted::plies}})
        .value();
}

// Longest wins of 3K v K: 25 plies (published; Russian off the main road). A limit keeps exactly those that
// are no longer; under the books, where a sacrifice ends the count, none is drawn.
TEST(Boundaries, ThreeKingsAgainstKing) {
    for (const auto& [name, book, in_force] :
         {std::tuple{"pool", "apca", 26u}, std::tuple{"russian", "idf-64", 30u}}) {
        const Rules& variant = *find_rules(name);
        const Slice slice = Slice::of(0, 3, 0, 1);
        const auto wins = distances(variant, slice, Color::white, Wld::win);
        const auto losses = distances(variant, slice, Color::black, Wld::loss);
        EXPECT_EQ(wins.rbegin()->first, 25u) << name;
        for (const int plies : {23, 24, 25, 26}) {
            const auto rule = kings_rule(plies);
            const auto limit = static_cast<std::uint32_t>(plies);
            EXPECT_EQ((needs_of<SquareSet64>(variant, *rule, slice, Color::white).cursed_wins),
                      beyond(wins, limit));
            EXPECT_EQ((needs_of<SquareSet64>(variant, *rule, slice, Color::black).blessed_losses),
                      beyond(losses, limit));
        }
        // A flat limit of 26 plies is not the lone king's own 13 moves: if he is to move, that is 24 plies.
        EXPECT_EQ(beyond(losses, 26), 0u);
        EXPECT_GT(beyond(losses, 25), 0u) << name;
        const auto of_the_book = of_book(variant, book);
        EXPECT_EQ(of_the_book->in(slice).limit, in_force);
        EXPECT_EQ((needs_of<SquareSet64>(variant, *of_the_book, slice, Color::white).cursed_wins), 0u);
    }
}

// Source: 230 wins, 108 losses, 654 draws, longest win 11 plies (published).
TEST(Boundaries, EnglishKingAgainstKing) {
    const Rules& variant = *find_rules("english");
    const Slice slice = Slice::of(0, 1, 0, 1);
    std::uint64_t longest = 0;
    for (const auto& [plies, all_kept] : std::map<int, bool>{{10, false}, {11, true}, {12, true}}) {
        const auto rules = counted_with("wcdf", variant, "1.32.2", plies);
        const Needs needs = needs_of<SquareSet64>(variant, *rules, slice, Color::white);
        std::uint64_t wins = 0;
        for (const auto& [needed, positions] : needs.wins) wins += positions;
        EXPECT_EQ(wins, 230u);
        EXPECT_EQ(needs.cursed_wins == 0, all_kept) << plies;
        longest = std::max(longest, needs.cursed_wins);
        if (all_kept) {
            EXPECT_EQ(needs.wins.at(11), longest);
        }
    }
}

// No English win needs more than 60 plies to the next irreversible move: the 40 moves draw nothing.
// Source: published for up to 5 pieces.
TEST(Boundaries, EnglishFortyMovesDrawNothing) {
    const Rules& variant = *find_rules("english");
    BuildOptions options = with_threads(2);
    options.counted = of_book(variant, "wcdf");
    AnyBuiltTables<SquareSet64, RuleMetric> tables{variant, variant.board, 4, options};
    std::uint64_t wins = 0, losses = 0;
    for (const Slice& slice : tables.set().present()) {
        const auto& file = tables.set().table(slice).value()->file();
        ASSERT_TRUE(file.header().draw_rules);
        EXPECT_EQ(file.header().draw_rules->rulebook, "wcdf");
        EXPECT_EQ(file.header().draw_rules->articles, std::vector<std::string>{"1.32.2"});
        for (const SideSummary& side : file.footer().summaries) {
            ASSERT_TRUE(side.cursed);
            EXPECT_EQ(side.cursed->wins + side.cursed->losses, 0u) << slice.name();
            EXPECT_FALSE(side.cursed->longest_win);
            wins += side.wins;
            losses += side.losses;
        }
    }
    EXPECT_EQ(wins, 2'675'270u);  // 2 to 4 pieces together
    EXPECT_EQ(losses, 2'004'797u);
}

}  // namespace
}  // namespace damier
