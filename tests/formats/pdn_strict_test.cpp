// Strict reading: the grammar for writing of PDN 3.0 and its restrictions.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "formats/any_replayer.hpp"
#include "rules/variants.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

// The codes of the errors of strict reading.
std::string strict_errors(const Rules& rules, std::istream& in) {
    AnyReplayer replayer{*open_rules(rules, rules.board), true};
    PdnOptions options;
    options.strict = true;
    PdnReader reader{in, options};
    RawGame raw;
    std::string found;
    while (reader.next(raw)) {
        replayer.replay(raw);
        for (const Diagnostic& d : replayer.diagnostics()) {
            if (d.severity == Severity::error) found += (found.empty() ? "" : " ") + std::string{d.code};
        }
    }
    return found;
}
std::string strict_errors(const Rules& rules, const std::string& text) {
    std::istringstream in{text};
    return strict_errors(rules, in);
}

TEST(PdnStrict, WhatTheGrammarAllows) {
    for (const char* text : {
             "[Event \"a\"]\n[Date \"2012.02.01\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[Event \"b\"]\n*\n",
             "% line\n32-28 19-23! (18-23(?) 38-32 (37-32? 23-29! {Black wins}) 12-18) $1 28x19 14x23\n",
             "1. 32-28 1... 19-23 /FEN \"W:W31:B1\"/ 31-26 *",
             "[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x38x24x13x36 *",
             "[White \"x \\\" y\"] {only a comment} $902 *",
         }) {
        EXPECT_EQ(strict_errors(International::rules, text), "") << text;
    }
    EXPECT_EQ(strict_errors(Russian::rules, "1. c3-d4 b6-c5 2. d4:b6 a7:c5 *"), "");
    EXPECT_EQ(strict_errors(English::rules, "1. 11-15 22-18 2. 15x22 *"), "");
}

TEST(PdnStrict, WhatItDoesNot) {
    const struct {
        const char* text;
        const char* codes;
    } cases[] = {
        {"1. 32 - 28 *", "blank-in-move"},
        {"1. 32-28 ! *", "strength-apart"},
        {"1. 32-28* 19-23 *", "star-strength"},
        {"1. 32-28 2-0", "wrong-terminator"},
        {"1. 32-28 19-23\n[A \"\"] 1. 33-29 *", "no-terminator"},
        {"1. 33-29 19-24 2. 39-33 *", ""},
        {"1. 32-28 19-23 2. 28-19 *", "wrong-separator"},
        {"1. 32-28 19-23 2. 28:19 *", "wrong-separator"},
        {"1. 32x28 *", "wrong-separator"},
        {"1. 32--28 *", "wrong-separator"},
        {"1. 3228 *", "missing-separator"},
        {"1. d4-e5 *", "wrong-notation"},
        {"[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x33x24x13x36 *", "wrong-path"},
        {"[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x20x36 *", "wrong-path"},
        {"1 32-28 *", "bad-number"},
        {"1. *", "bad-number"},
        {"1. 0-2", "bad-number wrong-terminator"},
        {"1. 32-28 (2.) *", "bad-number"},
        {"1. 32-28 2.\n[A \"\"] *", "bad-number no-terminator"},
        {"1. {here} 32-28 *", ""},
        {"; comment\n1. 32-28 *", "semicolon-comment"},
        {"[White \xE2\x80\x9Cx\xE2\x80\x9D] *", "bad-tag"},
        {"[White \"\xE9\"] *", "encoding"},
    };
    for (const auto& one : cases) {
        const std::string found = strict_errors(International::rules, one.text);
        EXPECT_EQ(found, one.codes) << one.text;
    }
    EXPECT_EQ(strict_errors(Russian::rules, "1. c3-d4 b6-c5 2. d4xb6 *"), "wrong-separator");
}

// By its own names the collection has files that the grammar for reading refuses; and each file of misc/
// shows one thing. What the grammar for writing says of them, by reading the files with it in hand.
TEST(PdnStrict, FilesOfTheCollection) {
    const std::string folder = DAMIER_SHARED_DIR "/pdn/";
    if (!std::ifstream{folder + "SOURCES.tsv"}) GTEST_SKIP() << folder << " is not here";
    const std::map<std::string, std::string> files = {
        {"alphanumeric", "missing-separator illegal-move"},
        {"fail_nested_comment", "junk"},  // the second closing brace
        {"fen", "no-side-to-move"},
        {"gameterminator", "wrong-terminator"},
        {"linecomment", ""},
        {"movestrength", ""},
        {"string", ""},
        {"unicode", ""},
        {"variation", ""},
    };
    for (const auto& [name, expected] : files) {
        std::ifstream file{folder + "misc/wp_" + name + ".pdn", std::ios::binary};
        ASSERT_TRUE(file) << name;
        EXPECT_EQ(strict_errors(International::rules, file), expected) << name;
    }
    // A full stop alone; numbers without a move.
    const struct {
        const Rules& rules;
        const char* path;
        const char* code;
        int times;
    } refused[] = {{International::rules, "international/wp_fail_Cat.A1.pdn", "junk", 1},
                   {Czech::rules, "czech/wp_fail_mrdrcd07.pdn", "bad-number", 3},
                   {Czech::rules, "czech/wp_fail_mrdrcd08.pdn", "bad-number", 1}};
    for (const auto& one : refused) {
        std::ifstream file{folder + one.path, std::ios::binary};
        ASSERT_TRUE(file) << one.path;
        std::istringstream codes{strict_errors(one.rules, file)};
        int times = 0;
        for (std::string code; codes >> code;) times += code == one.code;
        EXPECT_EQ(times, one.times) << one.path;
    }
    // Those that it accepts have neither.
    for (const char* path : {"czech/wp_mrcd2000kval.pdn", "czech/wp_mrcd2006.pdn"}) {
        std::ifstream file{folder + path, std::ios::binary};
        const std::string found = strict_errors(Czech::rules, file);
        EXPECT_EQ(found.find("bad-number"), std::string::npos) << path;
        EXPECT_EQ(found.find("junk"), std::string::npos) << path;
    }
}

}  // namespace
}  // namespace damier
