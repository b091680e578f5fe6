#include "formats/position_claims.hpp"

#include <gtest/gtest.h>

#include "formats/claim_phrases.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

std::string phrases(std::string_view comment) {
    std::string text;
    for (const PhraseClaim& claim : claim_phrases(comment)) {
        text += (text.empty() ? "" : "|") + std::string{name(claim.kind)} + "=" + std::string{claim.text};
    }
    return text;
}

TEST(ClaimPhrases, FiveLanguages) {
    const struct {
        const char* text;
        const char* kind;
    } cases[] = {
        {"White wins", "white wins"},
        {" and black wins. ", "black wins"},
        {"WHITE TO MOVE AND WIN!", "white wins"},
        {"White to play and draw", "draw"},
        {"Drawn", "draw"},
        {"this is a draw", "draw"},
        {"les Blancs gagnent", "white wins"},
        {"nulle.", "draw"},
        {"Les noirs jouent et gagnent", "black wins"},
        {"en wit wint", "white wins"},
        {"zwart wint!", "black wins"},
        {"remise", "draw"},
        {"Bianco Vince", "white wins"},
        {"il nero muove e vince", "black wins"},
        {"Pari", "draw"},
        {"(patta)", "draw"},
        {"Белые выигрывают", "white wins"},
        {"и чёрные выигрывают.", "black wins"},
        {"Ничья", "draw"},
        {"White\nwins", "white wins"},
    };
    for (const auto& one : cases) {
        const std::string found = phrases(one.text);
        EXPECT_EQ(found.substr(0, found.find('=')), one.kind) << one.text << ": " << found;
    }
    EXPECT_EQ(phrases("White wins, nulle. zwart wint"),
              "white wins=White wins|draw=nulle|black wins=zwart wint");
}

TEST(ClaimPhrases, WhatClaimsNothing) {
    for (const char* text : {"White wins a man",
                             "White wins?",
                             "if 15-11 White wins",
                             "Black would win",
                             "not drawn",
                             "White doesn't win",
                             "Black thought that White wins",
                             "a draw by repetition of moves",
                             "the drawn game of 1901",
                             "Als 3-8 wit wint",
                             "drawing",
                             "the White winsome",
                             "snow white wins2",
                             "draws",
                             "after this White wins",
                             "White could have won, drawn up",
                             "не ничья",
                             "",
                             "wins",
                             "pariah",
                             "le parti"}) {
        EXPECT_EQ(phrases(text), "") << text;
    }
}

std::string claims(std::string_view text) {
    const Game<English, SquareSet64> game;
    const auto& view = game;
    std::string shown;
    for (const RawGame& raw : raw_games(text)) {
        const auto record = replay(game, raw);
        for (const auto& claim : position_claims<SquareSet64>(view, raw, record)) {
            shown += (shown.empty() ? "" : " | ") + std::to_string(claim.ply) +
                     (claim.in_variation ? "v " : " ") + std::string{name(claim.kind)} + " " +
                     std::string{name(claim.source)} + " " + write_fen(game, claim.position);
            if (claim.move) shown += " " + move_text(game, claim.position, *claim.move);
            if (claim.beside_the_board) shown += " beside";
        }
    }
    return shown;
}

TEST(PositionClaims, WhatAProblemSays) {
    // In English draughts 1-0 is a win of Black.
    EXPECT_EQ(claims("[FEN \"W:W18:BK1\"] [Result \"0-1\"] 0-1"), "0 white wins result W:W18:BK1");
    EXPECT_EQ(claims("[FEN \"W:W18:BK1\"] [Result \"1/2-1/2\"] {White to move and win} *"),
              "0 white wins phrase W:W18:BK1 | 0 draw result W:W18:BK1");
    EXPECT_EQ(claims("[FEN \"W:W18:BK1\"] [Result \"1-0\"] [Termination \"time forfeit\"] 18-14 1-0"),
              "1 black wins result B:W14:BK1 beside");
    EXPECT_EQ(claims("[FEN \"W:W18:BK1\"] *"), "");
    EXPECT_EQ(claims("[FEN \"W:W4:BK1\"] {White wins} 4-8 0-1"), "");
}

TEST(PositionClaims, MarksAndGlyphs) {
    const std::string fen = "[FEN \"W:WK18:BK5\"] ";
    EXPECT_EQ(claims(fen + "18-14! $10 5-1?? $19 14-18* $1 (?) *"),
              "0 good move strength W:WK18:BK5 18-14 | 1 draw nag B:WK14:BK5 | 1 bad move strength "
              "B:WK14:BK5 5-1 | "
              "2 black wins nag W:WK14:BK1 | 2 only move strength W:WK14:BK1 14-18 | 2 good move nag "
              "W:WK14:BK1 14-18 | "
              "2 bad move strength W:WK14:BK1 14-18");
    EXPECT_EQ(claims(fen + "18-14!? ?! $5 $6 $22 $146 !!! *"), "");
    EXPECT_EQ(claims(fen + "$11 18-14 *"), "0 draw nag W:WK18:BK5");
}

TEST(PositionClaims, CommentsBelongToThePositionBehindTheMove) {
    const std::string fen = "[FEN \"W:WK18:BK5\"] ";
    EXPECT_EQ(claims(fen + "{drawn} 18-14 {White wins} (18-15! {drawn} 5-1 (5-9 {Black wins})) 5-1 *"),
              "0 draw phrase W:WK18:BK5 | 1 white wins phrase B:WK14:BK5 | 0v good move strength W:WK18:BK5 "
              "18-15 | "
              "1v draw phrase B:WK15:BK5 | 2v black wins phrase W:WK15:BK9");
    // A variation that goes on behind the move.
    EXPECT_EQ(claims(fen + "18-14 5-1 (14-18! {drawn}) 14-10 *"),
              "2v good move strength W:WK14:BK1 14-18 | 3v draw phrase B:WK18:BK1");
    // Behind what cannot be played nothing is sure.
    EXPECT_EQ(claims(fen + "18-14 (18-1 {White wins} 5-9!) 5-32 {drawn} 14-18! 1-0"), "");
    EXPECT_EQ(claims(fen + "18-14 /FEN \"W:WK1:BK32\"/ {drawn} 1-6! *"),
              "1 draw phrase W:WK1:BK32 | 1 good move strength W:WK1:BK32 1-6");
}

TEST(PositionClaims, NothingOnAnAmbiguousCapture) {
    const Game<International, SquareSet64> game;
    const RawGame raw = raw_games("[FEN \"W:WK47:BK50,14,19,29,31,42\"]\n47x36! {White wins} 50-45? *").at(0);
    const auto record = replay(game, raw);
    EXPECT_FALSE(record.last_is_sure);
    EXPECT_TRUE(position_claims<SquareSet64>(game, raw, record).empty());
}

}  // namespace
}  // namespace damier
