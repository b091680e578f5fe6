// What stands between two games: where it belongs, and that it is not lost.
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <random>

#include "formats/any_replayer.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

constexpr const char* results[] = {"*", "1-0", "0-1", "1/2-1/2", "2-0", "1-1", "\xC2\xBD-\xC2\xBD"};

// As `damier pdn convert` does it.
std::string rewritten(const Rules& rules, const std::string& text) {
    AnyReplayer replayer{*open_rules(rules, rules.board)};
    std::istringstream in{text};
    PdnReader reader{in};
    RawGame raw;
    std::string out;
    while (reader.next(raw)) {
        replayer.replay(raw);
        replayer.write(raw, {}, out);
    }
    write_line_comments(reader.rest(), reader.rest().elements.size(), out);
    return out;
}

std::string comments_of(const RawGame& game) {
    std::string text;
    for (const PdnElement& element : game.body()) {
        if (element.kind == PdnElement::Kind::comment || element.kind == PdnElement::Kind::line_comment)
            text += "[" + std::string{game.text_of(element)} + "]";
    }
    return text;
}

TEST(PdnBetween, ALineOfItsOwnIsOfNoGameBefore) {
    for (const std::string result : results) {
        for (const std::string comment :
             {"% White wins", "; White wins", "{ White wins}", "{ White wins}\n"}) {
            for (const std::string gap : {"\n", "\n\n", "\r\n", "\n \n"}) {
                const std::string text =
                    "1. 32-28 19-23 " + result + gap + comment + "\n[Event \"b\"]\n\n1. 33-29 *\n";
                const auto games = raw_games(text);
                ASSERT_EQ(games.size(), 2u) << text;
                EXPECT_EQ(games[0].terminator, result) << text;
                EXPECT_EQ(comments_of(games[0]), "") << text;
                // It stands before the tags of the other, about whose moves it says nothing.
                EXPECT_EQ(comments_of(games[1]), "") << text;
                ASSERT_EQ(games[1].before_tags, 1u) << text;
                EXPECT_EQ(games[1].text_of(games[1].elements[0]), " White wins") << text;
                EXPECT_TRUE(replay(Game<International, SquareSet64>{}, games[1]).remarks.empty()) << text;
            }
        }
    }
}

TEST(PdnBetween, TheLineOfTheResultIsOfItsGame) {
    for (const std::string result : results) {
        for (const std::string comment :
             {"{said}", "; said", "% said", "{said} {too}", "{said\nhere} ; too"}) {
            for (const std::string next : {"[Event \"b\"]\n1. 33-29 *", "1. 33-29 *", ""}) {
                const std::string text = "1. 32-28 19-23 " + result + " " + comment + "\n\n" + next;
                const auto games = raw_games(text);
                ASSERT_EQ(games.size(), next.empty() ? 1u : 2u) << text;
                EXPECT_EQ(games[0].terminator, result) << text;
                EXPECT_NE(comments_of(games[0]).find("said"), std::string::npos) << text;
                if (next.empty()) continue;
                EXPECT_EQ(games[1].elements.size(), 2u) << text;
            }
        }
    }
}

TEST(PdnBetween, AStarIsAMarkWhereTheGameGoesOn) {
    const struct {
        const char* text;
        std::vector<const char*> games;
    } cases[] = {
        {"32-28 * {so} 19-23 *", {"32-28 19-23"}},
        {"32-28*\n% line\n19-23 *", {"32-28 19-23"}},
        {"32-28 *\n% line\n19-23 *", {"32-28 19-23"}},
        {"32-28 *\n\n% line\n33-29 *", {"32-28", "33-29"}},
        {"32-28 *\n% line\n\n33-29 *", {"32-28", "33-29"}},
        {"32-28 * words\n\nRound 2\n\n33-29 *", {"32-28", "33-29"}},
        {"1. 32-28 *\nRound\n1. 33-29 *", {"32-28", "33-29"}},
        {"1. 32-28* {so} 1... 19-23 *", {"32-28 19-23"}},
        {"1. 32-28 * (33-29 *) {so} 19-23 *", {"32-28 19-23"}},
        {"1. 32-28* *", {"32-28"}},
    };
    for (const auto& one : cases) {
        std::vector<std::string> found;
        for (const RawGame& game : raw_games(one.text)) found.push_back(moves_of(game));
        EXPECT_EQ(found, std::vector<std::string>(one.games.begin(), one.games.end())) << one.text;
    }
    // Behind the last move of a variation it is its end, unless it touches the move.
    const auto games = raw_games("1. 32-28 (33-29 *) (34-29*) *");
    std::string kinds;
    for (const PdnElement& element : games.at(0).elements) {
        if (games[0].text_of(element) != "*") continue;
        kinds += element.kind == PdnElement::Kind::result ? "result " : "mark ";
    }
    EXPECT_EQ(kinds, "result mark ");
}

