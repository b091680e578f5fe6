#include "formats/pdn_writer.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <random>

#include "formats/any_replayer.hpp"
#include "tests/formats/games_for_tests.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

std::string rewritten(const Rules& rules, std::string_view text, WriterOptions options = {}) {
    AnyReplayer replayer{*open_rules(rules, rules.board)};
    std::string out;
    for (const RawGame& raw : raw_games(text)) {
        replayer.replay(raw);
        replayer.write(raw, options, out);
    }
    return out;
}

template <class V>
std::string rewritten(std::string_view text, WriterOptions options = {}) {
    return rewritten(V::rules, text, options);
}

// What strict reading says of the text.
std::string strict_codes(const Rules& rules, std::string_view text) {
    AnyReplayer replayer{*open_rules(rules, rules.board), true};
    PdnOptions options;
    options.strict = true;
    std::istringstream in{std::string{text}};
    PdnReader reader{in, options};
    RawGame raw;
    std::string found;
    while (reader.next(raw)) {
        replayer.replay(raw);
        for (const Diagnostic& d : replayer.diagnostics()) {
            if (d.severity == Severity::error) found += std::string{d.code} + " ";
        }
    }
    return found;
}

TEST(PdnWriter, Canonical) {
    EXPECT_EQ(rewritten<International>(
                  "[Result \"1/2-1/2\"][White \"a \\\"b\\\"\"][site \"x\"]\n 01. 32 - 28 ! 19-23(?) "
                  "2.28-19 14x23 $5 {a  \n comment} 3. 37-32 1/2-1/2"),
              "[White \"a \\\"b\\\"\"]\n[Result \"1-1\"]\n[Site \"x\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n"
              "1. 32-28! 19-23(?) 2. 28x19 14x23 $5 {a comment} 3. 37-32 *\n\n");
}

TEST(PdnWriter, CommentsBeforeTheTags) {
    const std::string text = rewritten<English>("%  one\n{two\nlines}\n[Event \"e\"]\n11-15 *");
    EXPECT_EQ(text, "% one\n% two lines\n[Event \"e\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n");
    EXPECT_EQ(rewritten<English>(text), text);
}

TEST(PdnWriter, FormsOfTheVariants) {
    EXPECT_EQ(rewritten<English>("[Result \"1-0\"] 11-15 22-18 15-22 1-0"),
              "[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 22-18 2. 15x22 *\n\n");
    EXPECT_EQ(rewritten<Russian>("22-18 9-14 18x9 a7xc5 2-0"),
              "[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 *\n\n");
    EXPECT_EQ(rewritten<International>("1. 32-28 0-1"),
              "[Result \"0-2\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 *\n\n");
}

// The table of the PDN 3.0 document.
TEST(PdnWriter, GameTypes) {
    EXPECT_EQ(game_type_text(International::rules), "20,W,10,10,N2,0");
    EXPECT_EQ(game_type_text(English::rules), "21,B,8,8,N1,0");
    EXPECT_EQ(game_type_text(Pool::rules), "23,B,8,8,N1,0");
    EXPECT_EQ(game_type_text(Russian::rules), "25,W,8,8,A0,0");
    EXPECT_EQ(game_type_text(Brazilian::rules), "26,W,8,8,A0,0");
    EXPECT_EQ(game_type_text(Italian::rules), "22,W,8,8,N2,1");
    EXPECT_EQ(game_type_text(Spanish::rules), "24,W,8,8,N1,1");
    EXPECT_EQ(game_type_text(Jamaican::rules), "23,B,8,8,A1,1");
    EXPECT_EQ(game_type_text(UnifiedPool::rules), "23,W,8,8,A0,0");
    EXPECT_EQ(game_type_text(Canadian::rules), "27,W,12,12,N2,0");
    EXPECT_EQ(game_type_text(Portuguese::rules), "28,W,8,8,N1,1");
    EXPECT_EQ(game_type_text(Czech::rules), "29,W,8,8,A0,0");
    EXPECT_EQ(game_type_text(Thai::rules), "31,B,8,8,N2,0");
    EXPECT_EQ(game_type_text(Frisian::rules), "40,W,10,10,N2,0");
    EXPECT_EQ(game_type_text(Spantsireti::rules), "41,W,10,8,A0,0");
}

