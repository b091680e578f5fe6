// Readings of variants: their names, what they change, and what they share.
#include "rules/reading.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "rules/describe.hpp"
#include "rules/rulebooks.hpp"
#include "rules/variants.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

// One generator for readings that differ in what it is not compiled for.
static_assert(generator_of<Thai, 1>() == 0, "first=white");
static_assert(generator_of<Thai, 2>() == 2, "removal=at-end");
static_assert(generator_of<Thai, 4>() == 4, "half-turn=no");
static_assert(generator_of<Thai, 7>() == 2, "half-turn=no,removal=at-end,first=white");
static_assert(generator_of<Slovak, 1>() == 0, "blocked=loses");
static_assert(generator_of<Filipino, 1>() == 0, "corner=left");
static_assert(generator_of<Turkish, 2>() == 2, "crowning=ends-move");

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz-";

TEST(Readings, SettingsAreComplete) {
    std::set<std::string_view> with_settings;
    for (const Rules* rules : all_rules()) {
        std::set<std::string_view> names;
        for (const RuleSetting& setting : rules->settings) {
            if (setting.name.empty()) continue;
            with_settings.insert(rules->name);
            SCOPED_TRACE(std::string{rules->name} + " " + std::string{setting.name});
            EXPECT_TRUE(names.insert(setting.name).second);
            EXPECT_EQ(setting.name.find_first_not_of(letters), std::string_view::npos);
            EXPECT_FALSE(setting.question.empty());
            ASSERT_GE(setting.value_count(), 2u);
            std::set<std::string_view> values;
            for (std::size_t i = 0; i < setting.value_count(); ++i) {
                const auto& value = setting.values[i];
                EXPECT_TRUE(values.insert(value.name).second) << value.name;
                EXPECT_EQ(value.name.find_first_not_of(letters), std::string_view::npos) << value.name;
                EXPECT_FALSE(value.meaning.empty()) << value.name;
                EXPECT_FALSE(value.source.empty()) << value.name;
                EXPECT_EQ(value.edit == nullptr, i == 0) << "the default changes nothing, every other does";
            }
        }
    }
    EXPECT_EQ(with_settings, (std::set<std::string_view>{"thai", "filipino", "malaysian", "slovak", "turkish",
                                                         "armenian", "spanish", "jamaican"}));
}

TEST(Readings, AreFoundByTheirNames) {
    std::set<const Rules*> found;
    for (const Rules* rules : every_reading()) {
        EXPECT_EQ(find_rules(rules->name), rules) << rules->name;
        EXPECT_TRUE(found.insert(rules).second) << rules->name;
        EXPECT_EQ(readings_of(*rules), readings_of(*find_rules(rules->variant())));
    }
    EXPECT_EQ(readings_of(*find_rules("english")), std::vector{find_rules("english")});
    EXPECT_EQ(readings_of(*find_rules("thai")).size(), 8u);
    EXPECT_EQ(readings_of(*find_rules("thai")).front(), find_rules("thai"));
}

// In any order, with defaults or without, by any name of the variant: one spelling.
TEST(Readings, HaveOneSpelling) {
    const auto spelt = [](const char* name) { return std::string{find_rules(name)->name}; };
    EXPECT_EQ(spelt("thai:half-turn=yes"), "thai");
    EXPECT_EQ(spelt("thai:first=black,removal=at-once,half-turn=yes"), "thai");
    EXPECT_EQ(spelt("thai:half-turn=no"), "thai:half-turn=no");
    EXPECT_EQ(spelt("makhos:first=white,half-turn=no"), "thai:half-turn=no,first=white");
    EXPECT_EQ(spelt("31:half-turn=no,removal=at-once,first=white"), "thai:half-turn=no,first=white");
    EXPECT_EQ(spelt("filipino:corner=left,majority=no"), "filipino:majority=no,corner=left");
    EXPECT_EQ(spelt("turkish:crowning=ends-move"), "turkish:crowning=ends-move");
}

