// Which rule decides in a slice and when it ends the game: held against the count of games, ply by ply; which
// rules of the books go together; and what cannot be followed.
#include "egtb/counted_rules.hpp"

#include <gtest/gtest.h>

#include "rules/draw_count.hpp"
#include "rules/rulebooks.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

std::shared_ptr<const CountedRules> of(const Rules& variant, std::string_view name,
                                       const std::vector<std::string>& articles = {},
                                       const std::vector<std::string>& settings = {}) {
    const Rulebook* book = find_rulebook(name);
    const auto made =
        CountedRules::of(*book, settings, draw_rules(*book, settings, variant.board).value(), articles);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
}
std::vector<std::string> articles(const CountedRules& rules) {
    std::vector<std::string> all;
    for (const DrawRule& rule : rules.rules()) all.emplace_back(rule.article);
    return all;
}
std::vector<std::string> left_out(const CountedRules& rules) {
    std::vector<std::string> all;
    for (const CountedRules::LeftOut& rule : rules.left_out()) all.emplace_back(rule.article);
    return all;
}
std::string deciding(const CountedRules& rules, const Slice& slice) {
    const auto count = rules.in(slice);
    return count.rule < 0 ? "" : std::string{rules.rules()[static_cast<std::size_t>(count.rule)].article};
}

using Names = std::vector<std::string>;

TEST(CountedRulesOfBooks, AreThoseThatGoTogether) {
    const auto wcdf = of(English::rules, "wcdf");
    EXPECT_EQ(articles(*wcdf), Names{"1.32.2"});
    EXPECT_EQ(left_out(*wcdf), Names{});
    EXPECT_EQ(wcdf->in(Slice::of(2, 1, 1, 1)).limit, 80u);
    EXPECT_EQ(articles(*of(International::rules, "fmjd-2015")), (Names{"6.2", "6.3", "6.4"}));
    const auto fmjd = of(International::rules, "fmjd-2024");
    EXPECT_EQ(articles(*fmjd), (Names{"6.2", "6.3", "6.4"}));
    EXPECT_EQ(left_out(*fmjd), Names{"6.3 (long diagonal)"});
    const auto idf = of(Russian::rules, "idf-64");
    EXPECT_EQ(articles(*idf), (Names{"7.2.4", "7.2.5", "7.2.8"}));
    EXPECT_EQ(left_out(*idf), (Names{"7.2.6 (4-5 pieces)", "7.2.6 (6-7 pieces)", "7.2.7"}));
    EXPECT_EQ(articles(*of(Russian::rules, "russia")),
              (Names{"7.2.4", "7.2.5", "7.2.8", "7.2.6 (2-3 pieces)"}));
    EXPECT_EQ(articles(*of(Pool::rules, "apca")), (Names{"26 (30 moves)", "27"}));
    EXPECT_EQ(left_out(*of(Pool::rules, "apca")), Names{"28"});
    EXPECT_EQ(articles(*of(Brazilian::rules, "cbd")), (Names{"97b", "99"}));
    EXPECT_EQ(articles(*of(Frisian::rules, "frisian-2011")), Names{"18"});
    EXPECT_EQ(articles(*of(Turkish::rules, "turkish")), Names{"19"});
}

