// The inputs beside those of data/pdn_bugs.tsv: a test for each row, named after its id, so that the whole
// kind of a bug is covered and not its one example.
#include <gtest/gtest.h>

#include "formats/any_replayer.hpp"
#include "tests/formats/draws_for_tests.hpp"

namespace damier {
namespace {

// What is read of one game: its moves as the variant writes them, and codes.
template <class V>
std::string read(const std::string& text) {
    const auto records = replay_all<V>(text);
    if (records.size() != 1) return std::to_string(records.size()) + " games";
    const std::string found = codes(records[0].diagnostics);
    return moves_of<V>(records[0]) + (found.empty() ? "" : " | " + found);
}

std::size_t games_in(const std::string& text) { return raw_games(text).size(); }

std::string repeated(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

TEST(PdnBugNeighbours, B02) {
    const std::string fen = "[FEN \"W:WK47:B14,19,29,31,42\"] ";
    // A part of the route is enough where no other passes there, and what follows may tell it.
    EXPECT_EQ(read<International>(fen + "47x20x36 *"), "47x38x20x9x36");
    EXPECT_EQ(read<International>(fen + "47x36 14-20 *"), "47x38x24x13x36 14-20");
    EXPECT_EQ(read<International>(fen + "47x36 19-23 *"), "47x38x20x9x36 19-23");
    EXPECT_EQ(read<International>(fen + "47x36 *"), "47x38x20x9x36 | ambiguous-capture");
    EXPECT_EQ(read<International>(fen + "47x13x36 *"), "47x38x20x9x36 | ambiguous-capture");
    // Squares in another order, or that are not on the way, are no route.
    EXPECT_EQ(read<International>(fen + "47x13x24x36 *"), " | illegal-move");
    EXPECT_EQ(read<International>(fen + "47x38x15x36 *"), " | illegal-move");
}

TEST(PdnBugNeighbours, B05) {
    // The piece that must capture may not go elsewhere either, nor Black's.
    EXPECT_EQ(read<English>("[FEN \"W:W22,32:B18,1\"] 22-17 *"), " | illegal-move");
    EXPECT_EQ(read<English>("[FEN \"W:W22,32:B18,1\"] 22x15 *"), "22x15");
    EXPECT_EQ(read<English>("[FEN \"B:W22,32:B18,1\"] 1-5 *"), " | illegal-move");
    EXPECT_EQ(read<International>("[FEN \"W:WK46,45:B41,5\"] 45-40 *"), " | illegal-move");
    // A capture that is not the greatest.
    EXPECT_EQ(read<International>("[FEN \"W:W32,37:B28,18,31\"] 37x26 *"), " | illegal-move");
    EXPECT_EQ(read<International>("[FEN \"W:W32,37:B28,18,31\"] 32x12 *"), "32x12");
}

TEST(PdnBugNeighbours, B06) {
    // The game goes on: the count begins when the whole capture is done, however it is written.
    std::vector<std::string> found;
    for (const char* capture : {"13x6x15", "13x6 6x15"}) {
        found.push_back(text_of(draws_of<Russian>(std::string{"[FEN \"W:WK5,K13:B9,10,K20:H0:F1\"] "} +
                                                      capture + " 20-16 (5-1 16-20 1-5 20-16)*3 *",
                                                  "idf-64")));
    }
    EXPECT_EQ(found[0], found[1]);
    // Plies 3, 5, 7, 9 and 11 are the strong side's.
    EXPECT_EQ(found[0].find("7.2.8: 11-"), found[0].find("7.2.8")) << found[0];
}

TEST(PdnBugNeighbours, B07) {
    // The lone king takes a piece of the strong side: it begins behind that, too.
    const auto plies = plies_of(
        draws_of<Russian>("[FEN \"W:WK5,K13,K21:BK32:H0:F1\"] 5-18 32x5 (13-2 5-1 2-13 1-5)*3 *", "idf-64"));
    EXPECT_EQ(*plies.at("7.2.8").begin(), 11u);
    // Kings have walked before it: that does not count.
    const auto late = plies_of(draws_of<Russian>(
        "[FEN \"W:WK5,K13,K21:BK32:H0:F1\"] (5-1 32-28 1-5 28-32)*2 5-18 32x5 (13-2 5-1 2-13 1-5)*3 *",
        "idf-64"));
    EXPECT_EQ(*late.at("7.2.8").begin(), 19u);
}

TEST(PdnBugNeighbours, B13) {
    const std::string start = "[FEN \"W:WK6,36,46:BK50,5,15:H0:F1\"] ";
    const auto holds = [&](const std::string& moves) {
        return plies_of(draws_of<International>(start + moves + " *", "fmjd-2015")).contains("6.2");
    };
    const std::string walk = "(6-1 50-45 1-6 45-50)";
    EXPECT_FALSE(holds(walk + "*12 6-1"));                        // one ply short
    EXPECT_FALSE(holds(walk + "*12 6-1 15-20"));                  // the last one is a man's
    EXPECT_FALSE(holds("36-31 50-45 (6-1 45-50 1-6 50-45)*12"));  // the first one is: 49 plies behind it
    EXPECT_FALSE(holds("36-31 15-20 " + walk + "*12 6-1"));
    EXPECT_TRUE(holds("36-31 15-20 " + walk + "*12 6-1 50-45"));
}

TEST(PdnBugNeighbours, B14) {
    for (const char* game :
         {"[Event \"P\"]\n[Result \"0-1\"]\n[FEN \"W:W31:B17\"]\n0-1\n",
          "[Event \"P\"]\r\n[FEN \"W:W31:B17.\"]\r\n*\r\n\r\n", "[Event \"P\"]\n[FEN \"W:W31:B17\"]\n\n",
          "[FEN \"W:W31:B17\"] 1/2-1/2 ", "[Event \"P\"]\n\n{no moves}\n\n"}) {
        EXPECT_EQ(games_in(repeated(game, 58)), 58u) << game;
    }
}

TEST(PdnBugNeighbours, B15) {
    for (const char* game :
         {"1. 0-2", "1.0-2", "1. 2-0 {x}", "0-2", "1. 1-1", "1... 0-2", "1. ... 2-0", "{x} 1. 1/2-1/2"}) {
        const auto games =
            raw_games(std::string{"[White \"a\"]\n\n"} + game + "\n\n[White \"b\"]\n\n1. c3-d4 2-0\n");
        ASSERT_EQ(games.size(), 2u) << game;
        EXPECT_TRUE(games[0].moves.empty()) << game;
        EXPECT_FALSE(games[0].terminator.empty()) << game;
        EXPECT_EQ(moves_of(games[1]), "c3-d4") << game;
    }
}

TEST(PdnBugNeighbours, B16) {
    for (const char* end :
         {"\n", "\n\n\n", " ", "\n{over}\n", "\n% over\n", " (1. 33-29)\n", " (1. 33-29\n", "!\n"}) {
        const auto games =
            raw_games(std::string{"[White \"a\"]\n1. 32-28 19-23"} + end + "[White \"b\"]\n1. 33-29 *");
        ASSERT_EQ(games.size(), 2u) << end;
        EXPECT_EQ(moves_of(games[0]), "32-28 19-23") << end;
        EXPECT_EQ(moves_of(games[1]), "33-29") << end;
        EXPECT_NE(codes(games[0].diagnostics).find("no-terminator"), std::string::npos) << end;
    }
    EXPECT_EQ(games_in("[White \"a\"]\n1. 32-28 {[White \"b\"]} 19-23 *"), 1u);
}

TEST(PdnBugNeighbours, B19) {
    const Game<International, SquareSet64> game;
    for (const char* fen : {"B:W50:B", "W:W50:B", "W:W:B1", "B:WK3:B", "W:W:BK50"}) {
        const auto position = parse_fen(game, fen, EmptySide::allowed);
        ASSERT_TRUE(position) << fen;
        EXPECT_EQ(write_fen(game, *position), fen);
        EXPECT_EQ(read<International>(std::string{"[FEN \""} + fen + "\"] *"), " | empty-side") << fen;
    }
    // The side that has none cannot move; where it is the other's turn, that one can.
    EXPECT_EQ(read<International>("[FEN \"B:W50:B\"] 1-6 *"), " | empty-side illegal-move");
    EXPECT_EQ(read<International>("[FEN \"W:W50:B\"] 50-45 *"), "50-45 | empty-side");
}

TEST(PdnBugNeighbours, B21) {
    const std::string fen = "[FEN \"W:WK2,25:B14,15,16\"] ";
    EXPECT_EQ(read<International>(fen + "25-20 15x24 25-20 *"), "25-20 15x24 | illegal-move");
    EXPECT_EQ(read<International>(fen + "25-20 15x24 24-20 *"),
              "25-20 15x24 | illegal-move");  // Black's piece
    EXPECT_EQ(read<International>(fen + "2-7 2-7 *"), "2-7 | illegal-move");
    EXPECT_EQ(read<International>(fen + "14-20 *"), " | illegal-move");
    EXPECT_EQ(read<International>("[FEN \"B:WK2,25:B14,15,16\"] 25-20 *"), " | illegal-move");
}

TEST(PdnBugNeighbours, B22) {
    const Game<International, SquareSet64> game;
    for (const char* fen :
         {"W:W4:B49", "W:W31:B46", "W:W5:B20", "W:W1-3,31:B20", "W:W31:B20,45-47", "W:Wb10:B20"}) {
        const auto position = parse_fen(game, fen);
        ASSERT_FALSE(position) << fen;
        EXPECT_NE(position.error().message.find("stands on its crown row"), std::string::npos) << fen;
    }
    for (const char* fen : {"W:WK4:BK49", "W:W46,6:B5,45", "W:WK1-5:B6"})
        EXPECT_TRUE(parse_fen(game, fen)) << fen;
}

TEST(PdnBugNeighbours, B24) {
    // What becomes of the man depends on the variant: under these rules the capture ends on the crown row.
    for (const char* result : {"h6xf8", "12x3", "h6:f8"}) {
        const auto record =
            replay_all<Brazilian>(std::string{"[FEN \"W:W12:B8,14,26\"] "} + result + " *").at(0);
        ASSERT_TRUE(record.replayed) << result;
        EXPECT_EQ(write_fen(Game<Brazilian, SquareSet64>{}, record.last), "B:WKf8:Bc5,d2") << result;
    }
    const auto english = replay_all<English>("[FEN \"W:W12:B8,7\"] 12x3 *").at(0);
    EXPECT_EQ(write_fen(Game<English, SquareSet64>{}, english.last), "B:WK3:B7");
    // Black's man the same, and one that passes the row as a man.
    const auto black = replay_all<Russian>("[FEN \"B:W25,19,7:B21\"] a3:h4 *").at(0);
    EXPECT_FALSE(black.replayed);
}

TEST(PdnBugNeighbours, B25) {
    for (const char* result :
         {"1/2-1/2", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "\xC2\xBD-\xC2\xBD", "0.5-0.5", "*"}) {
        for (const char* before : {" ", "\n", "  \n\n", "! ", " {x} ", " $1 "}) {
            const auto games = raw_games(std::string{"1. 32-28 18-23"} + before + result);
            ASSERT_EQ(games.size(), 1u) << before << result;
            EXPECT_EQ(moves_of(games[0]), "32-28 18-23") << before << result;
            EXPECT_EQ(games[0].terminator, result) << before;
        }
    }
}

TEST(PdnBugNeighbours, B26) {
    for (const char* text :
         {"1. 32-28 (1. 33-29 (1. 34-30 20-25) 17-22) 1... 18-23 *", "(1. 33-29) 1. 32-28 18-23 *",
          "1. 32-28(1.33-29)18-23 *", "1. 32-28 {39-34 (33-29)} 18-23 *", "1. 32-28 ; 39-34\n18-23 *",
          "1. 32-28\n% 39-34\n18-23 *", "1. 32-28 () ( {x} ) 18-23 *",
          "1. 32-28 (1. 33-29 1-0) 18-23 (18-22) *"}) {
        const auto record = replay_all<International>(text).at(0);
        EXPECT_EQ(moves_of<International>(record), "32-28 18-23") << text;
        EXPECT_TRUE(record.replayed) << text;
    }
}

TEST(PdnBugNeighbours, B30) {
    for (const std::string text : {"[Event \x93"
                                   "Cup\x94]\n1. 11-15 *",
                                   "[Event \x84"
                                   "Cup\x93]\n1. 11-15 *",
                                   "[\xA0"
                                   "Event\xA0\"Cup\"\xA0]\n1. 11-15 *",
                                   "[Event \"Cup\"]\n1.\xA0"
                                   "11-15\xA0*",
                                   "[Event \"Cup\"]\n1. 11-15 {\x93x\x94} *",
                                   "[Event \"Cup\"]\n1. 11\x96"
                                   "15 *"}) {
        const auto records = replay_all<English>(text);
        ASSERT_EQ(records.size(), 1u) << text;
        EXPECT_EQ(*records[0].tag("Event"), "Cup") << text;
        EXPECT_EQ(records[0].moves.size(), 1u) << text;
    }
    // The same in UTF-8 needs no guess; letters keep their bits.
    EXPECT_EQ(read<English>("[Event \xE2\x80\x9C"
                            "Cup\xE2\x80\x9D]\xC2\xA0"
                            "1. 11-15 *"),
              "11-15");
    const auto named = replay_all<English>("[Event \"Caf\xE9\"]\n1. 11-15 {\x80 \xB5} *").at(0);
    EXPECT_EQ(*named.tag("Event"), "Caf\xC3\xA9");
    EXPECT_EQ(named.remarks.at(0).text, "\xE2\x82\xAC \xC2\xB5");
}

TEST(PdnBugNeighbours, B31) {
    const std::string text(3'000'000, 'x');
    for (const std::string& game :
         {"[" + text + " \"v\"] 11-15 *", "[Event \"" + text + "\"] 11-15 *", "{" + text + "} 11-15 *",
          "; " + text + "\n11-15 *", "11-15 (" + text + ") *", "11-15 $" + std::string(3'000'000, '1') + " *",
          "[A \"" + text + " 11-15 *\n\n[B \"\"] 11-15 *"}) {
        const auto records = replay_all<English>(game);
        ASSERT_GE(records.size(), 1u) << game.substr(0, 10);
        EXPECT_EQ(moves_of<English>(records.back()), "11-15") << game.substr(0, 10);
        EXPECT_EQ(codes(records.back().diagnostics).find("too-long"), std::string::npos)
            << game.substr(0, 10);
    }
}

TEST(PdnBugNeighbours, B32) {
    for (const char* end :
         {"", "\n", "\r\n\r\n", " \t", " {x}", " ; x", "\n% x", "!", " $1", " (22-17)", "\x1A"}) {
        const auto games = raw_games(std::string{"1. 11-15 1-0\n1. 9-14 22-18"} + end);
        ASSERT_EQ(games.size(), 2u) << end;
        EXPECT_EQ(moves_of(games[1]), "9-14 22-18") << end;
    }
    EXPECT_EQ(games_in("1. 11-15 1-0\n[Event \"only tags\"]"), 2u);
    EXPECT_EQ(games_in(repeated("1. 11-15 *\n\n", 100'000)), 100'000u);
}

TEST(PdnBugNeighbours, B38) {
    for (const std::string value :
         {"Cup [final]", "[", "]", "][", "a] b", "[x \\\"y\\\"]", "(a) {b} ; c % d", "1. 11-15 1-0"}) {
        for (const char* behind : {"] 11-15 *", "]\n[Site \"s\"]\n11-15 *", "][Site \"s\"] 11-15 *"}) {
            const auto games = raw_games("[Event \"" + value + "\"" + behind);
            ASSERT_EQ(games.size(), 1u) << value;
            std::string plain = value;
            std::erase(plain, '\\');
            EXPECT_EQ(games[0].tags[0].value, plain);
            EXPECT_EQ(moves_of(games[0]), "11-15") << value;
        }
    }
}

TEST(PdnBugNeighbours, B39) {
    // Kings in other places of the way, White and Black: as the slow oracle has it.
    const Game<Italian, SquareSet64> game;
    const char* const pieces[] = {"26", "27", "18", "20", "10", "12"};
    for (unsigned kings = 0; kings < 64; ++kings) {
        std::string fen = "W:WK30:B";
        for (unsigned i = 0; i < 6; ++i)
            fen += std::string{i == 0 ? "" : ","} + (kings >> i & 1 ? "K" : "") + pieces[i];
        const auto position = parse_fen(game, fen);
        ASSERT_TRUE(position) << fen;
        const auto state = oracle::parse_fen(oracle::variant_named("italian"), 8, 8, fen);
        EXPECT_EQ(game.moves(*position).size(), oracle::legal_moves(state).size()) << fen;
        const auto swapped = color_swapped(*position, 32);
        EXPECT_EQ(game.moves(swapped).size(), oracle::legal_moves(oracle::color_swapped(state)).size())
            << fen;
    }
    const std::string fen = "[FEN \"W:WK30:BK26,K27,K18,20,10,K12\"] ";
    EXPECT_EQ(read<Italian>(fen + "30x23 *"), " | illegal-move");
}

TEST(PdnBugNeighbours, B41) {
    for (const char* result : {"1-0", "0-1", "2-0", "0-2", "1/2-1/2", "1-1", "*"}) {
        for (const char* moves : {"1. c3-d4 d6-c5 2. b2-c3 ", "1.c3-d4 d6-c5 2.b2-c3\n", "c3-d4 d6-c5 b2-c3 ",
                                  "1. C3-D4 D6-C5 2. B2-C3 "}) {
            const std::string game = std::string{"[White \"w\"]\n\n"} + moves + result + "\n\n";
            const auto records = replay_all<Russian>(repeated(game, 5));
            ASSERT_EQ(records.size(), 5u) << game;
            for (const auto& record : records) EXPECT_EQ(record.moves.size(), 3u) << game;
        }
    }
}

TEST(PdnBugNeighbours, B43) {
    for (const char* score : {"4-6", "1-9", "9-1", "8-2", "3-7"}) {
        const std::string tag = std::string{"[Result \""} + score + "\"]\n";
        EXPECT_EQ(read<International>(tag + "1. 32-28 18-23 " + score), "32-28 18-23 | unknown-result")
            << score;
        // Without the tag it is a move that cannot be.
        EXPECT_EQ(read<International>(std::string{"1. 32-28 18-23 "} + score),
                  "32-28 18-23 | no-terminator illegal-move")
            << score;
        // And in the middle of a game too.
        EXPECT_NE(read<International>(tag + "1. 32-28 " + score + " 18-23 *").find("illegal-move"),
                  std::string::npos)
            << score;
    }
    // A last move that is one stays one.
    EXPECT_EQ(read<International>("[Result \"18-23\"]\n1. 32-28 18-23"),
              "32-28 18-23 | no-terminator unknown-result");
}

TEST(PdnBugNeighbours, B44) {
    const std::string bare = "W:W26,31,35,37,42,44,45,47,48,50:B4,8,9,10,16,17,18,19,29,34";
    const Game<International, SquareSet64> game;
    const auto expected = *parse_fen(game, bare);
    for (const std::string& fen :
         {bare + ".", " " + bare + " \n", "[FEN \"" + bare + "\"]", bare + ":H0:F1", "w" + bare.substr(1),
          std::string{"W:B4,8-10,16-19,29,34:W26,31,35,37,42,44,45,47,48,50"}}) {
        EXPECT_EQ(parse_fen(game, fen), expected) << fen;
    }
}

TEST(PdnBugNeighbours, B45) {
    const auto written = [](const Rules& rules, const std::string& text) {
        AnyReplayer replayer{*open_rules(rules, rules.board)};
        const RawGame raw = raw_games(text).at(0);
        replayer.replay(raw);
        std::string out;
        replayer.write(raw, {}, out);
        return out;
    };
    // In the form of the variant, and by its rules: who cannot move has won here.
    EXPECT_NE(written(English::rules, "[FEN \"W:W18:B14\"] 18x9 *").find("[Result \"0-1\"]"),
              std::string::npos);
    EXPECT_NE(written(Russian::rules, "[FEN \"W:Wd4:Bc5\"] d4:b6 *").find("[Result \"1-0\"]"),
              std::string::npos);
    EXPECT_NE(written(Antidraughts::rules, "[FEN \"W:W39:B44\"] 39x50 *").find("[Result \"0-2\"]"),
              std::string::npos);
    // What is given stays; a count of plies is put right.
    EXPECT_NE(written(International::rules, "[Result \"1-1\"] [FEN \"W:W39:B44\"] 39x50 *")
                  .find("[Result \"1-1\"]"),
              std::string::npos);
    EXPECT_NE(written(International::rules, "[PlyCount \"135\"] 32-28 19-23 *").find("[PlyCount \"2\"]"),
              std::string::npos);
    EXPECT_EQ(written(International::rules, "32-28 19-23 *").find("PlyCount"), std::string::npos);
}

TEST(PdnBugNeighbours, B47) {
    for (const char* move : {"18-4", "18-27", "18-11", "18x11", "18-25", "18-22x29"}) {
        const std::string found = read<English>(std::string{"[FEN \"W:WK18:B1\"] "} + move + " *");
        EXPECT_TRUE(found == " | illegal-move") << move << ": " << found;
    }
    // Over a man without taking it, and two squares on.
    EXPECT_EQ(read<English>("[FEN \"B:WK22,25:BK4,12\"] 4-18 *"), " | illegal-move");
    EXPECT_EQ(read<English>("[FEN \"B:W8:BK4\"] 4-15 *"), " | illegal-move");
    EXPECT_EQ(read<Russian>("[FEN \"W:WK29:B1\"] a1-h8 *"), "a1-h8");  // a king that flies may
}

TEST(PdnBugNeighbours, B49) {
    const std::string fen = "[FEN \"W:WK26:BK22,K14,23,15,1\"] ";
    for (const char* capture :
         {"26x17 17x10 10x19 19x26", "26x17x10 10x19x26", "26x17 17x10x19x26", "26x17x10x19x26", "26x26"}) {
        const auto record = replay_all<English>(fen + capture + " 1-5 *").at(0);
        EXPECT_TRUE(record.replayed) << capture;
        EXPECT_EQ(record.moves.size(), 2u) << capture;
    }
    // Two captures of two sides are two moves.
    EXPECT_EQ(replay_all<English>("1. 11-15 22-18 2. 15x22 25x18 *").at(0).moves.size(), 4u);
    // A capture that stops in the middle.
    EXPECT_EQ(read<English>(fen + "26x17 17x10 1-5 *"), " | illegal-move");
}

TEST(PdnBugNeighbours, B51) {
    const char* const tags[] = {"[White \"A\"]\n", "[Result \"2-0\"]\n", "[FEN \"W:W22:B1\"]\n",
                                "[Event \"e\"]\n", "[FILENAME \"f\"]\n"};
    for (int first = 0; first < 5; ++first) {
        std::string text;
        for (int i = 0; i < 5; ++i) text += tags[(first + i) % 5];
        for (const char* moves : {"\n1. c3-d4 b8-c7 2-0\n\n", "1. 22-18 1-6 2-0\n", "\nc3-d4 1-6 2-0\n\n"}) {
            const auto records =
                replay_all<Russian>(text + moves + "[White \"B\"]\n1. c3-b4 *\n" + text + moves);
            ASSERT_EQ(records.size(), 3u) << text;
            EXPECT_EQ(moves_of<Russian>(records[0]), "c3-d4 b8-c7") << moves;
            EXPECT_EQ(records[1].moves.size(), 1u);
            EXPECT_EQ(records[2].tags.size(), 5u);
        }
    }
}

TEST(PdnBugNeighbours, B53) {
    for (const char* text : {"1-6* 32-28", "1-6 * 32-28", "1-6*\n32-28", "1-6* * 32-28", "1-6* {x} 32-28 *",
                             "1-6!* 32-28 *", "1. 1-6* 1... 32-28 *", "1-6 (1-7*) 32-28* *"}) {
        const auto games = raw_games(text);
        ASSERT_EQ(games.size(), 1u) << text;
        EXPECT_EQ(moves_of(games[0]), "1-6 32-28") << text;
    }
}

TEST(PdnBugNeighbours, B54) {
    const Game<English, SquareSet64> english;
    for (const char* fen : {"W:WKa1,c3:BKh8", "W:Wc3,Ka1:BKh8", "W:WKA1,C3:BKH8", "W:WKa1, c3:BKh8.",
                            "W:BKh8:WKa1,c3", "W:WK29,22:BK4", "W:WKa1,22:BKh8"}) {
        const auto position = parse_fen(english, fen);
        ASSERT_TRUE(position) << fen;
        EXPECT_EQ(write_fen(english, *position), "W:W22,K29:BK4") << fen;
    }
    EXPECT_TRUE(parse_fen(english, "W:WK1-3:BK30-32"));
    EXPECT_TRUE(parse_fen(Game<Canadian, OfficialSet<Canadian>>{}, "W:WK72,61-66:B1-12"));
    EXPECT_FALSE(parse_fen(english, "W:WK100:B1"));
}

TEST(PdnBugNeighbours, B55) {
    const auto type = [](const char* value, auto variant) {
        using V = decltype(variant);
        const auto games = raw_games(std::string{"[GameType \""} + value + "\"] *");
        return codes(replay(Game<V, OfficialSet<V>>{}, games.at(0)).diagnostics);
    };
    for (const char* value : {"31,B,8,8,N2,0", "31,B,8,8,N1,0", "31", " 31,B", "31,x"})
        EXPECT_EQ(type(value, Thai{}), "") << value;
    for (const char* value : {"23,B,8,8,N1,0", "23,W,8,8,A0,0", "23"})
        EXPECT_EQ(type(value, Pool{}), "") << value;
    // Variants that share the number of another.
    for (const char* value : {"23,B,8,8,A1,1", "23"}) EXPECT_EQ(type(value, Jamaican{}), "") << value;
    EXPECT_EQ(type("25,W,8,8,A0,0", Thai{}), "other-variant");
}

TEST(PdnBugNeighbours, B56) {
    for (const char* game : {"[FEN \"W:W24,28,32:B4,3,2.\"]\r\n*\r\n\r\n", "[FEN \"W:W24,28,32:B4,3,2\"]*",
                             "[FEN \"W:W24,28,32:B4,3,2.\"]\n\n", "[FEN \"W:W24,28,32:B4,3,2.\"] {x} *\n"}) {
        const auto records = replay_all<English>(repeated(game, 2400));
        ASSERT_EQ(records.size(), 2400u) << game;
        EXPECT_EQ(records[2399].start.count(), 6) << game;
    }
}

}  // namespace
}  // namespace damier
