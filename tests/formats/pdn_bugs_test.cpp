// A test for each row of data/pdn_bugs.tsv, named after its id.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "formats/any_replayer.hpp"
#include "tests/formats/draws_for_tests.hpp"

namespace damier {
namespace {

using International64 = Game<International, SquareSet64>;

TEST(PdnBugs, B02) {
    const std::string fen = "[FEN \"W:WK47:B14,19,29,31,42\"] ";
    for (const std::string route : {"47x38x24x13x36", "47x38x20x9x36"}) {
        const auto record = replay_all<International>(fen + route + " *").at(0);
        EXPECT_EQ(moves_of<International>(record), route);
        EXPECT_EQ(codes(record.diagnostics), "");
    }
}

TEST(PdnBugs, B05) {
    // 22x15 is obligatory; another man makes a quiet move.
    const auto record = replay_all<English>("[FEN \"W:W22,32:B18,1\"] 32-28 *").at(0);
    EXPECT_EQ(codes(record.diagnostics), "illegal-move");
    EXPECT_NE(record.diagnostics[0].message.find("a capture is obligatory"), std::string::npos);
}

TEST(PdnBugs, B06) {
    // Two jumps of one capture, after the first of which two kings stand against one.
    for (const char* capture : {"13x6x15", "13x6 6x15"}) {
        const auto draws =
            draws_of<Russian>(std::string{"[FEN \"W:WK5,K13:B9,K10:H0:F1\"] "} + capture + " *", "idf-64");
        EXPECT_EQ(draws.looked_at, 1u);
        EXPECT_EQ(text_of(draws), "");
    }
}

TEST(PdnBugs, B07) {
    // The strong side's own fifth move behind the capture: plies 3, 5, 7, 9 and 11.
    const auto draws =
        draws_of<Russian>("[FEN \"W:WK5,K13:BK28,9:H0:F1\"] 13x2 28-32 (5-1 32-28 1-5 28-32)*3 *", "idf-64");
    EXPECT_EQ(*plies_of(draws).at("7.2.8").begin(), 11u);
}

TEST(PdnBugs, B13) {
    const std::string start = "[FEN \"W:WK6,36,46:BK50,5,15:H0:F1\"] ";
    const std::string walk = "(6-1 50-45 1-6 45-50)";
    const auto first = [&](const std::string& moves) {
        const auto plies = plies_of(draws_of<International>(start + moves + " *", "fmjd-2015"));
        return plies.contains("6.2") ? *plies.at("6.2").begin() : 0;
    };
    EXPECT_EQ(first(walk + "*12 6-1 50-45"), 50u);
    EXPECT_EQ(first(walk + "*12 36-31 50-45 (6-1 45-50 1-6 50-45)*12 6-1 45-50"), 99u);
}

TEST(PdnBugs, B14) {
    std::string text;
    for (int i = 0; i < 58; ++i)
        text += "[Event \"Problem\"]\n[Result \"0-1\"]\n[FEN \"W:W31,27,19:B17,12,5.\"]\n0-1\n\n";
    const auto records = replay_all<English>(text);
    ASSERT_EQ(records.size(), 58u);
    EXPECT_EQ(records[57].number, 58u);
    EXPECT_EQ(records[57].result(), GameResult::white_wins);
    EXPECT_EQ(records[57].ending, GameEnding::on_the_board);
}

TEST(PdnBugs, B15) {
    const auto records =
        replay_all<Russian>("[White \"a\"]\n[Result \"0-2\"]\n\n1. 0-2\n\n[White \"b\"]\n\n1. c3-d4 2-0\n");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_TRUE(records[0].moves.empty());
    EXPECT_EQ(records[0].terminator, "0-2");
    EXPECT_EQ(records[0].ending, GameEnding::forfeit);
    EXPECT_EQ(records[1].moves.size(), 1u);
}

TEST(PdnBugs, B16) {
    const auto records =
        replay_all<International>("[White \"a\"]\n\n1. 32-28 19-23\n\n[White \"b\"]\n\n1. 33-29 *\n");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(codes(records[0].diagnostics), "no-terminator");
    EXPECT_EQ(moves_of<International>(records[0]), "32-28 19-23");
    EXPECT_EQ(moves_of<International>(records[1]), "33-29");
}

TEST(PdnBugs, B19) {
    const International64 game;
    const auto alone = parse_fen(game, "B:W50:B", EmptySide::allowed);
    ASSERT_TRUE(alone);
    EXPECT_TRUE(game.moves(*alone).empty());
    const auto record = replay_all<International>("[FEN \"W:W39:B44\"] 39x50 *").at(0);
    ASSERT_TRUE(record.replayed);
    EXPECT_EQ(write_fen(game, record.last), "B:W50:B");
    EXPECT_EQ(parse_fen(game, write_fen(game, record.last), EmptySide::allowed), record.last);
}

TEST(PdnBugs, B21) {
    const auto record = replay_all<International>("[FEN \"W:WK2,25:B14,15,16\"] 25-20 25-20 *").at(0);
    EXPECT_FALSE(record.replayed);
    EXPECT_EQ(moves_of<International>(record), "25-20");
    EXPECT_EQ(codes(record.diagnostics), "illegal-move");
}

TEST(PdnBugs, B22) { EXPECT_FALSE(parse_fen(International64{}, "W:W4:B49")); }

TEST(PdnBugs, B24) {
    const auto record = replay_all<Russian>("[FEN \"W:W12:B8,14,26\"] h6xb4 *").at(0);
    EXPECT_FALSE(record.replayed);  // it must go on
    const auto whole = replay_all<Russian>("[FEN \"W:W12:B8,14,26\"] h6:e1 *").at(0);
    ASSERT_TRUE(whole.replayed) << whole.diagnostics[0].message;
    EXPECT_EQ(write_fen(Game<Russian, SquareSet64>{}, whole.last), "B:WKe1:B");
}

TEST(PdnBugs, B25) {
    const auto record = replay_all<International>("1. 32-28 18-23 1/2-1/2").at(0);
    EXPECT_EQ(moves_of<International>(record), "32-28 18-23");
    EXPECT_EQ(record.result(), GameResult::draw);
}

TEST(PdnBugs, B26) {
    const auto record =
        replay_all<International>("1. 32-28 ( 1. 33-29 17-22 ) 1... 18-23 {see 39-34} *").at(0);
    EXPECT_EQ(moves_of<International>(record), "32-28 18-23");
}

TEST(PdnBugs, B30) {
    const auto record = replay_all<English>(
                            "[Event \x93"
                            "Cup\x94]\xA0\n1.\xA0"
                            "11-15 *")
                            .at(0);
    EXPECT_EQ(*record.tag("Event"), "Cup");
    EXPECT_EQ(record.moves.size(), 1u);
    EXPECT_EQ(codes(record.diagnostics), "encoding");
    EXPECT_EQ(record.diagnostics[0].place, (TextPlace{1, 8}));
}

TEST(PdnBugs, B31) {
    const std::string text(300'000, 'x');
    const auto record = replay_all<English>("[Event \"" + text + "\"] {" + text + text + "} 11-15 *").at(0);
    EXPECT_EQ(record.tag("Event")->size(), text.size());
    EXPECT_EQ(record.moves.size(), 1u);
}

TEST(PdnBugs, B32) {
    const auto records = replay_all<English>("1. 11-15 1-0\n1. 9-14 22-18");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(moves_of<English>(records[1]), "9-14 22-18");
}

TEST(PdnBugs, B38) {
    EXPECT_EQ(*replay_all<English>("[Event \"Cup [final]\"] 11-15 *").at(0).tag("Event"), "Cup [final]");
}

TEST(PdnBugs, B39) {
    const Game<Italian, SquareSet64> game;
    const auto position = parse_fen(game, "W:WK30:BK26,K27,K18,20,10,K12");
    ASSERT_TRUE(position) << position.error().message;
    const auto moves = game.moves(*position);
    ASSERT_EQ(moves.size(), 1u);
    EXPECT_EQ(moves[0].captured.size(), 3u);
    const auto record = replay_all<Italian>("[FEN \"W:WK30:BK26,K27,K18,20,10,K12\"] 30x21x14x5 *").at(0);
    EXPECT_TRUE(record.replayed) << codes(record.diagnostics);
    EXPECT_EQ(record.moves.size(), 1u);
}

TEST(PdnBugs, B41) {
    std::string text;
    for (int i = 0; i < 153; ++i) {
        text += "[White \"w\"]\n[Result \"0-1\"]\n\n1. c3-d4 d6-c5 2. b2-c3 " +
                std::string(i % 2 ? "0-1" : "1-0") + "\n\n";
    }
    const auto records = replay_all<Russian>(text);
    ASSERT_EQ(records.size(), 153u);
    for (const auto& record : records) EXPECT_EQ(record.moves.size(), 3u);
}

TEST(PdnBugs, B43) {
    const auto records = replay_all<International>(
        "[Result \"4-6\"]\n1. 32-28 18-23 4-6\n\n[Result \"1-9\"]\n1. 32-28 18-23 1-9\n");
    ASSERT_EQ(records.size(), 2u);
    for (const auto& record : records) {
        EXPECT_TRUE(record.replayed);
        EXPECT_EQ(record.moves.size(), 2u);
        EXPECT_EQ(record.terminator, *record.tag("Result"));
        EXPECT_EQ(record.result(), GameResult::unknown);
        EXPECT_EQ(codes(record.diagnostics), "unknown-result");
    }
}

TEST(PdnBugs, B44) {
    const auto position =
        parse_fen(International64{}, "W:W26,31,35,37,42,44,45,47,48,50:B4,8,9,10,16,17,18,19,29,34");
    ASSERT_TRUE(position);
    EXPECT_EQ(position->count(), 20);
}

TEST(PdnBugs, B45) {
    // A game that is over on the board, without a word about it: the result is told from the moves.
    const auto rewritten = [](const std::string& text) {
        AnyReplayer replayer{*open_rules(International::rules, International::rules.board)};
        const RawGame raw = raw_games(text).at(0);
        replayer.replay(raw);
        std::string out;
        replayer.write(raw, {}, out);
        return out;
    };
    const std::string over = "[PlyCount \"7\"]\n[FEN \"W:W39:B44\"]\n39x50";
    EXPECT_EQ(rewritten(over),
              "[Result \"2-0\"]\n[PlyCount \"1\"]\n[SetUp \"1\"]\n[FEN \"W:W39:B44\"]\n[GameType "
              "\"20,W,10,10,N2,0\"]\n\n"
              "1. 39x50 *\n\n");
    EXPECT_NE(rewritten("[FEN \"B:W7:B1\"] 1x12 *").find("[Result \"0-2\"]"), std::string::npos);
    EXPECT_NE(rewritten("1. 32-28 1/2-1/2").find("[Result \"1-1\"]"), std::string::npos);
    EXPECT_EQ(rewritten("1. 32-28 *").find("Result"), std::string::npos);
}

TEST(PdnBugs, B47) {
    const std::string moves =
        "1. 24-20 12-16 2. 28-24 8-12 3. 32-28 4-8 4. 24-19 9-13 5. 28-24 10-14 6. 22-18 6-10 7. 18x9 5x14 "
        "8. 25-22 1-5 9. 22-18 5-9 10. 18-15 11x18 11. 20x11x4 3-8 12. 4-22 *";
    const auto as_written = replay_all<English>(moves).at(0);
    EXPECT_TRUE(as_written.moves.empty());  // Black is to begin
    const auto white_first = replay_all<English>("[FEN \"W:W21-32:B1-12\"] " + moves).at(0);
    EXPECT_EQ(codes(white_first.diagnostics), "illegal-move");
    EXPECT_EQ(white_first.moves.size(), 22u);
    EXPECT_EQ(white_first.diagnostics[0].ply, 23u);
}

TEST(PdnBugs, B49) {
    // One double jump of Black over two plies, so that the colours and numbers behind it are shifted.
    const auto record =
        replay_all<English>("[FEN \"B:W26,18,32:BK30\"] 57. c1xe3 e3xc5 58. g1-h2 c5-d6 *").at(0);
    EXPECT_TRUE(record.replayed) << record.diagnostics[0].message;
    EXPECT_EQ(record.moves.size(), 3u);
    EXPECT_EQ(record.moves[0].text, "c1xe3 e3xc5");
}

TEST(PdnBugs, B51) {
    const auto records = replay_all<Russian>(
        "[White \"A\"]\n[Result \"2-0\"]\n[FEN \"W:W22:B1\"]\n\n1. c3-d4 b8-c7 2-0\n\n[White \"B\"]\n\n1. "
        "c3-b4 2-0\n");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(moves_of<Russian>(records[0]), "c3-d4 b8-c7");
    EXPECT_EQ(records[0].result(), GameResult::white_wins);
}

TEST(PdnBugs, B53) {
    const auto games = raw_games("1-6* 32-28");
    ASSERT_EQ(games.size(), 1u);
    EXPECT_EQ(games[0].moves.size(), 2u);
}

TEST(PdnBugs, B54) {
    EXPECT_TRUE(parse_fen(Game<Russian, SquareSet64>{}, "W:WKa1,c3:BKh8"));
    EXPECT_TRUE(parse_fen(Game<English, SquareSet64>{}, "W:WKa1,c3:BKh8"));
}

TEST(PdnBugs, B55) {
    for (const char* type : {"25,W,8,8,A0,0", "25,W,8,8,A1,0", "25,W,8,8,A5,0", "25"}) {
        const auto record = replay_all<Russian>(std::string{"[GameType \""} + type + "\"] c3-d4 *").at(0);
        EXPECT_EQ(codes(record.diagnostics), "") << type;
    }
    EXPECT_EQ(codes(replay_all<Russian>("[GameType \"21\"] c3-d4 *").at(0).diagnostics), "other-variant");
}

TEST(PdnBugs, B56) {
    std::string text;
    for (int i = 0; i < 2400; ++i) text += "[FEN \"W:W24,28,32:B4,3,2.\"] *\n";
    const auto records = replay_all<English>(text);
    ASSERT_EQ(records.size(), 2400u);
    EXPECT_EQ(records[2399].place, (TextPlace{2400, 1}));
    EXPECT_EQ(records[2399].start.count(), 6);
    EXPECT_TRUE(records[2399].set_up);
}

// No row without its test.
TEST(PdnBugs, EveryRowHasItsTest) {
    std::ifstream file{DAMIER_DATA_DIR "/pdn_bugs.tsv"};
    ASSERT_TRUE(file);
    std::set<std::string> ids;
    for (std::string line; std::getline(file, line);) {
        if (line.size() > 3 && line[0] == 'B' && line[3] == '\t') ids.insert(line.substr(0, 3));
    }
    const auto& all = *::testing::UnitTest::GetInstance();
    for (const std::string suite : {"PdnBugs", "PdnBugNeighbours"}) {
        std::set<std::string> tests;
        for (int i = 0; i < all.total_test_suite_count(); ++i) {
            if (suite != all.GetTestSuite(i)->name()) continue;
            for (int j = 0; j < all.GetTestSuite(i)->total_test_count(); ++j) {
                const std::string name = all.GetTestSuite(i)->GetTestInfo(j)->name();
                if (name.size() == 3) tests.insert(name);
            }
        }
        EXPECT_EQ(ids, tests) << suite;
    }
}

}  // namespace
}  // namespace damier