TEST(Readings, WhatIsNoneIsToldWithTheSettings) {
    const auto told = [](std::string_view name) {
        EXPECT_EQ(find_rules(name), nullptr) << name;
        const auto rules = rules_named(name);
        EXPECT_FALSE(rules) << name;
        EXPECT_EQ(rules.error().kind, ErrorKind::usage);
        return rules.error().message;
    };
    const std::string of_thai = "; its settings: half-turn=yes|no, removal=at-once|at-end, first=black|white";
    for (const char* wrong : {"half-turn", "half-turn=", "half-turn=maybe", "turn=no", "=no", "", "=",
                              "half-turn=no ", "half-turn =no", "Half-turn=no", "half-turn=no:first=white"}) {
        EXPECT_EQ(told("thai:" + std::string{wrong}),
                  "thai has no setting \"" + std::string{wrong} + "\"" + of_thai);
    }
    EXPECT_EQ(told("thai:half-turn=no,"), "thai has no setting \"\"" + of_thai);
    EXPECT_EQ(told("thai:,half-turn=no"), "thai has no setting \"\"" + of_thai);
    EXPECT_EQ(told("thai:half-turn=no,half-turn=no"), "the setting half-turn of thai is given twice");
    EXPECT_EQ(told("makhos:half-turn=no,first=black,half-turn=yes"),
              "the setting half-turn of thai is given twice");
    EXPECT_EQ(told("english:half-turn=no"), "english has no setting \"half-turn=no\"; it has none");
    EXPECT_EQ(told("chess:half-turn=no").find("unknown variant \"chess\"; one of: english, "), 0u);
    EXPECT_EQ(told(":half-turn=no").find("unknown variant \"\""), 0u);
    EXPECT_EQ(told("thai_half-turn_no").find("unknown variant \"thai_half-turn_no\""), 0u)
        << "that is its name in files";
}

// Each setting changes a rule, which is printed, and nothing but the rules that it is about.
TEST(Readings, SayWhatTheyChange) {
    const auto changed_rules = [](const char* variant, const char* reading) {
        std::set<std::string_view> rules;
        for (const RuleDifference& d : differences(*find_rules(variant), *find_rules(reading)))
            rules.insert(d.rule);
        return rules;
    };
    using Names = std::set<std::string_view>;
    EXPECT_EQ(changed_rules("thai", "thai:half-turn=no"), (Names{"capture may turn back"}));
    EXPECT_EQ(changed_rules("thai", "thai:removal=at-end"),
              (Names{"capture may turn back", "captured pieces leave"}));
    EXPECT_EQ(changed_rules("thai", "thai:first=white"), (Names{"first to move"}));
    EXPECT_EQ(changed_rules("turkish", "turkish:crowning=at-once"),
              (Names{"man reaching the crown row by a jump"}));
    EXPECT_EQ(changed_rules("slovak", "slovak:blocked=loses"), (Names{"side without a legal move"}));
    EXPECT_EQ(changed_rules("spanish", "spanish:quality=no"), (Names{"capture precedence"}));
    EXPECT_EQ(changed_rules("filipino", "filipino:majority=no"),
              (Names{"capture precedence", "king lands after a capture"}));
    EXPECT_EQ(changed_rules("filipino", "filipino:corner=left"), (Names{"board"}));
    for (const Rules* reading : every_reading()) {
        const Rules& variant = *find_rules(reading->variant());
        EXPECT_EQ(differences(variant, *reading).empty(), reading == &variant) << reading->name;
        EXPECT_EQ(reading->title, variant.title);
        EXPECT_EQ(reading->game_type, variant.game_type);
        EXPECT_EQ(rulebooks_of(*reading), rulebooks_of(variant)) << reading->name;
        for (const RuleSetting& setting : reading->settings) {
            if (setting.name.empty()) continue;
            const std::string_view value = value_in(*reading, setting).name;
            const std::string text = std::string{setting.name} + "=" + std::string{value};
            EXPECT_EQ(reading->name.find(text) == std::string_view::npos, value == setting.values[0].name)
                << text;
        }
    }
}