TEST(PdnBetween, WordsAreKept) {
    const std::string text =
        "1. 32-28 1-0\nRound 3 of the (34-30 19-23) cup! $5\n{c}\n17 more\n[Event \"b\"]\n1. 33-29 *\n\nThe "
        "end, 12\n% bye\n";
    EXPECT_EQ(rewritten(International::rules, text),
              "[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 *\n\n"
              "% Round 3 of the ( 34-30 19-23 ) cup! $5\n% c\n% 17 more\n[Event \"b\"]\n[GameType "
              "\"20,W,10,10,N2,0\"]\n\n1. 33-29 *\n\n% The end, 12\n% bye\n");
    EXPECT_EQ(codes(raw_games(text).at(1).diagnostics), "junk junk junk junk junk junk");
}

TEST(PdnBetween, AFileWithoutAGameSaysSo) {
    const struct {
        std::string text;
        std::string codes;
    } cases[] = {
        {"", ""},
        {" \r\n\t\xEF\xBB\xBF\n", ""},
        {"nothing", "junk no-game"},
        {"% only a comment\n", "no-game"},
        {"{not closed [Event \"a\"] 32-28", "bad-comment no-game"},
        {"1-0 *", "stray-terminator stray-terminator no-game"},
        {std::string{"\x7f"
                     "ELF\x02\0\0\0 some words",
                     19},
         "control-character junk junk junk encoding no-game"},
        {std::string(10'000, '\0') + "\n[Event \"a\"] 32-28 *", "encoding"},
    };
    for (const auto& one : cases) {
        std::istringstream in{one.text};
        PdnReader reader{in};
        RawGame raw;
        while (reader.next(raw)) {
        }
        EXPECT_FALSE(reader.next(raw));  // and again
        EXPECT_EQ(codes(reader.rest().diagnostics), one.codes) << one.text.substr(0, 40);
    }
}

// Games in any form with anything between them.
class RandomFile {
public:
    explicit RandomFile(std::uint32_t seed) : random_{seed} {}

    std::string text() {
        std::string out;
        separate(out);
        for (std::size_t i = 0, games = 1 + below(4); i < games; ++i) {
            game(out);
            separate(out);
        }
        return out;
    }

private:
    std::size_t below(std::size_t n) { return random_() % n; }
    template <std::size_t N>
    std::string any(const char* const (&forms)[N]) {
        return forms[below(N)];
    }

    void game(std::string& out) {
        static constexpr const char* tags[] = {"", "", "[Event \"e\"]\n",
                                               "[Event \"e\"]\n[Result \"1-0\"]\n\n"};
        static constexpr const char* moves[] = {"",
                                                "1. 32-28 ",
                                                "32-28 19-23 ",
                                                "1. 32-28* {so} 1... 19-23 ",
                                                "32-28 (33-29 *) ",
                                                "1. 0-2 ",
                                                "32-28!\n",
                                                "32-28 {c} 19-23 ; d\n",
                                                "1. 32-28 $7 99-1 19-23 {x} (y) "};
        out += any(tags) + any(moves);
        if (below(5) != 0) out += any(results);
    }

    void separate(std::string& out) {
        static constexpr const char* forms[] = {"\n",
                                                "\n\n",
                                                " ",
                                                "\r\n\r\n",
                                                "% line\n",
                                                "\n% White wins\n",
                                                "{brace} ",
                                                "\n{two\nlines}\n",
                                                "; rest\n",
                                                "Round ",
                                                "word\n",
                                                "12 ",
                                                "(33-29 18-23)",
                                                "$3 ",
                                                "!? ",
                                                "... ",
                                                " * ",
                                                " 1-0 ",
                                                ")",
                                                "(",
                                                "3. ",
                                                "{}",
                                                "\n\n\n",
                                                "%\n"};
        for (std::size_t i = 0, n = below(6); i < n; ++i) out += any(forms);
    }

    std::mt19937 random_;
};

TEST(PdnBetween, RewritingTwiceIsRewritingOnce) {
    EXPECT_TRUE(rc::check([](std::uint32_t seed) {
        const std::string text = RandomFile{seed}.text();
        // Slovak has no GameType: its games may have no tags when they are written.
        for (const Rules* rules : {&International::rules, &Slovak::rules}) {
            const std::string once = rewritten(*rules, text);
            const std::string twice = rewritten(*rules, once);
            if (once != twice) RC_FAIL(text + "\n-- once:\n" + once + "\n-- twice:\n" + twice);
            RC_ASSERT(raw_games(once).size() == raw_games(text).size());
            // Every word is still there.
            for (const char* word : {"wins", "brace", "line", "word", "Round", "two"}) {
                const auto count = [&](std::string_view where) {
                    std::size_t n = 0;
                    for (auto at = where.find(word); at != where.npos; at = where.find(word, at + 1)) ++n;
                    return n;
                };
                if (count(text) != count(once))
                    RC_FAIL(std::string{word} + " in\n" + text + "\n-- once:\n" + once);
            }
        }
    }));
}

}  // namespace
}  // namespace damier
