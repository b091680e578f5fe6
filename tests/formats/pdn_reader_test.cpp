#include "formats/pdn_reader.hpp"

#include <gtest/gtest.h>

#include "formats/result_text.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

TEST(PdnReader, AGame) {
    const auto games = raw_games(
        "[Event \"Club [final]\"]\r\n[Result   \"1-0\"] [Round \"\"]\r\n\r\n"
        "1. 32-28 {a (comment) 1. 33-29} 19-23! 2.28x19 (2. 37-32 (2... 14-20 {x}) 1-0) 14x23 $902\r\n "
        "1-0\r\n");
    ASSERT_EQ(games.size(), 1u);
    const RawGame& game = games[0];
    EXPECT_EQ(game.number, 1u);
    EXPECT_EQ(game.place, (TextPlace{1, 1}));
    ASSERT_EQ(game.tags.size(), 3u);
    EXPECT_EQ(game.tags[0].value, "Club [final]");
    EXPECT_EQ(game.tags[1].name, "Result");
    EXPECT_EQ(game.tags[1].place, (TextPlace{2, 1}));
    EXPECT_EQ(game.tags[1].value_place, (TextPlace{2, 12}));
    EXPECT_EQ(game.tags[2].value, "");
    EXPECT_EQ(moves_of(game), "32-28 19-23 28x19 14x23");
    EXPECT_EQ(game.moves[2].place, (TextPlace{4, 42}));
    EXPECT_EQ(game.terminator, "1-0");
    EXPECT_EQ(game.terminator_place, (TextPlace{5, 2}));
    EXPECT_EQ(codes(game.diagnostics), "");
}

TEST(PdnReader, LineEndsAndPlaces) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        const auto games =
            raw_games("% comment" + end + end + "1. 32-28" + end + " 19-23 ; rest 20-25" + end + "*" + end);
        ASSERT_EQ(games.size(), 1u);
        EXPECT_EQ(moves_of(games[0]), "32-28 19-23");
        EXPECT_EQ(games[0].moves[0].place, (TextPlace{3, 4}));
        EXPECT_EQ(games[0].moves[1].place, (TextPlace{4, 2}));
        EXPECT_EQ(games[0].terminator_place, (TextPlace{5, 1}));
    }
}

TEST(PdnReader, WhereGamesEnd) {
    const struct {
        const char* text;
        std::vector<const char*> games;
    } cases[] = {
        {"", {}},
        {"  \n\xEF\xBB\xBF {only a comment}\n", {}},
        {"1.32-28 1/2-1/2", {"32-28"}},
        {"1.32-28", {"32-28"}},
        {"1. 32-28 1-0 1. 33-29 0-1 34-30", {"32-28", "33-29", "34-30"}},
        {"[A \"\"] 1. 32-28\n[A \"\"] 1. 33-29", {"32-28", "33-29"}},
        {"[A \"\"]\n[B \"\"]\n\n[A \"\"]\n*", {"", ""}},  // an empty line and a tag that is there already
        {"[A \"\"]\n[A \"\"]\n[B \"\"]\n*", {""}},        // as in the document of PDN 3.0
        {"[A \"\"] *\n[A \"\"] *\n", {"", ""}},
        {"[A \"\"] 1. 2-0\n[A \"\"] 1. 0-2", {"", ""}},
        {"1. 32-28 19-23 *\n\n1. 33-29 *", {"32-28 19-23", "33-29"}},
        {"1. 32-28* 1... 19-23 *", {"32-28 19-23"}},
        {"1-6* 32-28", {"1-6 32-28"}},
        {"32-28 19-23 * 28x19", {"32-28 19-23 28x19"}},
        {"32-28 19-23 *\n\n33-28 *", {"32-28 19-23", "33-28"}},
        {"32-28* *\n[A \"\"] 33-29 *", {"32-28", "33-29"}},
        {"32-28 * {so} (19-23) 19-24 *", {"32-28 19-24"}},
        {"1. 32-28 (1. 33-29 [A \"\"] 34-30", {"32-28"}},  // the variation is not closed: see below
        {"1. 32-28 1-1 1. 1-18 1-18", {"32-28", "1-18 1-18"}},
        {"1. 32-28 77. ... {x} *", {"32-28"}},
        {"1. 32-28 - - 3. 33-29 *", {"32-28 - - 33-29"}},
        {"x-0 resigns", {}},
    };
    for (const auto& one : cases) {
        const auto games = raw_games(one.text);
        std::vector<std::string> found;
        found.reserve(games.size());
        for (const RawGame& game : games) found.push_back(moves_of(game));
        if (std::string_view{one.text}.find("(1. 33-29 [") != std::string_view::npos) {
            EXPECT_EQ(found, (std::vector<std::string>{"32-28", "34-30"})) << one.text;
            EXPECT_EQ(codes(games[0].diagnostics), "bad-variation no-terminator");
            continue;
        }
        EXPECT_EQ(found, std::vector<std::string>(one.games.begin(), one.games.end())) << one.text;
    }
}

