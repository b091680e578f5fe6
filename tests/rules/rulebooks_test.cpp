// Rulebooks as data, and what a table asks of a rule.
#include "rules/rulebooks.hpp"

#include <gtest/gtest.h>

#include <set>

#include "rules/draw_count.hpp"
#include "rules/draw_rule_text.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

DrawRules rules_of(const Rulebook& book, std::vector<std::string> settings = {}) {
    const auto rules = draw_rules(book, settings, BoardShape{});
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
    return rules.value_or(DrawRules{});
}

const DrawRule& article(const DrawRules& rules, std::string_view wanted) {
    for (const DrawRule& rule : rules) {
        if (rule.article == wanted) return rule;
    }
    throw std::runtime_error("no article " + std::string{wanted});
}

TEST(Rulebooks, AreWhole) {
    std::set<std::string_view> names;
    for (const Rulebook* book : all_rulebooks()) {
        SCOPED_TRACE(book->name);
        EXPECT_TRUE(names.insert(book->name).second);
        EXPECT_EQ(find_rulebook(book->name), book);
        EXPECT_FALSE(book->title.empty());
        EXPECT_FALSE(book->source.empty());
        EXPECT_FALSE(book->variants[0].empty());
        std::set<std::string_view> articles;
        EXPECT_NE(book->rules[0].kind, DrawKind::none);
        for (const DrawRule& rule : book->rules) {
            if (rule.kind == DrawKind::none) continue;
            EXPECT_FALSE(rule.article.empty());
            EXPECT_TRUE(articles.insert(rule.article).second) << rule.article;
            EXPECT_EQ(rule.limit > 0, rule.kind == DrawKind::repetition || rule.kind == DrawKind::count)
                << rule.article;
            EXPECT_FALSE(limit_text(rule).empty());
            // A count of one side's moves needs to know the side.
            if (rule.counted != Counted::each_side) {
                EXPECT_GT(rule.condition.class_count(), 0u) << rule.article;
            }
            EXPECT_EQ(rule.condition.least_pieces > 0, rule.condition.most_pieces > 0) << rule.article;
        }
        for (const Setting& setting : book->settings) {
            if (setting.name.empty()) continue;
            EXPECT_FALSE(setting.question.empty());
            EXPECT_EQ(setting.values[0].edit, nullptr) << "the default changes nothing";
            EXPECT_NE(setting.values[1].edit, nullptr);
        }
    }
    // The four founding texts.
    for (const char* name : {"ffjd", "turnpan", "ludoteka", "uncounted"})
        EXPECT_NE(find_rulebook(name), nullptr) << name;
    EXPECT_EQ(find_rulebook("nothing"), nullptr);
    EXPECT_EQ(find_rulebook(""), nullptr);
}

// Every setting changes what its book does, and no two values do the same.
TEST(Rulebooks, SettingsChangeTheRules) {
    int settings = 0;
    for (const Rulebook* book : all_rulebooks()) {
        std::set<std::uint64_t> seen{fingerprint(rules_of(*book))};
        for (const Setting& setting : book->settings) {
            for (const SettingValue& value : setting.values) {
                if (value.name.empty()) continue;
                const std::string text = std::string{setting.name} + "=" + std::string{value.name};
                const auto print = fingerprint(rules_of(*book, {text}));
                EXPECT_EQ(seen.insert(print).second, value.edit != nullptr) << book->name << " " << text;
                ++settings;
            }
        }
    }
    EXPECT_GE(settings, 20);
}

TEST(Rulebooks, SameRulesSamePrint) {
    const auto print = [](const char* name) { return fingerprint(rules_of(*find_rulebook(name))); };
    EXPECT_EQ(print("fmjd-2015"), print("ffjd"));
    EXPECT_NE(print("fmjd-2015"), print("fmjd-2024"));
    EXPECT_NE(print("wcdf"), print("acf-old"));
    EXPECT_EQ(fingerprint(rules_of(*find_rulebook("uncounted"))), fingerprint({}));
}

// Which variants name a default, and that it is theirs.
TEST(Rulebooks, EveryVariantNamesItsDefault) {
    for (const Rules* rules : all_rules()) {
        const auto books = rulebooks_of(*rules);
        if (books.empty()) {
            EXPECT_EQ(rules->rulebook, "") << rules->name << " names a rulebook that is not for it";
            EXPECT_FALSE(rulebook_for(*rules, ""));
            continue;
        }
        const auto book = rulebook_for(*rules, "");
        ASSERT_TRUE(book) << rules->name << ": " << book.error().message;
        EXPECT_EQ((*book)->name, rules->rulebook);
        EXPECT_EQ(books.front(), *book);
        for (const Rulebook* other : books) EXPECT_EQ(*rulebook_for(*rules, other->name), other);
    }
}

TEST(Rulebooks, OfTheFirstVariants) {
    const auto names = [](const char* variant) {
        std::string list;
        for (const Rulebook* book : rulebooks_of(*find_rules(variant))) list += std::string{book->name} + " ";
        return list;
    };
    EXPECT_EQ(names("english"), "wcdf acf-old turnpan uncounted ");
    EXPECT_EQ(names("pool"), "apca ludoteka ");
    EXPECT_EQ(names("russian"), "idf-64 russia ");
    EXPECT_EQ(names("brazilian"), "idf-64 cbd ");
    EXPECT_EQ(names("international"), "fmjd-2024 fmjd-2015 ffjd ");
}

