// Rules as text, and the fingerprint that is taken of it.
#include "rules/describe.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "rules/variants.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

// Do the two rule sets allow the same moves? Field by field, apart from the text.
bool same_movement(const Rules& a, const Rules& b) {
    return a.man_moves.is == b.man_moves.is && a.man_captures.is == b.man_captures.is &&
           a.king_moves.is == b.king_moves.is && a.king_captures.is == b.king_captures.is &&
           a.king_range.is == b.king_range.is && a.king_landing.is == b.king_landing.is &&
           a.man_takes_king.is == b.man_takes_king.is && a.capture_turns_back.is == b.capture_turns_back.is &&
           a.precedence.is == b.precedence.is && a.removal.is == b.removal.is &&
           a.promotion_in_capture.is == b.promotion_in_capture.is && a.no_move.is == b.no_move.is &&
           a.king_run_limit.is == b.king_run_limit.is && a.crowning_wins.is == b.crowning_wins.is;
}

TEST(Fingerprint, IsThatOfTheMovement) {
    for (const Rules* a : test::every_reading()) {
        for (const Rules* b : test::every_reading()) {
            EXPECT_EQ(rules_fingerprint(*a) == rules_fingerprint(*b), same_movement(*a, *b))
                << a->name << " " << b->name;
        }
    }
    EXPECT_EQ(rules_fingerprint(Brazilian::rules), rules_fingerprint(International::rules));
}

using Change = std::function<void(Rules&)>;

// Every other value of every rule of movement.
std::vector<Change> changes_of_movement() {
    std::vector<Change> changes;
    for (DirectionSet is : {diagonal, orthogonal, forward_and_sideways, diagonal_and_orthogonal,
                            DirectionSet{0}, direction_set(Direction::n)}) {
        changes.push_back([=](Rules& r) { r.man_moves.is = is; });
        if (!(is == diagonal)) changes.push_back([=](Rules& r) { r.king_moves.is = is; });
        if (!(is == diagonal)) changes.push_back([=](Rules& r) { r.king_captures.is = is; });
        changes.push_back([=](Rules& r) { r.man_captures.is = is; });
    }
    changes.push_back([](Rules& r) { r.king_range.is = KingRange::flying; });
    changes.push_back([](Rules& r) { r.king_landing.is = KingLanding::anywhere; });
    changes.push_back([](Rules& r) { r.king_landing.is = KingLanding::must_continue; });
    changes.push_back([](Rules& r) { r.king_landing.is = KingLanding::behind_last_king; });
    changes.push_back([](Rules& r) { r.king_landing.is = KingLanding::behind_last_king_of_several; });
    changes.push_back([](Rules& r) { r.man_takes_king.is = false; });
    changes.push_back([](Rules& r) { r.capture_turns_back.is = true; });
    changes.push_back([](Rules& r) { r.removal.is = Removal::at_once; });
    changes.push_back([](Rules& r) { r.promotion_in_capture.is = PromotionInCapture::stays_man; });
    changes.push_back([](Rules& r) { r.promotion_in_capture.is = PromotionInCapture::becomes_king; });
    changes.push_back([](Rules& r) { r.no_move.is = NoMove::draws; });
    changes.push_back([](Rules& r) { r.no_move.is = NoMove::wins; });
    changes.push_back([](Rules& r) { r.king_run_limit.is = 3; });
    changes.push_back([](Rules& r) { r.king_run_limit.is = 4; });
    changes.push_back([](Rules& r) { r.crowning_wins.is = true; });
    using P = Precedence;
    for (std::array<P, 4> is : {std::array{P::most_pieces, P::none, P::none, P::none},
                                {P::by_king},
                                {P::most_kings},
                                {P::earliest_king},
                                {P::most_value},
                                {P::most_pieces, P::most_kings},
                                {P::most_kings, P::most_pieces},
                                {P::most_pieces, P::by_king, P::most_kings, P::earliest_king}}) {
        changes.push_back([=](Rules& r) { r.precedence.is = is; });
    }
    return changes;
}

TEST(Fingerprint, ChangesWithAnySingleRuleOfMovement) {
    std::set<std::uint64_t> found{rules_fingerprint(English::rules)};
    for (const Change& change : changes_of_movement()) {
        Rules rules = English::rules;
        change(rules);
        EXPECT_FALSE(same_movement(rules, English::rules));
        EXPECT_TRUE(found.insert(rules_fingerprint(rules)).second) << "change " << found.size();
    }
}