TEST(CountedRulesOfBooks, SayWhichDecides) {
    const auto fmjd = of(International::rules, "fmjd-2015");
    EXPECT_EQ(deciding(*fmjd, Slice::of(0, 1, 0, 1)), "6.4");
    EXPECT_EQ(deciding(*fmjd, Slice::of(1, 1, 0, 1)), "6.4");
    EXPECT_EQ(deciding(*fmjd, Slice::of(0, 1, 1, 1)), "6.4");
    EXPECT_EQ(deciding(*fmjd, Slice::of(1, 2, 0, 1)), "6.3");
    EXPECT_EQ(deciding(*fmjd, Slice::of(3, 0, 0, 1)), "6.2");
    EXPECT_EQ(deciding(*fmjd, Slice::of(0, 2, 0, 2)), "6.2");
    const auto idf = of(Russian::rules, "idf-64");
    EXPECT_EQ(deciding(*idf, Slice::of(0, 3, 0, 1)), "7.2.4");
    EXPECT_EQ(deciding(*idf, Slice::of(0, 5, 0, 1)), "7.2.4");
    EXPECT_EQ(deciding(*idf, Slice::of(0, 2, 0, 1)), "7.2.8");
    EXPECT_EQ(deciding(*idf, Slice::of(1, 2, 0, 1)), "7.2.5");
    EXPECT_EQ(deciding(*of(Frisian::rules, "frisian-2011"), Slice::of(1, 1, 0, 1)), "");
    EXPECT_EQ(of(Turkish::rules, "turkish")->in(Slice::of(1, 0, 0, 1)).limit, 0u);
}