// What tag and text say of the result: what is read back is the same, and no word of it is lost.
TEST(PdnWriter, Results) {
    const auto written = [](std::string_view text) {
        const std::string once = rewritten<English>(text);
        EXPECT_EQ(rewritten<English>(once), once);
        EXPECT_EQ(replay_all<English>(once).at(0).result(), replay_all<English>(text).at(0).result()) << text;
        const std::size_t type = once.find("[GameType");
        return once.substr(0, type) + once.substr(once.find("1. "));
    };
    EXPECT_EQ(written("[Result \"*\"] 11-15 1-0"), "[Result \"1-0\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("[Result \"\"] 11-15 0-1"), "[Result \"0-1\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("[Result \"?\"] 11-15 *"), "[Result \"?\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("[Result \"1-0\"] 11-15 2-0"), "[Result \"1-0\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("[Result \"1-0\"] 11-15 0-1"), "[Result \"1-0\"]\n1. 11-15 {0-1} *\n\n");
    EXPECT_EQ(written("[Result \"9-3\"] 11-15 1-0"), "[Result \"1-0\"]\n1. 11-15 {9-3} *\n\n");
    EXPECT_EQ(written("[Result \"9-3\"] 11-15 9.0-3.0"), "[Result \"9-3\"]\n1. 11-15 {9.0-3.0} *\n\n");
    EXPECT_EQ(written("[Result \"4-6\"] 11-15 4-6"), "[Result \"4-6\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("11-15 0.98-1.02"), "[Result \"0.98-1.02\"]\n1. 11-15 *\n\n");
    EXPECT_EQ(written("11-15 1-0"), "[Result \"1-0\"]\n1. 11-15 *\n\n");
    // A result where no game is.
    EXPECT_EQ(rewritten<English>("11-15 1-0\n2-0\n[Event \"e\"] 9-14 *"),
              "[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n"
              "% 2-0\n[Event \"e\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 9-14 *\n\n");
}

TEST(PdnWriter, CountersOfDrawRulesStay) {
    const std::string fen = "[FEN \"W:WK5,21:BK32:H4:F20\"] 5-1 /FEN \"W:WK6:BK32:H2\"/ 6-1 *";
    EXPECT_EQ(rewritten<English>(fen),
              "[SetUp \"1\"]\n[FEN \"W:WK5,21:BK32:H4:F20\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n"
              "1... 5-1 /FEN \"W:WK6:BK32:H2\"/ 2... 6-1 *\n\n");
    WriterOptions options;
    for (const FenDialect dialect :
         {FenDialect::numeric, FenDialect::algebraic, FenDialect::dotted, FenDialect::lidraughts}) {
        options.fen = dialect;
        const std::string once = rewritten<English>(fen, options);
        EXPECT_NE(once.find(":H4:F20"), std::string::npos) << once;
        EXPECT_EQ(rewritten<English>(once), rewritten<English>(fen));
    }
    // Nothing is said of a history that nobody knows.
    EXPECT_EQ(rewritten<English>("[FEN \"W:WK5:BK32\"] *", options).find(":H"), std::string::npos);
}

// PDN 3.0 has no letters beyond ASCII in the names of tags.
TEST(PdnWriter, TagsWithForeignNames) {
    const std::string text = rewritten<English>("[Дата \"x\"]\n[Игра \"y\"]\n1. 11-15 *");
    EXPECT_EQ(text, "% [Дата \"x\"]\n% [Игра \"y\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n");
    EXPECT_EQ(rewritten<English>(text), text);
    EXPECT_EQ(rewritten<Frysk>("[Дата \"x\"] *"), "% [Дата \"x\"]\n[Event \"?\"]\n\n*\n\n");
}

// A bracket that opens before a tag closes there: the moves behind it are those of the game.
TEST(PdnWriter, BracketsBetweenTags) {
    for (const std::string_view text :
         {"[Event \"e\"] ( [Site \"s\"] 1. 11-15 22-18 *", "[Event \"e\"] {a} ((x [Site \"s\"] 11-15 22-18 *",
          "( [Event \"e\"] 11-15 (9-13) 22-18 *"}) {
        const auto games = replay_all<English>(text);
        ASSERT_EQ(games.size(), 1u) << text;
        EXPECT_EQ(games[0].moves.size(), 2u) << text;
        EXPECT_TRUE(games[0].replayed);
        const auto again = replay_all<English>(rewritten<English>(text));
        ASSERT_EQ(again.size(), 1u) << text;
        EXPECT_EQ(again[0].moves.size(), 2u) << text;
        EXPECT_EQ(rewritten<English>(text).find("unread"), std::string::npos) << text;
    }
}

TEST(PdnWriter, PathsOnlyWhereTheyAreNeeded) {
    EXPECT_NE(rewritten<International>("[FEN \"W:WK47:B14,19,29,31,42\"] 47x36 19-23 *")
                  .find("1. 47x38x20x9x36 19-23 *"),
              std::string::npos);
    EXPECT_NE(rewritten<English>("[FEN \"W:W25:B22,14\"] 25x18x9 *").find("1... 25x9 *"), std::string::npos);
    EXPECT_NE(
        rewritten<English>("[FEN \"W:WK26:BK22,K14,23,15\"] 26x17 17x10 10x19 19x26 *").find("1... 26x26 *"),
        std::string::npos);
}

TEST(PdnWriter, PositionsAndNumbers) {
    EXPECT_EQ(rewritten<English>("[FEN \"W:W18:B1.\"] 57. 18-14 1-5 58. 14-9 5x14 *"),
              "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"W:W18:B1\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n57... "
              "18-14 58. 1-5 14-9 "
              "59. 5x14 *\n\n");
    EXPECT_EQ(rewritten<English>("11-15 /FEN \"W:W18:B1.\"/ 18-14 1-5 *"),
              "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 /FEN \"W:W18:B1\"/ 1... 18-14 2. 1-5 *\n\n");
    WriterOptions algebraic;
    algebraic.notation = Notation::algebraic;
    // The squares by BoardShape: 18 is d4, 14 is c5, 1 is b8.
    EXPECT_EQ(rewritten<English>("[FEN \"W:W18:B1.\"] 18-14 *", algebraic),
              "[SetUp \"1\"]\n[FEN \"W:Wd4:Bb8\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1... d4-c5 *\n\n");
}

TEST(PdnWriter, VariationsAndWhatBelongsToMoves) {
    EXPECT_EQ(rewritten<International>(
                  "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23"),
              "[GameType \"20,W,10,10,N2,0\"]\n\n"
              "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29! {Black wins}) 2... 12-18)\n2. 28x19 "
              "14x23 *\n\n");
    EXPECT_EQ(rewritten<International>("{first} 32-28* ; so\n (33-29 1-0) () 19-23!!! *"),
              "[GameType \"20,W,10,10,N2,0\"]\n\n"
              "{first} 1. 32-28 $7 {so} (1. 33-29 {1-0}) ({}) 1... 19-23!!! *\n\n");
}

TEST(PdnWriter, WhatCannotBePlayedIsKeptAsAComment) {
    const std::string text = rewritten<English>("1. 11-15 22-18 {x} 2. 9-14 (9-13 {y}) 18x9 $3 *");
    EXPECT_EQ(text,
              "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 22-18 {x} {unread: 9-14 ( 9-13 [y] ) 18x9 $3} *\n\n");
    EXPECT_EQ(strict_codes(English::rules, text), "");
    EXPECT_EQ(rewritten<English>("[FEN \"W:W4:B1\"] 1. 4-8 *"),
              "[FEN \"W:W4:B1\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n{unread: 4-8} *\n\n");
}

TEST(PdnWriter, LinesOfEightyColumns) {
    std::string text = "1. 32-28 {";
    for (int i = 0; i < 200; ++i) text += "word" + std::to_string(i) + " ";
    text = rewritten<International>(text + "} 19-23 *");
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 80u) << line;
    EXPECT_EQ(rewritten<International>(text), text);
}

