// What is known of a game, and whether a claim was right.
#include "rules/draw_claims.hpp"

#include <gtest/gtest.h>

#include "formats/draw_claim_text.hpp"
#include "tests/formats/draws_for_tests.hpp"

namespace damier {
namespace {

const std::string edge = "(6-1 50-45 1-6 45-50)";  // kings on the edge of 10x10, where nothing is captured

TEST(DrawClaims, ABareFenHasAnUnknownHistory) {
    const GameDraws draws = draws_of<International>("[FEN \"W:WK6,K16:BK50\"] " + edge + "*3 *", "fmjd-2015");
    EXPECT_FALSE(draws.history_known);
    // Ten plies after the FEN the 5 moves have passed whatever came before; until then they may have.
    EXPECT_EQ(text_of(draws), "6.1: 8-12 ?0-7; 6.2: ?0-12; 6.4: 10-12 ?0-9");
}

TEST(DrawClaims, WhatAPositionTellsOfItsHistory) {
    // The side that has moved last has no king: its move was no king move. Kings may have stood still before.
    EXPECT_EQ(text_of(draws_of<International>("[FEN \"W:WK6,46:B15,20\"] 6-1 *", "fmjd-2015")), "6.1: ?0-1");
    // After a capture or a man move everything is known but what it does not restart.
    EXPECT_EQ(text_of(draws_of<International>("[FEN \"W:WK6,36,46:BK50,5,15\"] 6-1 50-45 36-31 45-50 *",
                                              "fmjd-2015")),
              "6.1: ?0-2; 6.2: ?0-2");
    EXPECT_EQ(
        text_of(draws_of<International>("[FEN \"W:WK6,36:BK50\"] 6-1 50-45 36-31 45-50 *", "fmjd-2015")),
        "6.1: ?0-2; 6.2: ?0-2; 6.4: ?0-4");
}

TEST(DrawClaims, CountersOfAFenAreHonoured) {
    const auto of = [](const std::string& counters, const std::string& moves) {
        return text_of(
            draws_of<International>("[FEN \"W:WK6,K16:BK50" + counters + "\"] " + moves + " *", "fmjd-2015"));
    };
    // H: plies since the material arose; the move number bounds the rest.
    EXPECT_EQ(of(":H0:F40", edge + "*3"), "6.1: 8-12; 6.4: 10-12");
    EXPECT_EQ(of(":H0:F1", edge + "*3"), "6.1: 8-12; 6.4: 10-12");
    EXPECT_EQ(of(":H4:F40", "6-1 50-45 1-6 45-50 6-1 50-45"), "6.1: ?4-6; 6.4: 6");
    EXPECT_EQ(of(":H7:F40", "6-1 50-45 1-6 45-50"), "6.1: ?0-4; 6.4: 3-4");
    EXPECT_EQ(of(":H10:F40", "6-1"), "6.1: ?0-1; 6.4: 0-1");
    EXPECT_EQ(of(":H9:F40", "6-1"), "6.1: ?0-1; 6.4: 1");
    EXPECT_EQ(of(":F3", "6-1 50-45 1-6 45-50 6-1 50-45"), "6.1: ?4-6; 6.4: ?6");
    EXPECT_EQ(of(":F1", edge + "*3"), "6.1: 8-12; 6.4: 10-12");
    // Without a count for the material, H is that of progress; it says nothing of a count on squares.
    EXPECT_EQ(text_of(draws_of<International>("[FEN \"W:WK6,36,46:BK50,5,15:H48:F90\"] 6-1 50-45 1-6 *",
                                              "fmjd-2015")),
              "6.1: ?0-3; 6.2: 2-3");
    EXPECT_EQ(
        text_of(draws_of<International>("[FEN \"W:WK6,K16,K26:BK46:H12:F90\"] 6-1 46-5 *", "fmjd-2024")),
        "6.1: ?0-2; 6.3 (long diagonal): ?0-2");
    EXPECT_EQ(text_of(draws_of<International>("[FEN \"W:WK6,K16,K26:BK46:H6:F90\"] 6-1 46-5 1-6 5-46 *",
                                              "fmjd-2024")),
              "6.1: ?0-4; 6.3 (long diagonal): ?4");
    // One side's own moves: of 7 plies before White's move Black made 4, White 3.
    EXPECT_EQ(text_of(draws_of<Russian>("[FEN \"W:WK5,K13:BK32:H7:F60\"] 5-1 32-28 1-5 *", "idf-64")),
              "7.2.3: ?0-3; 7.2.8: 3");
    EXPECT_EQ(text_of(draws_of<Russian>("[FEN \"B:WK5,K13:BK32:H7:F60\"] 32-28 5-1 28-32 *", "idf-64")),
              "7.2.3: ?0-3; 7.2.8: 2-3");
}

TEST(DrawClaims, MalformedCountersAreRefused) {
    const struct {
        const char* fen;
        std::size_t column;
    } cases[] = {{"W:WK6:BK50:H", 13},        {"W:WK6:BK50:H0:H1", 15},
                 {"W:WK6:BK50:F0", 12},       {"W:WK6:BK50:H99999999999", 13},
                 {"W:WK6:BK50:H0F", 15},      {"W:WK6:BK50:+1", 14},
                 {"W:WK6:BK50:+1+", 15},      {"W:WK6:BK50:F", 13},
                 {"W:WK6:BK50:+0+0:+0+0", 17}};
    for (const auto& bad : cases) {
        const auto counters = parse_fen_counters(bad.fen);
        ASSERT_FALSE(counters) << bad.fen;
        EXPECT_EQ(counters.error().kind, ErrorKind::bad_input) << bad.fen;
        EXPECT_EQ(counters.error().place, (TextPlace{1, bad.column}))
            << bad.fen << ": " << counters.error().message;
    }
    for (const char* good : {"W:WK6:BK50", "W:WK6:BK50.", "W:WK6:BK50:H7:F31", "W:WK6:BK50:F31:H7.",
                             "W:WK6:BK50:H7F31", "W:WKa1:Bh8:H7:F31:+0+2", "W : W K6 : B K50 : H7 : F31"}) {
        const auto counters = parse_fen_counters(good);
        ASSERT_TRUE(counters) << good << ": " << counters.error().message;
        const bool has = std::string_view{good}.find('H') != std::string_view::npos;
        EXPECT_EQ(counters->draw_plies, has ? std::optional{7} : std::nullopt) << good;
        EXPECT_EQ(counters->full_move, has ? std::optional{31} : std::nullopt) << good;
    }
    // More plies counted than played.
    EXPECT_FALSE(earlier_plies({7, 4}, Color::white, Color::white));
    EXPECT_TRUE(earlier_plies({6, 4}, Color::white, Color::white));
    EXPECT_TRUE(earlier_plies({7, 4}, Color::black, Color::white));
    EXPECT_TRUE(earlier_plies({7, std::nullopt}, Color::white, Color::white));
    EXPECT_EQ(earlier_plies({{}, 4}, Color::black, Color::black)->at_most, 6);
}

TEST(DrawClaims, APositionSetUpOnTheWay) {
    const GameDraws draws = draws_of<International>(
        "[FEN \"W:WK6,K16:BK50:H0:F1\"] " + edge + "*3 /FEN \"W:WK6,K16:BK45\"/ 6-1 45-50 *", "fmjd-2015");
    EXPECT_FALSE(draws.history_known);
    // It stands in place of what the moves led to: ply 12 is that position, and what came before it is
    // unknown.
    EXPECT_EQ(text_of(draws), "6.1: 8-11 ?12-14; 6.2: ?12-14; 6.4: 10-11 ?12-14");
}

TEST(DrawClaims, AnAmbiguousCaptureEndsWhatIsSure) {
    // 47x36 or so: two ways to take, written alike; the rest of the game fits both.
    const Game<International, SquareSet64> game;
    const auto raw = raw_games("[FEN \"B:W6,24,28,38,41,K46:B13,K49\"] 49x16 46-5 *");
    const auto record = replay(game, raw.at(0));
    if (!record.last_is_sure) {
        const GameDraws draws =
            find_draws(game, record, rules_of_book("fmjd-2015", {}, game.board().shape()));
        EXPECT_LT(draws.looked_at, draws.plies);
        EXPECT_EQ(judge({DrawClaim::Ground::any, 0, draws.plies}, draws,
                        rules_of_book("fmjd-2015", {}, game.board().shape()))
                      .verdict,
                  ClaimVerdict::unknown);
    }
    // The flag is what counts.
    auto unsure =
        replay(game, raw_games("[FEN \"W:WK6,K16:BK50:H0:F1\"] " + written_out(edge + "*3") + " *").at(0));
    unsure.moves[9].sure = false;
    unsure.last_is_sure = false;
    const auto rules = rules_of_book("fmjd-2015", {}, game.board().shape());
    const GameDraws draws = find_draws(game, unsure, rules, EarlierPlies::none());
    EXPECT_EQ(draws.looked_at, 9u);
    EXPECT_EQ(text_of(draws), "6.1: 8-9");
    EXPECT_EQ(judge({DrawClaim::Ground::moves, 5, 10}, draws, rules).verdict, ClaimVerdict::unknown);
    EXPECT_EQ(judge({DrawClaim::Ground::moves, 5, 9}, draws, rules).verdict, ClaimVerdict::wrong);
}

TEST(DrawClaims, WhoMayClaim) {
    const GameDraws wcdf =
        draws_of<English>("[FEN \"W:WK5,21:BK32,12:H0:F1\"] (5-1 32-28 1-5 28-32)*21 *", "wcdf");
    ASSERT_EQ(wcdf.rules.size(), 2u);
    EXPECT_EQ(wcdf.rules[0].claimant, Color::black);  // before 28-32
    EXPECT_EQ(wcdf.rules[1].claimant, std::nullopt);  // either
    EXPECT_FALSE(wcdf.drawn_by_itself().has_value());
    const GameDraws turnpan =
        draws_of<English>("[FEN \"W:WK5,21:BK32,12:H0:F1\"] (5-1 32-28 1-5 28-32)*21 *", "turnpan");
    ASSERT_TRUE(turnpan.drawn_by_itself().has_value());
    EXPECT_EQ(turnpan.drawn_by_itself()->ply, 8u);
    EXPECT_EQ(turnpan.drawn_by_itself()->by->rule.article, "repetition");
}

TEST(DrawClaims, Judged) {
    using Ground = DrawClaim::Ground;
    const std::string english = "[FEN \"W:WK5,21:BK32,12:H0:F1\"] (5-1 32-28 1-5 28-32)*20 ";
    const std::string unknown = "[FEN \"W:WK5,21:BK32,12\"] (5-1 32-28 1-5 28-32)*2 ";
    const struct {
        std::string game;
        const char* book;
        DrawClaim claim;
        ClaimVerdict verdict;
        const char* article;
    } cases[] = {
        {english + "*", "wcdf", {Ground::moves, 40, 80}, ClaimVerdict::right, "1.32.2"},
        {english + "*", "wcdf", {Ground::moves, 40, 79}, ClaimVerdict::wrong, ""},
        {english + "*", "wcdf", {Ground::moves, 50, 80}, ClaimVerdict::wrong, ""},  // no such rule
        {english + "*", "acf-old", {Ground::moves, 50, 80}, ClaimVerdict::wrong, ""},
        {english + "*", "wcdf", {Ground::repetition, 0, 6}, ClaimVerdict::wrong, ""},
        {english + "*", "wcdf", {Ground::repetition, 0, 7}, ClaimVerdict::right, "1.32.1"},
        {english + "21-17 *", "wcdf", {Ground::repetition, 0, 81}, ClaimVerdict::wrong, ""},
        {english + "21-17 *", "wcdf", {Ground::any, 0, 81}, ClaimVerdict::wrong, ""},
        // The game was over at ply 8 already.
        {english + "21-17 *", "turnpan", {Ground::any, 0, 81}, ClaimVerdict::right, "repetition"},
        {english + "*", "uncounted", {Ground::any, 0, 80}, ClaimVerdict::wrong, ""},
        {unknown + "*", "wcdf", {Ground::repetition, 0, 2}, ClaimVerdict::unknown, "1.32.1"},
        {unknown + "*", "wcdf", {Ground::moves, 40, 8}, ClaimVerdict::unknown, "1.32.2"},
        {unknown + "21-17 *", "wcdf", {Ground::moves, 40, 9}, ClaimVerdict::wrong, ""},
        {unknown + "21-17 *", "wcdf", {Ground::repetition, 0, 9}, ClaimVerdict::wrong, ""},
    };
    for (const auto& c : cases) {
        const auto rules = rules_of_book(c.book, {}, English::rules.board);
        const GameDraws draws = draws_of<English>(c.game, c.book);
        const JudgedClaim judged = judge(c.claim, draws, rules);
        EXPECT_EQ(name(judged.verdict), name(c.verdict))
            << c.book << " ply " << c.claim.ply << ": " << judged.why;
        EXPECT_EQ(judged.rule == nullptr ? "" : judged.rule->rule.article, c.article) << judged.why;
        EXPECT_TRUE(judged.verdict == ClaimVerdict::right || !judged.why.empty());
    }
    // Written behind the move that made the position for the third time.
    const GameDraws shown =
        draws_of<English>("[FEN \"W:WK5,21:BK32,12:H0:F1\"] (5-1 32-28 1-5 28-32)*2 *", "wcdf");
    EXPECT_EQ(
        judge({Ground::repetition, 0, 8}, shown, rules_of_book("wcdf", {}, English::rules.board)).verdict,
        ClaimVerdict::right);
    // A lost position is no draw, whatever was counted.
    const GameDraws lost = draws_of<International>(
        "[FEN \"B:WK6,K16:BK50:H0:F1\"] 50-45 6-1 45-50 1-6 50-45 6-1 45-50 1-6 50-44 6x50 *", "fmjd-2015");
    EXPECT_EQ(judge({Ground::any, 0, 10}, lost,
                    rules_of_book("fmjd-2015", {}, BoardShape{.width = 10, .height = 10}))
                  .verdict,
              ClaimVerdict::wrong);
}

TEST(DrawClaimText, Words) {
    using Ground = DrawClaim::Ground;
    const struct {
        const char* text;
        Ground ground;
        int moves;
    } claims[] = {
        {"Draw by threefold repetition", Ground::repetition, 0},
        {"Black claims a draw: third occurrence", Ground::repetition, 0},
        {"remise door zetherhaling", Ground::repetition, 0},
        {"ничья, троекратное повторение", Ground::repetition, 0},
        {"draw by the 40-move rule", Ground::moves, 40},
        {"White claims 40 moves", Ground::moves, 40},
        {"drawn,\n25 moves rule", Ground::moves, 25},
        {"remise, 16 zetten regel", Ground::moves, 16},
        {"Draw claimed", Ground::any, 0},
        {"draw without capture or man move", Ground::moves, 0},
    };
    for (const auto& c : claims) {
        const auto claim = draw_claim_in(c.text);
        ASSERT_TRUE(claim) << c.text;
        EXPECT_EQ(claim->ground, c.ground) << c.text;
        EXPECT_EQ(claim->moves, c.moves) << c.text;
    }
    for (const char* text :
         {"", "drawn", "Draw agreed", "remise", "White could claim a draw by repetition", "drawn in 5 moves",
          "a draw in 40 moves", "avoids the draw by repetition", "repetition", "40 moves", "Time forfeit",
          "the game was drawn on move 40", "no claim: draw agreed"}) {
        EXPECT_FALSE(draw_claim_in(text)) << text;
    }
}

}  // namespace
}  // namespace damier