// The rules of a book by themselves, so that those that do not go together are met too.
TEST(CountedRulesOfBooks, EndTheGameWhenTheCountOfGamesDoes) {
    std::size_t compared = 0;
    for (const Rulebook* book : all_rulebooks()) {
        for (const std::vector<std::string>& settings :
             {std::vector<std::string>{}, {"7.2.8-equal=first"}, {"7.2.6-unit=plies"}}) {
            const auto rules = draw_rules(*book, settings, Russian::rules.board);
            if (!rules) continue;
            for (const DrawRule& rule : *rules) {
                if (rule.kind != DrawKind::count) continue;
                const auto counted =
                    CountedRules::of(*book, {}, *rules, std::vector{std::string{rule.article}});
                if (!counted) continue;
                for (const Slice& slice : slices_up_to(5)) {
                    for (const Slice& either : {slice, slice.color_swapped()}) {
                        const CountedRules::Count count = (*counted)->in(either);
                        DrawFacts facts;
                        for (const Color c : both_colors) {
                            facts.men[index(c)] = either.men_of(c);
                            facts.kings[index(c)] = either.kings_of(c);
                        }
                        ASSERT_EQ(count.rule >= 0, strong_sides(rule.condition, facts).any());
                        if (count.rule < 0) continue;
                        for (const Color first : both_colors) {
                            // King moves, from a count that begins here.
                            DrawCount game{rule, facts, first, EarlierPlies::none(), true};
                            Color mover = first;
                            for (std::uint32_t plies = 0; plies <= count.limit + 1; ++plies) {
                                // May `mover` still win with this ply?
                                const bool in_time =
                                    plies + 1 + (count.late[index(mover)] ? 1 : 0) <= count.limit;
                                ASSERT_EQ(game.holds() == Holds::no, in_time)
                                    << book->name << " " << rule.article << " " << either.name() << " ply "
                                    << plies;
                                game.ply({}, mover, facts);
                                mover = !mover;
                                ++compared;
                            }
                        }
                    }
                }
            }
        }
    }
    EXPECT_GT(compared, 10'000u);
}

TEST(CountedRulesOfBooks, TellTheirFingerprint) {
    EXPECT_EQ(of(International::rules, "ffjd")->fingerprint(),
              of(International::rules, "fmjd-2015")->fingerprint());
    EXPECT_NE(of(International::rules, "fmjd-2024")->fingerprint(),
              of(International::rules, "fmjd-2015")->fingerprint());
    EXPECT_NE(of(English::rules, "acf-old")->fingerprint(), of(English::rules, "wcdf")->fingerprint());
    EXPECT_NE(of(Russian::rules, "idf-64")->fingerprint(),
              of(Russian::rules, "idf-64", {"7.2.5"})->fingerprint());
    EXPECT_NE(of(Pool::rules, "apca")->fingerprint(),
              of(Pool::rules, "apca", {}, {"26-unit=30-each"})->fingerprint());
    EXPECT_EQ(of(Russian::rules, "idf-64", {"7.2.5"})->options(), " --rulebook idf-64 --rule \"7.2.5\"");
}

TEST(CountedRulesOfBooks, RefuseWhatCannotBeFollowed) {
    const auto refused = [](const Rules& variant, std::string_view name,
                            const std::vector<std::string>& articles) {
        const Rulebook* book = find_rulebook(name);
        const auto made = CountedRules::of(*book, {}, draw_rules(*book, {}, variant.board).value(), articles);
        EXPECT_FALSE(made);
        if (made) return std::string{};
        EXPECT_EQ(made.error().kind, ErrorKind::usage);
        return made.error().message;
    };
    EXPECT_EQ(refused(English::rules, "uncounted", {}),
              "rulebook uncounted has no rule that tables can follow");
    EXPECT_EQ(refused(English::rules, "wcdf", {"1.32.9"}),
              "rulebook wcdf has no rule \"1.32.9\" that makes draws on the board; it has: 1.32.2");
    EXPECT_EQ(refused(Russian::rules, "idf-64", {"7.2.7"}),
              "tables cannot follow 7.2.7 of rulebook idf-64: it looks at squares or captures, not at the "
              "material alone");
    EXPECT_NE(refused(Russian::rules, "idf-64", {"7.2.5", "7.2.6 (4-5 pieces)"}).find("decides alone"),
              std::string::npos);
    EXPECT_NE(refused(International::rules, "fmjd-2024", {"6.3"}).find("goes on beside another rule"),
              std::string::npos);
}

// Between slices: what a ply does to the count.
TEST(CountedRulesOfBooks, FollowPliesBetweenSlices) {
    using Arrival = RulePly::Arrival;
    const auto fmjd_2015 = of(International::rules, "fmjd-2015");
    const auto fmjd_2024 = of(International::rules, "fmjd-2024");
    const Slice three = Slice::of(1, 2, 0, 1), promoted = Slice::of(0, 3, 0, 1), two = Slice::of(0, 2, 0, 1);
    const Slice men = Slice::of(3, 0, 0, 1);
    const Passage promotion{three, promoted, Color::white, false, true, true};
    const Passage man_move{three, three, Color::white, false, true, false};
    const Passage capture{three, two, Color::black, true, false, false};
    const Passage into{men, three, Color::white, false, true, true};
    const Passage out{Slice::of(1, 1, 0, 1), Slice::of(1, 0, 0, 1), Color::black, true, false, false};
    for (const auto& rules : {fmjd_2015, fmjd_2024}) {
        EXPECT_EQ(rules->ply(promotion).arrival, Arrival::goes_on);
        EXPECT_EQ(rules->ply(man_move).arrival, Arrival::goes_on);
        EXPECT_EQ(rules->ply(into).arrival, Arrival::fresh);
        EXPECT_EQ(rules->ply(into).limit, 32u);
        EXPECT_EQ(rules->ply(out).arrival, Arrival::fresh);
        EXPECT_EQ(rules->ply(out).limit, 50u);
        EXPECT_EQ(rules->ply({men, men, Color::white, false, true, false}).arrival, Arrival::fresh);
        EXPECT_EQ(rules->ply({men, men, Color::black, false, false, false}).arrival, Arrival::goes_on);
    }
    EXPECT_EQ(fmjd_2015->ply(capture).arrival, Arrival::fresh);
    EXPECT_EQ(fmjd_2024->ply(capture).arrival, Arrival::fresh_too);
    EXPECT_EQ(fmjd_2024->ply(capture).limit, 10u);
    // One side's own moves: the other's last ply has to come one sooner.
    const auto idf = of(Russian::rules, "idf-64");
    const auto apca = of(Pool::rules, "apca");
    const Passage strong{promoted, promoted, Color::white, false, false, false};
    const Passage weak{promoted, promoted, Color::black, false, false, false};
    EXPECT_FALSE(idf->ply(strong).late);
    EXPECT_TRUE(idf->ply(weak).late);
    EXPECT_TRUE(apca->ply(strong).late);
    EXPECT_FALSE(apca->ply(weak).late);
}

}  // namespace
}  // namespace damier