std::string squeezed(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

// A random game with everything that may be in one, in any of the ways in which it is written.
template <class S>
class RandomGame {
public:
    RandomGame(const BoardGame<S>& game, std::uint32_t seed) : game_{game}, random_{seed} {}

    std::string text() {
        std::string out;
        if (one_in(3)) out += "[Event \"a \\\"" + std::to_string(below(100)) + "\\\" \\\\ b\"]\n";
        if (one_in(2)) out += "[Result \"" + result() + "\"]\n";
        auto position = game_.start();
        if (one_in(2)) {
            for (int i = 0; i < 60; ++i) {
                const auto moves = game_.moves(position);
                if (moves.empty()) break;
                position = game_.apply(position, moves[below(moves.size())]);
            }
            out += "[FEN \"" +
                   write_fen(position, game_.board().shape(),
                             one_in(2) ? Notation::numeric : Notation::algebraic) +
                   (one_in(3) ? ":H" + std::to_string(below(9)) + ":F30" : "") +
                   (one_in(2) ? ".\"]\n" : "\"]\n");
        }
        line(out, position, 60, 0);
        return out + result() + "\n\n";
    }

private:
    std::size_t below(std::size_t n) { return random_() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    std::string result() {
        static constexpr const char* forms[] = {"*", "1-0", "0-1", "1/2-1/2", "2-0", "0.98-1.02"};
        return forms[below(std::size(forms))];
    }

    void line(std::string& out, Position<S> position, int plies, int depth) {
        for (int ply = 0; ply < plies; ++ply) {
            const auto moves = game_.moves(position);
            if (moves.empty()) break;
            if (one_in(3)) out += std::to_string(1 + ply / 2) + (one_in(2) ? ". " : "... ");
            const auto move = moves[below(moves.size())];
            out += written(position, move);
            if (one_in(8)) out += one_in(2) ? "!" : "(?!)";
            out += one_in(10) ? "\n" : " ";
            if (one_in(12)) out += "$" + std::to_string(below(200)) + " ";
            if (one_in(12)) out += "{a  comment (" + std::to_string(below(9)) + ") [%clk 0:01]} ";
            if (depth < 3 && one_in(12)) {
                out += "(";
                line(out, position, 4, depth + 1);
                out += ") ";
            }
            position = game_.apply(position, move);
        }
    }

    std::string written(const Position<S>& position, const Move<S>& move) {
        const MoveStyle style{one_in(2) ? Notation::numeric : Notation::algebraic, one_in(2) ? 'x' : ':'};
        std::string text = move_text(game_, position, move, style);
        if (move.is_capture() && one_in(3)) {
            for (const auto& route : game_.capture_routes(position)) {
                if (route.move == move) text = route_text(game_, route, style);
            }
        }
        return text;
    }

    const BoardGame<S>& game_;
    std::mt19937 random_;
};

class WriterOf : public test::VariantTest {};
DAMIER_EACH_VARIANT(WriterOf);

// Those of the first are also those of the second.
void expect_same(const std::vector<GameRemark>& a, const std::vector<GameRemark>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        RC_ASSERT(a[i].kind == b[i].kind);
        RC_ASSERT(a[i].ply == b[i].ply);
        RC_ASSERT(squeezed(a[i].text) == squeezed(b[i].text));
    }
}

template <class S>
void expect_same(const GameRecord<S>& a, const GameRecord<S>& b) {
    RC_ASSERT(a.start == b.start);
    RC_ASSERT(a.replayed == b.replayed);
    RC_ASSERT(a.last == b.last);
    // What is over on the board gets its result where nothing else is said of it.
    const bool said = a.tag("Result") != nullptr || a.terminator != "*";
    const GameResult unsaid = said ? GameResult::unknown : a.board_result;
    RC_ASSERT((a.result() != GameResult::unknown ? a.result() : unsaid) == b.result());
    RC_ASSERT(a.moves.size() == b.moves.size());
    for (std::size_t i = 0; i < a.moves.size(); ++i) RC_ASSERT(a.moves[i].move == b.moves[i].move);
    // Behind them a comment with a result that says something else than the one that counts.
    const std::size_t other = b.remarks.size() - a.remarks.size();
    RC_ASSERT(other <= 2u);
    for (std::size_t i = a.remarks.size(); i < b.remarks.size(); ++i) {
        const std::string& text = b.remarks[i].text;
        RC_ASSERT(text == a.terminator || (a.tag("Result") != nullptr && text == *a.tag("Result")));
    }
    expect_same(a.remarks, b.remarks);
    RC_ASSERT(a.variations.size() == b.variations.size());
    for (std::size_t i = 0; i < a.variations.size(); ++i) {
        RC_ASSERT(a.variations[i].parent == b.variations[i].parent);
        RC_ASSERT(a.variations[i].ply == b.variations[i].ply);
        RC_ASSERT(a.variations[i].start == b.variations[i].start);
        RC_ASSERT(a.variations[i].moves.size() == b.variations[i].moves.size());
        for (std::size_t j = 0; j < a.variations[i].moves.size(); ++j) {
            RC_ASSERT(a.variations[i].moves[j].move == b.variations[i].moves[j].move);
        }
        RC_ASSERT(a.variations[i].remarks.size() == b.variations[i].remarks.size());
        expect_same(a.variations[i].remarks, b.variations[i].remarks);
    }
    for (const GameTag& tag : a.tags) {
        if (tag.name != "FEN" && tag.name != "Result") RC_ASSERT(*b.tag(tag.name) == tag.value);
    }
}

template <class S>
void check_games(const BoardGame<S>& game) {
    const Rules& rules = game.variant_rules();
    EXPECT_TRUE(rc::check([&](std::uint32_t seed) {
        const std::string text = RandomGame<S>{game, seed}.text();
        const auto before = replay_all(game, text);
        RC_ASSERT(before.size() == 1u);
        RC_ASSERT(before[0].replayed);
        const std::string once = rewritten(rules, text);
        const auto after = replay_all(game, once);
        RC_ASSERT(after.size() == 1u);
        expect_same(before[0], after[0]);
        RC_ASSERT(rewritten(rules, once) == once);
        const std::string found = strict_codes(rules, once);
        if (!found.empty()) RC_FAIL(found + once);
        // In the other notation as well.
        WriterOptions other;
        other.notation = rules.notation == Notation::numeric ? Notation::algebraic : Notation::numeric;
        expect_same(before[0], replay_all(game, rewritten(rules, text, other)).at(0));
    }));
}

TEST_P(WriterOf, RandomGamesReadBackAsTheSameAndAreStrictPdn) {
    const auto game = choose_game(rules(), rules().board);
    std::visit([](const auto& chosen) { check_games(*chosen); }, *game);
}

}  // namespace
}  // namespace damier