TEST(PdnReader, Moves) {
    const struct {
        const char* text;
        const char* moves;
    } cases[] = {
        {"1.32-28 18-23 2.28x19 *", "32-28 18-23 28x19"},
        {"01. 09-04 12... 1- 7 35x 4 35 x 4", "09-04 1- 7 35x 4 35 x 4"},
        {"1. c3-d4 A7:C5 a3b4 c3e5g3 h6xh6", "c3-d4 A7:C5 a3b4 c3e5g3 h6xh6"},
        {"3228 1923 2005. 28x19x10", "3228 1923 28x19x10"},
        {"1. ... 7-12 2. .. 3. \xE2\x80\xA6 4-5", "7-12 4-5"},
        {"32-28!? 19-23(!?!!!) (?) 28x19?? 14x23$3", "32-28 19-23 28x19 14x23"},
        {"32\xE2\x80\x93"
         "28 19\x96"
         "23 28\xC3\x97"
         "19",
         "32\xE2\x80\x93"
         "28 19\x96"
         "23 28\xC3\x97"
         "19"},
        {"33-29 19-23 2. 35-30 { nested { comment } } 23-28", "33-29 19-23 35-30 23-28"},
        {"32-28\xC2\xA0"
         "19-23\xA0"
         "28x19",
         "32-28 19-23 28x19"},
        {"1. 32-28 - 2. 19-23", "32-28 19-23"},
        {"12-16 12th 3rd 20-25x y 4-6", "12-16 4-6"},
        {"12 -16", "12 -16"},
        {"5.\nb4-a5 g5xe3", "b4-a5 g5xe3"},
    };
    for (const auto& one : cases) {
        const auto games = raw_games(one.text);
        ASSERT_EQ(games.size(), 1u) << one.text;
        EXPECT_EQ(moves_of(games[0]), one.moves);
    }
}

TEST(PdnReader, Tags) {
    const struct {
        const char* text;
        const char* value;
        const char* codes;
    } cases[] = {
        {"[White \"a \\\" b\"]", "a \" b", ""},
        {"[White \"a \\\\ b\"]", "a \\ b", ""},
        {"[White \"C:\\games\\\"]", "C:\\games\\", ""},
        {"[White \"the \"Cup\" of\"]", "the \"Cup\" of", ""},
        {"[  White\t\"x\"  ]", "x", ""},
        {"[White \"x]\n", "x]", "bad-tag"},
        {"[White \"x", "x", "bad-tag"},
        {"[White x y ]", "x y", "bad-tag"},
        {"[White \"x\"\n", "x", "bad-tag"},
        {"[White \"two\nlines\"]", "two lines", ""},
        {"[White \x93x\x94]", "x", "encoding"},
        {"[White \xE2\x80\x9Cx\xE2\x80\x9D]", "x", ""},
        {"[White\xA0\"x\"]", "x", "encoding"},
        {"[White \"\xD0\x94\xD0\x93\"]", "\xD0\x94\xD0\x93", ""},
    };
    for (const auto& one : cases) {
        const auto games = raw_games(std::string{one.text} + "\n1. 32-28 *");
        ASSERT_EQ(games.size(), 1u) << one.text;
        ASSERT_EQ(games[0].tags.size(), 1u) << one.text;
        EXPECT_EQ(games[0].tags[0].name, "White") << one.text;
        const bool ends_file = std::string_view{one.text} == "[White \"x";
        EXPECT_EQ(games[0].tags[0].value, ends_file ? "x" : one.value) << one.text;
        EXPECT_EQ(moves_of(games[0]), "32-28") << one.text;
        EXPECT_EQ(codes(games[0].diagnostics), one.codes) << one.text;
    }
    const auto two = raw_games("[A \"1\" [B \"2\"] 32-28 *");
    ASSERT_EQ(two.size(), 1u);
    ASSERT_EQ(two[0].tags.size(), 2u);
    EXPECT_EQ(two[0].tags[0].value, "1");
}

