// Nothing that a game says is lost, and everything keeps its place.
#include <gtest/gtest.h>

#include "formats/comment_commands.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

using Kind = PdnElement::Kind;

std::string shown(const RawGame& game) {
    constexpr std::string_view marks = "m-/#.{;$!()rj";
    std::string text;
    for (const PdnElement& element : game.elements) {
        text += text.empty() ? "" : "|";
        text += marks[static_cast<std::size_t>(element.kind)];
        text += game.text_of(element);
        if (element.kind == Kind::number) text += std::string(element.dots, '.');
    }
    return text;
}

TEST(PdnElements, EveryTokenInOrder) {
    const auto games = raw_games(
        "% before\n[Event \"e\"]\n{start} 1. 32-28!? $3 {[%clk 1:05:23] good} ; rest of line\n"
        "(1. 33-29 (1. 34-30 18-22!) 19-23 1-0) 1... 19-23(?) 2. ... /FEN \"W:W31:B1\"/ 31-26* 1-6 word - - "
        "1/2-1/2");
    ASSERT_EQ(games.size(), 1u);
    const RawGame& game = games[0];
    EXPECT_EQ(shown(game),
              "; before|{start|#1.|m32-28|!!?|$3|{[%clk 1:05:23] good|; rest of "
              "line|((|#1.|m33-29|((|#1.|m34-30|m18-22|!!|))|"
              "m19-23|r1-0|))|#1...|m19-23|!(?)|#2.|....|/W:W31:B1|m31-26|!*|m1-6|jword|-- -");
    EXPECT_EQ(game.before_tags, 1u);
    EXPECT_EQ(moves_of(game), "32-28 19-23 W:W31:B1 31-26 1-6 - -");
    ASSERT_EQ(game.variations.size(), 2u);
    EXPECT_EQ(game.variations[0].parent, RawVariation::main_line);
    EXPECT_EQ(game.variations[0].after, 1u);
    EXPECT_EQ(game.variations[0].moves.size(), 2u);
    EXPECT_EQ(game.variations[1].parent, 0u);
    EXPECT_EQ(game.variations[1].after, 1u);
    EXPECT_EQ(game.variations[1].moves[1].text, "18-22");
    EXPECT_EQ(game.variations[1].place, (TextPlace{4, 11}));
    EXPECT_EQ(game.terminator, "1/2-1/2");
    EXPECT_EQ(codes(game.diagnostics), "star-strength junk");
}

TEST(PdnElements, AStarAtTheEndIsNoMark) {
    const auto games = raw_games("1. 32-28 19-23 * {so} \n\n[A \"\"] 1. 33-29* *");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(shown(games[0]), "#1.|m32-28|m19-23|{so");
    EXPECT_EQ(games[0].terminator, "*");
    EXPECT_EQ(shown(games[1]), "#1.|m33-29|!*");
}

TEST(PdnElements, CommentsBehindTheLastGame) {
    std::istringstream in{"1. 32-28 * {a}\n[A \"\"] * \n% last words\n"};
    PdnReader reader{in};
    RawGame game;
    while (reader.next(game)) {
    }
    EXPECT_EQ(shown(reader.rest()), "; last words");
}

TEST(PdnElements, RemarksBelongToPlies) {
    const auto record =
        replay_all<International>(
            "{first} 1. 32-28! {second} (1. 33-29 {not here}) $5 19-23 2. 28x19 {third} 14x23?? *")
            .at(0);
    std::string text;
    for (const GameRemark& remark : record.remarks) text += std::to_string(remark.ply) + remark.text + " ";
    EXPECT_EQ(text, "0first 1! 1second 15 3third 4?? ");
    ASSERT_EQ(record.variations.size(), 1u);
    EXPECT_EQ(record.variations[0].ply, 1u);
    EXPECT_TRUE(record.variations[0].replayed);
    EXPECT_EQ(record.variations[0].start, record.start);
}

TEST(PdnElements, RemarksOfACaptureJumpByJump) {
    const auto record =
        replay_all<English>(
            "[FEN \"W:WK26:BK22,K14,23,15,1\"]\n26x17 17x10 10x19 {here} 19x26 {there} 1-5! *")
            .at(0);
    ASSERT_EQ(record.moves.size(), 2u);
    EXPECT_EQ(record.moves[0].tokens, 4u);
    EXPECT_EQ(record.moves[1].token, 4u);
    std::string text;
    for (const GameRemark& remark : record.remarks) text += std::to_string(remark.ply) + remark.text + " ";
    EXPECT_EQ(text, "1here 1there 2! ");
}

TEST(PdnElements, VariationsAreReplayedFromTheirPlace) {
    const auto record =
        replay_all<International>(
            "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29!) 12-18) 2. 28x19 14x23 (3. 37-32) *")
            .at(0);
    ASSERT_EQ(record.variations.size(), 3u);
    EXPECT_EQ(record.variations[0].ply, 2u);
    EXPECT_EQ(record.variations[0].moves.size(), 3u);
    EXPECT_EQ(record.variations[1].parent, 0u);
    EXPECT_EQ(record.variations[1].ply, 2u);
    EXPECT_EQ(record.variations[1].moves.size(), 2u);
    // Not legal in place of Black's move, but behind it.
    EXPECT_EQ(record.variations[2].moves.size(), 1u);
    EXPECT_EQ(codes(record.diagnostics), "variation-goes-on");
    for (const auto& variation : record.variations) EXPECT_TRUE(variation.replayed);
    // What is said of a move stands with its line.
    ASSERT_EQ(record.variations[1].remarks.size(), 2u);
    EXPECT_EQ(record.variations[1].remarks[0].text, "?");
    EXPECT_EQ(record.variations[1].remarks[0].ply, 1u);
    EXPECT_EQ(record.variations[1].remarks[1].text, "!");
    EXPECT_EQ(record.variations[1].remarks[1].ply, 2u);
    EXPECT_TRUE(record.variations[0].remarks.empty());
    EXPECT_TRUE(record.remarks.empty());
}

TEST(PdnElements, NestedCommentsOnRequest) {
    PdnOptions options;
    options.lexer.nested_comments = true;
    std::istringstream in{"1. 32-28 {a {b} c} 19-23 *"};
    PdnReader reader{in, options};
    RawGame game;
    ASSERT_TRUE(reader.next(game));
    EXPECT_EQ(shown(game), "#1.|m32-28|{a {b} c|m19-23");
    EXPECT_EQ(codes(game.diagnostics), "");
    // PDN 3.0 has none.
    options.strict = true;
    std::istringstream again{"1. 32-28 {a {b} c} 19-23 *"};
    PdnReader strict{again, options};
    ASSERT_TRUE(strict.next(game));
    EXPECT_EQ(codes(game.diagnostics), "nested-comment");
    EXPECT_EQ(game.diagnostics[0].severity, Severity::error);
}

TEST(PdnElements, CommandsInComments) {
    const auto commands = comment_commands("x [%clk w0:10:00 B0:09:58] [%eval -5.52][% ] [%depth] [%open");
    ASSERT_EQ(commands.size(), 3u);
    EXPECT_EQ(commands[0].name, "clk");
    EXPECT_EQ(commands[0].arguments, "w0:10:00 B0:09:58");
    EXPECT_EQ(commands[1].arguments, "-5.52");
    EXPECT_EQ(commands[2].name, "depth");
    EXPECT_EQ(commands[2].arguments, "");
}

}  // namespace
}  // namespace damier