TEST(Fingerprint, LeavesOutBoardStartNotationNamesAndArticles) {
    const std::vector<Change> changes{
        [](Rules& r) { r.board.is.width = 10; },
        [](Rules& r) { r.board.is.bottom_left_plays = false; },
        [](Rules& r) { r.board.is.first_number = Corner::bottom_right; },
        [](Rules& r) { r.men_rows.is = 2; },
        [](Rules& r) { r.rows_behind.is = 1; },
        [](Rules& r) { r.first.is = Color::white; },
        [](Rules& r) { r.notation.is = Notation::algebraic; },
        [](Rules& r) { r.name = r.title = r.rule_book = "x"; },
        [](Rules& r) { r.game_type = 99; },
        [](Rules& r) { r.man_moves.article = r.no_move.article = "x"; },
        [](Rules& r) { r.capture_separator = ':'; },
        [](Rules& r) { r.first_player_result_first = false; },
        [](Rules& r) { r.two_point_results = true; },
    };
    for (const Change& change : changes) {
        Rules rules = English::rules;
        change(rules);
        EXPECT_EQ(rules_fingerprint(rules), rules_fingerprint(English::rules));
    }
}

// The fingerprint is in the header of every table: a wording that changes it makes all tables foreign.
TEST(Fingerprint, IsFnvOfTheLinesOfMovement) {
    for (const Rules* rules : test::every_reading()) {
        std::string text;
        for (const RuleLine& line : describe(*rules)) {
            if (line.of_movement) text += std::string{line.rule} + "=" + line.value + "\n";
        }
        std::uint64_t hash = 14'695'981'039'346'656'037u;
        for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211u;
        EXPECT_EQ(rules_fingerprint(*rules), hash);
    }
}

TEST(Describe, EveryRuleHasAValueAndAnArticle) {
    for (const Rules* rules : test::every_reading()) {
        std::set<std::string_view> names;
        for (const RuleLine& line : describe(*rules)) {
            EXPECT_FALSE(line.value.empty()) << rules->name << ": " << line.rule;
            EXPECT_FALSE(line.article.empty()) << rules->name << ": " << line.rule;
            EXPECT_TRUE(names.insert(line.rule).second) << line.rule;
        }
    }
}

TEST(Differences, AreTheLinesThatDiffer) {
    const auto found = differences(Spantsireti::rules, Russian::rules);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].rule, "board");
    EXPECT_EQ(found[0].values, (std::array<std::string, 2>{"8x10, 40 squares, bottom-left square plays",
                                                           "8x8, 32 squares, bottom-left square plays"}));
    EXPECT_FALSE(found[0].of_movement);
    // A rule that only one of them has, from either side.
    for (const bool turned : {false, true}) {
        const auto frisian = turned ? differences(International::rules, Frisian::rules)
                                    : differences(Frisian::rules, International::rules);
        std::map<std::string_view, std::array<std::string, 2>> values;
        for (const RuleDifference& d : frisian) values[d.rule] = d.values;
        EXPECT_EQ(values.size(), 4u);
        EXPECT_EQ(values.at("moves in a row of one king beside men")[turned ? 1 : 0], "3");
        EXPECT_EQ(values.at("moves in a row of one king beside men")[turned ? 0 : 1], "-");
        EXPECT_EQ(values.at("capture precedence")[turned ? 1 : 0], "most value, then by a king");
        EXPECT_EQ(values.at("man captures")[turned ? 1 : 0], "n ne e se s sw w nw");
        EXPECT_EQ(values.at("king captures")[turned ? 1 : 0], "n ne e se s sw w nw");
    }
}

// Same movement, same fingerprint: for all pairs.
TEST(Differences, OfMovementAreThoseOfTheFingerprint) {
    for (const Rules* a : test::every_reading()) {
        EXPECT_TRUE(differences(*a, *a).empty()) << a->name;
        for (const Rules* b : test::every_reading()) {
            bool movement = false;
            for (const RuleDifference& d : differences(*a, *b)) movement = movement || d.of_movement;
            EXPECT_EQ(movement, rules_fingerprint(*a) != rules_fingerprint(*b)) << a->name << " " << b->name;
        }
    }
}

TEST(Describe, SaysWhatTheRulesAre) {
    std::map<std::string_view, std::string> english;
    for (const RuleLine& line : describe(English::rules)) english[line.rule] = line.value;
    EXPECT_EQ(english.at("board"), "8x8, 32 squares, bottom-left square plays");
    EXPECT_EQ(english.at("man captures"), "ne nw");
    EXPECT_EQ(english.at("king range"), "one step");
    EXPECT_EQ(english.at("first to move"), "black");
    EXPECT_EQ(english.at("capture precedence"), "none");
    Rules rules = English::rules;
    rules.precedence.is = {Precedence::most_pieces, Precedence::by_king};
    rules.no_move.is = NoMove::wins;
    std::map<std::string_view, std::string> other;
    for (const RuleLine& line : describe(rules)) other[line.rule] = line.value;
    EXPECT_EQ(other.at("capture precedence"), "most pieces, then by a king");
    EXPECT_EQ(other.at("side without a legal move"), "wins");
}

}  // namespace
}  // namespace damier