TEST(Readings, StartAsTheySay) {
    for (const Rules* reading : every_reading()) {
        const auto game = make_game<SquareSet128>(*reading, reading->board);
        EXPECT_EQ(&game->variant_rules(), reading);
        EXPECT_EQ(game->start().to_move, reading->first.is) << reading->name;
    }
    EXPECT_EQ(find_rules("thai:first=white")->first.is, Color::white);
    EXPECT_EQ(find_rules("jamaican:first=white")->first.is, Color::white);
    EXPECT_EQ(find_rules("malaysian:first=black")->first.is, Color::black);
}

// Same movement on the same squares, same tables: nothing else shares them.
TEST(Readings, ShareTablesWhereTheyPlayAlike) {
    const auto plays_as = [](const char* name) { return std::string{same_play_as(*find_rules(name)).name}; };
    EXPECT_EQ(plays_as("thai:first=white"), "thai");
    EXPECT_EQ(plays_as("malaysian:first=black"), "malaysian");
    EXPECT_EQ(plays_as("jamaican:first=white"), "jamaican");
    EXPECT_EQ(plays_as("thai:half-turn=no,first=white"), "thai:half-turn=no");
    EXPECT_EQ(plays_as("thai:half-turn=no,removal=at-end"), "thai:removal=at-end");
    // The rules of movement are those of Brazilian, but square 1 is another one on the mirrored board.
    EXPECT_EQ(plays_as("filipino:corner=left"), "filipino:corner=left");
    EXPECT_EQ(rules_fingerprint(*find_rules("filipino:corner=left")),
              rules_fingerprint(*find_rules("filipino")));
    EXPECT_EQ(plays_as("slovak:blocked=loses"), "slovak:blocked=loses");
    EXPECT_EQ(plays_as("jamaican"), "jamaican") << "variants keep their own tables";
    for (const Rules* reading : every_reading()) {
        const Rules& table = same_play_as(*reading);
        EXPECT_EQ(rules_fingerprint(table), rules_fingerprint(*reading)) << reading->name;
        EXPECT_EQ(table.board.is.bottom_left_plays, reading->board.is.bottom_left_plays) << reading->name;
        for (const RuleDifference& d : differences(table, *reading))
            EXPECT_FALSE(d.of_movement) << reading->name;
    }
    // What is no reading of the list plays as itself.
    const Rules other = changed(*find_rules("thai"), [](Rules& r) { r.man_takes_king.is = false; });
    EXPECT_EQ(&same_play_as(other), &other);
}

// docs/table-format.md allows a-z 0-9 - _ in names of 64 characters.
TEST(Readings, HaveNamesForFiles) {
    EXPECT_EQ(name_in_files("thai:half-turn=no,first=white"), "thai_half-turn_no_first_white");
    EXPECT_EQ(name_from_files("thai_half-turn_no_first_white"), "thai:half-turn=no,first=white");
    EXPECT_EQ(name_in_files("unified-pool"), "unified-pool");
    std::set<std::string> names;
    for (const Rules* reading : every_reading()) {
        const std::string name = name_in_files(reading->name);
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_"), std::string::npos);
        EXPECT_LE(name.size(), 64u);
        EXPECT_EQ(name_from_files(name), reading->name);
        EXPECT_TRUE(names.insert(name).second);
    }
}

// Each reading that captures otherwise has a position in data/legality.tsv of which the variant has another
// list of moves, and which tells it from every other reading of that kind.
TEST(Readings, HavePositionsThatTellThemApart) {
    std::map<std::string, std::map<std::string, std::string>> lists;  // by reading, by FEN
    for (const DataRow& row : read_data("legality.tsv"))
        lists[row.at("variant")][row.at("fen")] = row.at("legal_moves");
    int told = 0;
    for (const Rules* a : every_variant()) {
        for (const Rules* b : every_variant()) {
            if (a->variant() != b->variant() || a->name >= b->name || share_generator(*a, *b)) continue;
            const auto& others = lists[std::string{b->name}];
            const auto& rows = lists[std::string{a->name}];
            const bool apart = std::ranges::any_of(rows, [&](const auto& row) {
                const auto other = others.find(row.first);
                return other != others.end() && other->second != row.second;
            });
            EXPECT_TRUE(apart || a->board.is != b->board.is) << a->name << " and " << b->name;
            told += apart;
        }
    }
    EXPECT_GE(told, 10);
}

}  // namespace
}  // namespace damier