TEST(Rulebooks, Refusals) {
    const auto refused = [](const char* variant, const char* name) {
        const auto book = rulebook_for(*find_rules(variant), name);
        EXPECT_FALSE(book);
        return book ? std::string{} : book.error().message;
    };
    EXPECT_EQ(refused("english", "idf-64"),
              "rulebook idf-64 is not for English draughts; one of: wcdf, acf-old, turnpan, uncounted");
    EXPECT_EQ(refused("pool", "x"),
              "unknown rulebook \"x\"; for American pool checkers one of: apca, ludoteka");
    const auto setting = [](const char* book, std::vector<std::string> settings, BoardShape shape = {}) {
        const auto rules = draw_rules(*find_rulebook(book), settings, shape);
        EXPECT_FALSE(rules);
        return rules ? std::string{} : rules.error().message;
    };
    EXPECT_EQ(setting("wcdf", {"40=50"}), "rulebook wcdf has no setting \"40=50\"; it has none");
    EXPECT_EQ(setting("fid", {"repetition=5"}),
              "rulebook fid has no setting \"repetition=5\"; its settings: repetition=3|4");
    EXPECT_EQ(setting("fid", {"repetition"}),
              "rulebook fid has no setting \"repetition\"; its settings: repetition=3|4");
    EXPECT_EQ(setting("fid", {"repetition=3", "repetition=4"}), "the setting repetition is given twice");
    EXPECT_EQ(setting("idf-64", {}, *parse_board_size("6x8", BoardShape{})),
              "7.2.7 of rulebook idf-64 is about the long diagonal, and a board of 6x8 has none");
}

// The limits in plies that a table works with; the strong side to move or not.
TEST(DrawCount, PliesToTheDraw) {
    const struct {
        const char* book;
        const char* article;
        int counted_to_move, other_to_move;
    } cases[] = {
        {"fmjd-2015", "6.2", 50, 50},
        {"fmjd-2015", "6.3", 32, 32},
        {"fmjd-2015", "6.4", 10, 10},
        {"wcdf", "1.32.2", 80, 80},
        {"acf-old", "50 moves", 100, 100},
        {"idf-64", "7.2.4", 29, 30},
        {"idf-64", "7.2.5", 30, 30},
        {"idf-64", "7.2.6 (4-5 pieces)", 60, 60},
        {"idf-64", "7.2.6 (6-7 pieces)", 120, 120},
        {"idf-64", "7.2.7", 9, 10},
        {"idf-64", "7.2.8", 9, 10},
        {"cbd", "97b", 40, 40},
        {"cbd", "99", 10, 10},
        {"apca", "27", 25, 26},
        {"ludoteka", "25 moves", 50, 50},
        {"fpd-2026", "3.8.a", 23, 24},
        {"fpd-2026", "3.8.b", 40, 40},
        {"frisian-2011", "18", 13, 14},
    };
    for (const auto& c : cases) {
        const DrawRules rules = rules_of(*find_rulebook(c.book));
        const DrawRule& rule = article(rules, c.article);
        EXPECT_EQ(plies_to_draw(rule, true), c.counted_to_move) << c.book << " " << c.article;
        EXPECT_EQ(plies_to_draw(rule, false), c.other_to_move) << c.book << " " << c.article;
        // A fresh count says the same, ply by ply.
        for (const bool counted_first : {true, false}) {
            DrawFacts facts;
            const Force strong =
                rule.condition.class_count() > 0 ? rule.condition.classes[0].strong : Force{.kings = 2};
            facts.kings = {strong.kings, 1};
            facts.men = {strong.men, 0};
            if (rule.condition.kings_on_both_sides) facts.men = {rule.condition.least_pieces > 5 ? 3 : 1, 0};
            facts.king_on_diagonal = {rule.condition.diagonal == OnDiagonal::strong_holds_it,
                                      rule.condition.diagonal == OnDiagonal::weak_king_on};
            facts.piece_on_diagonal = facts.king_on_diagonal;
            Color mover = (rule.counted == Counted::weak) == counted_first ? Color::black : Color::white;
            DrawCount count{rule, facts, mover, EarlierPlies::none(), true};
            int plies = 0;
            while (count.holds() == Holds::no && plies < 200) {
                count.ply({}, mover, facts);
                mover = !mover;
                ++plies;
            }
            EXPECT_EQ(plies, plies_to_draw(rule, counted_first)) << c.book << " " << c.article;
        }
    }
}

TEST(DrawFacts, LongDiagonal) {
    const auto squares = [](BoardShape shape) {
        std::string list;
        for (Square s : long_diagonal<SquareSet64>(shape)) list += std::to_string(index(s) + 1) + " ";
        return list;
    };
    EXPECT_EQ(squares({}), "4 8 11 15 18 22 25 29 ");
    EXPECT_EQ(squares({.width = 10, .height = 10}), "5 10 14 19 23 28 32 37 41 46 ");
    EXPECT_EQ(squares({.bottom_left_plays = false}), "1 5 10 14 19 23 28 32 ");
    EXPECT_EQ(squares(*parse_board_size("6x8", BoardShape{})), "");
}

TEST(DrawRuleText, Lines) {
    const DrawRules idf = rules_of(*find_rulebook("idf-64"));
    EXPECT_EQ(condition_text(article(idf, "7.2.7").condition),
              "3K v K, 2K+M v K, K+2M v K; the lone king on the long diagonal");
    EXPECT_EQ(condition_text(article(idf, "7.2.4").condition), "3K or more v K");
    EXPECT_EQ(limit_text(article(idf, "7.2.4")), "15 moves of the strong side");
    EXPECT_EQ(restarts_text(article(idf, "7.2.6 (4-5 pieces)")), "capture, promotion, other material");
    EXPECT_EQ(restarts_text(article(idf, "7.2.5")), "capture, man move");
    const DrawRules wcdf = rules_of(*find_rulebook("wcdf"));
    EXPECT_EQ(acts_text(article(wcdf, "1.32.1")),
              "claimed by the player to move, before a move that would make it");
}

}  // namespace
}  // namespace damier
