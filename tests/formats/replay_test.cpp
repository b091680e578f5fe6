#include "formats/replay.hpp"

#include <gtest/gtest.h>

#include "tests/formats/games_for_tests.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/any_variant.hpp"

#include <rapidcheck.h>
#include <fstream>
#include <iterator>
#include <random>

namespace damier {
namespace {

TEST(Replay, RecordOfAGame) {
    const auto records = replay_all<English>(
        "[Event \"e\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"B:W18:BK10,K1.\"]\n1. 10-14 18-9 2. 1-5 "
        "1-0\n");
    ASSERT_EQ(records.size(), 1u);
    const auto& record = records[0];
    EXPECT_EQ(record.file, "test.pdn");
    EXPECT_EQ(record.number, 1u);
    EXPECT_EQ(*record.tag("Event"), "e");
    EXPECT_EQ(record.tag("Site"), nullptr);
    EXPECT_TRUE(record.set_up);
    EXPECT_TRUE(record.replayed);
    EXPECT_EQ(moves_of<English>(record), "10-14 18x9 1-5");
    EXPECT_EQ(record.moves[1].text, "18-9");
    EXPECT_EQ(record.moves[1].place, (TextPlace{5, 10}));
    EXPECT_EQ(record.moves[0].before, record.start);
    EXPECT_EQ(record.tag_result, GameResult::black_wins);
    EXPECT_EQ(record.terminator_result, GameResult::black_wins);
    EXPECT_EQ(record.ending, GameEnding::on_the_board);
    EXPECT_EQ(codes(record.diagnostics), "wrong-separator");
}

TEST(Replay, AnIllegalMoveEndsOneGameOnly) {
    const auto records =
        replay_all<English>("[A \"\"]\n1. 11-15 22-18 2. 9-14 18x9 1-0\n[A \"\"]\n1. 11-15 22-17 1-0\n");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_FALSE(records[0].replayed);
    EXPECT_EQ(moves_of<English>(records[0]), "11-15 22-18");
    ASSERT_EQ(codes(records[0].diagnostics), "illegal-move");
    const Diagnostic& illegal = records[0].diagnostics[0];
    EXPECT_EQ(illegal.severity, Severity::error);
    EXPECT_EQ(illegal.ply, 3u);
    EXPECT_EQ(illegal.place, (TextPlace{2, 19}));
    EXPECT_EQ(illegal.message,
              "move \"9-14\" is not legal here, where a capture is obligatory; legal moves: 15x22, "
              "in B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
    EXPECT_TRUE(records[1].replayed);
}

TEST(Replay, OtherFaults) {
    const struct {
        const char* text;
        const char* codes;
        std::size_t moves;
        TextPlace place;
    } cases[] = {
        {"11-15 33-28 *", "bad-move", 1, {1, 7}},
        {"11-15 - - 9-14 *", "unknown-move", 1, {1, 7}},
        {"[FEN \"B:W4:B1\"] 1-5 *", "man-on-crown-row", 0, {1, 10}},
        {"[FEN \"?:W4:B1\"] *", "no-side-to-move", 0, {1, 7}},
        {"11-15 /FEN \"B:W4:B1\"/ 1-5 *", "man-on-crown-row", 1, {1, 13}},
        {"[Result \"1-0\"] 11-15 0-1", "result-mismatch", 1, {1, 22}},
        {"[Result \"1-0\"] 11-15 *", "result-mismatch", 1, {1, 22}},
        {"[Result \"9-3\"] 11-15 *", "unknown-result", 1, {1, 10}},
        {"[GameType \"20,W,10,10,N1,0\"] 11-15 *", "other-variant", 1, {1, 12}},
        {"[GameType \"21,B,8,8,N1,0\"] 11-15 *", "", 1, {}},
        {"11-15", "no-terminator", 1, {1, 1}},
    };
    for (const auto& one : cases) {
        const auto records = replay_all<English>(one.text);
        ASSERT_EQ(records.size(), 1u) << one.text;
        EXPECT_EQ(codes(records[0].diagnostics), one.codes) << one.text;
        EXPECT_EQ(records[0].moves.size(), one.moves) << one.text;
        if (records[0].diagnostics.empty()) continue;
        EXPECT_EQ(records[0].diagnostics[0].place, one.place) << one.text;
    }
}

TEST(Replay, HowGamesEnd) {
    const struct {
        const char* text;
        GameEnding ending;
    } cases[] = {
        {"[Result \"1-0\"] 11-15 1-0", GameEnding::on_the_board},
        {"11-15 1-0", GameEnding::on_the_board},
        {"[Result \"*\"] 11-15 *", GameEnding::unfinished},
        {"11-15 *", GameEnding::unfinished},
        {"[Result \"1-0\"] 11-15 *", GameEnding::on_the_board},
        {"[Termination \"Time forfeit\"] 11-15 1-0", GameEnding::time},
        {"[Termination \"Normal\"] 11-15 1-0", GameEnding::on_the_board},
        {"[Termination \"abandoned\"] 11-15 1-0", GameEnding::forfeit},
        {"[Event \"\"] 1. 0-2", GameEnding::forfeit},
        {"11-15 0-0", GameEnding::forfeit},
        {"[FEN \"W:W31,27,19:B17,12,5.\"] 0-1",
         GameEnding::on_the_board},  // a problem: the result is its claim
    };
    for (const auto& one : cases) {
        const auto records = replay_all<English>(one.text);
        ASSERT_EQ(records.size(), 1u) << one.text;
        EXPECT_EQ(records[0].ending, one.ending) << one.text;
    }
}

TEST(Replay, SetUpsAndStarts) {
    const auto records = replay_all<English>(
        "[SetUp \"0\"] [FEN \"W:W18:B1\"] 11-15 *\n[FEN \"-\"] 11-15 *\n[FEN \"B:W21-32:B1-12\"] 11-15 *\n"
        "[FEN \"W:W18:B\"] *\n11-15 /FEN \"W:W18:B1\"/ 18-14 1-5 *");
    ASSERT_EQ(records.size(), 5u);
    for (const int i : {0, 1, 2}) {
        EXPECT_TRUE(records[i].replayed);
        EXPECT_FALSE(records[i].set_up);
    }
    EXPECT_TRUE(records[3].replayed);
    EXPECT_TRUE(records[3].start.pieces(Color::black).empty());
    EXPECT_EQ(moves_of<English>(records[4]), "11-15 18-14 1-5");
    EXPECT_EQ(records[4].last.count(), 2);
}

TEST(Replay, LaterMovesSettleAnAmbiguousCapture) {
    const std::string fen = "[FEN \"W:WK47:B14,19,29,31,42\"]\n";
    // One reading takes 14 and leaves 19, the other takes 19 and leaves 14.
    const auto leaves_19 = replay_all<International>(fen + "47x36 19-23 *");
    EXPECT_EQ(moves_of<International>(leaves_19[0]), "47x38x20x9x36 19-23");
    EXPECT_TRUE(leaves_19[0].replayed);
    EXPECT_EQ(codes(leaves_19[0].diagnostics), "");
    const auto leaves_14 = replay_all<International>(fen + "47x36 14-20 *");
    EXPECT_EQ(moves_of<International>(leaves_14[0]), "47x38x24x13x36 14-20");
    EXPECT_TRUE(leaves_14[0].last_is_sure);
    EXPECT_EQ(codes(leaves_14[0].diagnostics), "");
}

TEST(Replay, WhatStaysAmbiguousIsSaid) {
    const std::string fen = "[FEN \"W:WK47:BK50,14,19,29,31,42\"]\n";
    const auto open = replay_all<International>(fen + "47x36 50-45 36-41 *");
    ASSERT_EQ(codes(open[0].diagnostics), "ambiguous-capture");
    EXPECT_EQ(open[0].diagnostics[0].ply, 1u);
    EXPECT_TRUE(open[0].replayed);
    EXPECT_FALSE(open[0].last_is_sure);
    EXPECT_FALSE(open[0].moves[0].sure);
    const auto spelled = replay_all<International>(fen + "47x38x20x9x36 50-45 36-41 *");
    EXPECT_EQ(codes(spelled[0].diagnostics), "");
    // Both ways, and then a move that is illegal in either.
    const auto stuck = replay_all<International>(fen + "47x36 50-44 1-7 *");
    EXPECT_FALSE(stuck[0].replayed);
    EXPECT_EQ(codes(stuck[0].diagnostics), "illegal-move ambiguous-capture");
    EXPECT_EQ(stuck[0].moves.size(), 2u);
}

// Many ambiguous captures one after the other and a mistake at the end: the search must give up in time.
TEST(Replay, BackTrackingIsBounded) {
    std::string text = "[FEN \"W:WK47:BK50,14,19,29,31,42\"]\n";
    for (int i = 0; i < 200; ++i) text += "/FEN \"W:WK47:BK50,14,19,29,31,42\"/ 47x36 50-45 ";
    const auto records = replay_all<International>(text + " 1-2 *");
    EXPECT_FALSE(records[0].replayed);
    EXPECT_EQ(records[0].moves.size(), 400u);
    const auto open = replay_all<International>(text + " *");
    EXPECT_TRUE(open[0].replayed);
    EXPECT_FALSE(open[0].moves[0].sure);
}

TEST(Replay, CapturesJumpByJump) {
    const auto records =
        replay_all<English>("[FEN \"W:WK26:BK22,K14,23,15\"]\n1. 26x17 17x10 10x19 19x26 2. 0-1");
    ASSERT_TRUE(records[0].replayed) << records[0].diagnostics[0].message;
    ASSERT_EQ(records[0].moves.size(), 1u);
    EXPECT_EQ(records[0].moves[0].text, "26x17 17x10 10x19 19x26");
    EXPECT_EQ(records[0].plies_read, 4u);
}

TEST(Replay, TheSampleFileIsFaultless) {
    std::ifstream file{DAMIER_DATA_DIR "/sample.pdn"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const auto records = replay_all<English>(text);
    ASSERT_EQ(records.size(), 5u);
    for (const auto& record : records) {
        EXPECT_TRUE(record.replayed);
        EXPECT_EQ(codes(record.diagnostics), "");
        EXPECT_LE(record.last.count(), 3);
    }
    EXPECT_EQ(records[3].ending, GameEnding::time);
    EXPECT_EQ(records[4].result(), GameResult::black_wins);
    EXPECT_TRUE(records[4].last.pieces(Color::white).empty());
}

class ReplayOf : public test::VariantTest {};
DAMIER_EACH_VARIANT(ReplayOf);

template <class Set>
void check_games(const BoardGame<Set>& game) {
    EXPECT_TRUE(rc::check([&](std::uint32_t seed) {
        std::mt19937 random{seed};
        std::string text = "[Event \"x\"]\n";
        std::string jumps = text;
        std::vector<Move<Set>> played;
        auto position = game.start();
        for (int ply = 0; ply < 150; ++ply) {
            const auto moves = game.moves(position);
            if (moves.empty()) break;
            const auto move = moves[random() % moves.size()];
            if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
            text += move_text(game, position, move) + (ply % 8 == 7 ? "\n" : " ");
            for (const auto& route : game.capture_routes(position)) {
                if (route.move != move) continue;
                Square at = move.from;
                for (const Square landing : route.landings) {
                    jumps += square_text(game.board().shape(), Notation::algebraic, at) + ":" +
                             square_text(game.board().shape(), Notation::algebraic, landing) + " ";
                    at = landing;
                }
                break;
            }
            if (!move.is_capture()) jumps += move_text(game, position, move) + " ";
            played.push_back(move);
            position = game.apply(position, move);
        }
        for (const std::string& written : {text, jumps}) {
            const auto records = replay_all(game, written + "*");
            RC_ASSERT(records.size() == 1u);
            RC_ASSERT(records[0].replayed);
            RC_ASSERT(records[0].moves.size() == played.size());
            for (std::size_t i = 0; i < played.size(); ++i) RC_ASSERT(records[0].moves[i].move == played[i]);
            RC_ASSERT(records[0].last == position);
        }
    }));
}

// Random games as text: the record has the same moves, however the captures are written.
TEST_P(ReplayOf, GamesSurviveWritingAndReading) {
    const auto game = choose_game(rules(), rules().board);
    std::visit([](const auto& chosen) { check_games(*chosen); }, *game);
}

}  // namespace
}  // namespace damier