// Sizes that break readers with recursion or fixed buffers.
TEST(PdnReader, HugeInputs) {
    const std::size_t million = 1'000'000;
    const auto deep = raw_games("1. 32-28 " + std::string(million, '(') + " 19-23 " +
                                std::string(million, ')') + " 19-24 *");
    ASSERT_EQ(deep.size(), 1u);
    EXPECT_EQ(moves_of(deep[0]), "32-28 - -");
    EXPECT_EQ(codes(deep[0].diagnostics), "too-long");
    EXPECT_EQ(deep[0].elements.size(), PdnReader::most_elements + deep[0].variations.size() + 1);

    const auto comment = raw_games("32-28 {" + std::string(10 * million, 'x') + "} 19-23 *");
    EXPECT_EQ(moves_of(comment[0]), "32-28 19-23");
    EXPECT_EQ(comment[0].text.size(), 10 * million + 10);
    for (const char c :
         {'\0', '1', 'x', '"', '[', ']', '}', '*', '.', '-', '!', '\\', '\xE2', '/', '%', '$', '\r'}) {
        const auto games = raw_games("32-28 19-23 1-0 " + std::string(million, c) + "\n[A \"\"] 33-29 *");
        ASSERT_GE(games.size(), 2u) << c;
        EXPECT_EQ(moves_of(games.back()), "33-29") << c;
        EXPECT_LE(games.back().diagnostics.size(), 1001u);
    }
    const auto value = raw_games("[Event \"" + std::string(100'000, 'v') + "\"] 32-28 *");
    EXPECT_EQ(value[0].tags[0].value.size(), 100'000u);

    std::string moves = "[A \"\"]";
    std::string tags;
    for (int i = 0; i < 100'000; ++i) moves += " 32-28";
    for (int i = 0; i < 11'000; ++i) tags += "[A \"\"]";
    const auto many = raw_games(moves + " 1-0 " + tags + " 0-1");
    ASSERT_EQ(many.size(), 2u);
    EXPECT_EQ(many[0].moves.size(), PdnReader::most_plies + 1);
    EXPECT_EQ(many[0].moves.back().kind, RawMove::Kind::unknown);
    EXPECT_EQ(codes(many[0].diagnostics), "too-long");
    EXPECT_EQ(many[0].terminator, "1-0");
    EXPECT_EQ(many[1].tags.size(), PdnReader::most_tags);
    EXPECT_FALSE(many[1].whole);
    EXPECT_EQ(many[1].terminator, "0-1");
}

// What it was silent about once: these are read in full.
TEST(PdnReader, MuchIsKept) {
    std::string tags;
    for (int i = 0; i < 1500; ++i) tags += "[T" + std::to_string(i) + " \"\"]\n";
    std::string variations;
    for (int i = 0; i < 25'000; ++i) variations += "(33-29) ";
    const std::string comment(2'000'000, 'x');
    const auto games = raw_games(tags + "32-28 " + variations + "{" + comment + "} 19-23 *");
    ASSERT_EQ(games.size(), 1u);
    EXPECT_TRUE(games[0].whole);
    EXPECT_EQ(games[0].tags.size(), 1500u);
    EXPECT_EQ(games[0].variations.size(), 25'000u);
    EXPECT_EQ(games[0].text_of(games[0].elements[games[0].elements.size() - 2]), comment);
    EXPECT_EQ(moves_of(games[0]), "32-28 19-23");
    EXPECT_EQ(codes(games[0].diagnostics).find("too-long"), std::string::npos);
}

// No text is lost, or cut, without an error.
TEST(PdnReader, WhatIsNotKeptIsAnError) {
    const std::string huge(20'000'000, 'x');
    std::string words;
    for (int i = 0; i < 600'000; ++i) words += "$1 {} ";
    const std::string nul{"\0", 1};
    const struct {
        std::string text;
        std::string code;
    } cases[] = {
        {"32-28 {" + huge + "} *", "too-long"},
        {"32-28 " + huge + " *", "too-long"},
        {"32-28 ;" + huge + "\n *", "too-long"},
        {"[A \"" + huge + "\"] *", "too-long"},
        {"[" + huge + " \"a\"] *", "too-long"},
        {"32-28 $" + std::string(20'000'000, '1') + " *", "too-long"},
        {"32-28 " + words + " *", "too-long"},
        {"[A \"a" + nul + "b\"] *", "control-character"},
        {"32-28 {a" + nul + "b} *", "control-character"},
        {"32-28 a" + nul + "b *", "control-character"},
        {"32-28 /FEN \"W:W31:B1" + nul + "\"/ *", "control-character"},
        {"32-28 {not closed", "bad-comment"},
    };
    for (const auto& one : cases) {
        const auto games = raw_games(one.text);
        const std::string shown = one.text.substr(0, 20);
        ASSERT_EQ(games.size(), 1u) << shown;
        EXPECT_FALSE(games[0].whole) << shown;
        EXPECT_NE(codes(games[0].diagnostics).find(one.code), std::string::npos)
            << shown << ": " << codes(games[0].diagnostics);
    }
}

// What is wrong with the first tag of a game is not told of the game before.
TEST(PdnReader, FaultsBelongToTheirGame) {
    const std::string nul{"\0", 1};
    for (const std::string end : {"*", "1-0", ""}) {
        const auto games = raw_games("1. 32-28 " + end + "\n[Event \"a" + nul + "\xE9\"]\n1. 33-29 *");
        ASSERT_EQ(games.size(), 2u);
        EXPECT_EQ(codes(games[0].diagnostics), end.empty() ? "no-terminator" : "");
        EXPECT_TRUE(games[0].whole);
        EXPECT_EQ(codes(games[1].diagnostics), "encoding control-character");
        EXPECT_FALSE(games[1].whole);
    }
}

TEST(PdnReader, ManyDiagnosticsEndWithOneThatSaysSo) {
    std::string junk;
    for (int i = 0; i < 3000; ++i) junk += ") ";
    const auto games = raw_games("32-28 " + junk + "{not closed");
    ASSERT_EQ(games[0].diagnostics.size(), 1001u);
    EXPECT_EQ(games[0].diagnostics[999].code, "bad-variation");
    EXPECT_EQ(games[0].diagnostics[1000].code, "more-diagnostics");
    EXPECT_EQ(games[0].diagnostics[1000].severity, Severity::error);
}

TEST(Results, AreNeverMoves) {
    for (const std::string text :
         {"1-0", "0-1", "1/2-1/2", "\xC2\xBD-\xC2\xBD", "\xBD-\xBD", "2-0", "0-2", "1-1", "0-0", "0.5-0.5",
          "0.98-1.02", "1+ - 1-", "1- - 1+", "1 1/2 - 1/2", "1/2 - 1 1/2", "10-0", "1 - 0",
          "1\xE2\x80\x93"
          "0"}) {
        EXPECT_EQ(result_length(text), text.size()) << text;
        EXPECT_EQ(result_length(text + " 32-28"), text.size()) << text;
        EXPECT_EQ(result_length(text + "."), text.size()) << text;
    }
    for (const char* text :
         {"1-18", "11-1", "32-28", "1.32-28", "1.0-2",      "1.1/2-1/2", "4-6", "1-9", "1x0", "1-0x3",
          "1-",   "-",    "",      "1",       "23 1/2-1/2", "09-04",     "2-2", "1.",  "1/2", "1-1-1"}) {
        EXPECT_EQ(result_length(text), 0u) << text;
    }
}

TEST(Results, MeanColours) {
    const Rules& english = English::rules;
    const Rules& pool = Pool::rules;
    const Rules& international = International::rules;
    EXPECT_EQ(parse_result("1-0", english), GameResult::black_wins);  // the first player's
    EXPECT_EQ(parse_result("0-1", english), GameResult::white_wins);
    EXPECT_EQ(parse_result("2-0", english), GameResult::black_wins);
    EXPECT_EQ(parse_result("1-0", international), GameResult::white_wins);
    EXPECT_EQ(parse_result("0-2", international), GameResult::black_wins);
    EXPECT_EQ(parse_result("1-0", pool),
              pool.first_player_result_first ? GameResult::black_wins : GameResult::white_wins);
    for (const char* draw : {"1/2-1/2", "1-1", "\xC2\xBD-\xC2\xBD", "0.5-0.5", "1 - 1", "1+ - 1-"}) {
        EXPECT_EQ(parse_result(draw, english), GameResult::draw) << draw;
    }
    EXPECT_EQ(parse_result("0-0", international), GameResult::both_lose);
    for (const char* other : {"*", "4-6", "1-9", "", "?", "0.98-1.02", "won"}) {
        EXPECT_EQ(parse_result(other, international), GameResult::unknown) << other;
    }
}

// Letters of a name may be of any size, but those of the tags that mean something mean it.
TEST(PdnReader, NamesOfTags) {
    const auto games = raw_games("[fen \"W:W18:B1\"] [RESULT \"1-0\"] [setup \"1\"] [my \"x\"] *");
    ASSERT_EQ(games.size(), 1u);
    ASSERT_EQ(games[0].tags.size(), 4u);
    EXPECT_EQ(games[0].tags[0].name, "FEN");
    EXPECT_EQ(games[0].tags[1].name, "Result");
    EXPECT_EQ(games[0].tags[2].name, "SetUp");
    EXPECT_EQ(games[0].tags[3].name, "my");
    EXPECT_EQ(codes(raw_games("[White \"a\"] [WHITE \"b\"] *").at(0).diagnostics), "duplicate-tag");
    EXPECT_EQ(raw_games("[event \"a\"]\n\n[Event \"b\"]\n*").size(), 2u);
}

}  // namespace
}  // namespace damier
