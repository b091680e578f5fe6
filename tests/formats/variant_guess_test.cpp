#include "formats/variant_guess.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "rules/variants.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

VariantGuess guess(std::istream& in) {
    PdnReader reader{in};
    RawGame raw;
    VariantVote vote;
    while (reader.next(raw)) vote.add(raw);
    return vote.result();
}
VariantGuess guess(const std::string& text) {
    std::istringstream in{text};
    return guess(in);
}

TEST(VariantGuess, ByTags) {
    const auto tagged = [](const std::string& text, bool expect_named) {
        bool named = false;
        const Rules* rules = variant_of_tags(raw_games(text).at(0).tags, named);
        EXPECT_EQ(named, expect_named) << text;
        return rules;
    };
    EXPECT_EQ(tagged("[GameType \"25,W,8,8,A1,0\"] *", true), &Russian::rules);
    EXPECT_EQ(tagged("[GameType \"20\"] *", true), &International::rules);
    EXPECT_EQ(tagged("[Variant \"International\"] *", true), &International::rules);
    EXPECT_EQ(tagged("[Variant \"American Pool\"] *", true), &Pool::rules);
    EXPECT_EQ(tagged("[GameType \"9999\"] *", true), nullptr);
    EXPECT_EQ(tagged("[Variant \"Chess\"] *", true), nullptr);
    EXPECT_EQ(tagged("[Variant \"Standard\"] *", false), nullptr);
    EXPECT_EQ(tagged("[GameType \"\"] *", false), nullptr);
    EXPECT_EQ(tagged("[Event \"Russian\"] *", false), nullptr);
}

TEST(VariantGuess, ByMoves) {
    const auto english = guess("1. 11-15 22-18 2. 15x22 25x18 *");
    ASSERT_NE(english.rules, nullptr);
    EXPECT_EQ(english.rules, &English::rules);
    EXPECT_NE(english.reason.find("1 of 1 games"), std::string::npos) << english.reason;
    // Other variants of the same board fit so short a game as well, and it says so.
    EXPECT_NE(english.reason.find("pool"), std::string::npos) << english.reason;
    EXPECT_EQ(guess("1. 32-28 19-23 2. 28x19 14x23 *").rules, &International::rules);
    EXPECT_EQ(guess("1. c3-d4 b6-c5 2. d4:b6 a7:c5 *").rules, &Russian::rules);
}

TEST(VariantGuess, WhenNothingTells) {
    EXPECT_EQ(guess("").rules, nullptr);
    EXPECT_EQ(guess("[FEN \"W:W31:B1\"] *").rules, nullptr);
    EXPECT_NE(guess("[FEN \"W:W31:B1\"] *").reason.find("positions only"), std::string::npos);
    EXPECT_EQ(guess("1. 1-2 3-4 *").rules, nullptr);
}

// A file of the collection whose games have moves is recognised, or what it is taken for fits as well as its
// own variant does.
TEST(VariantGuess, FilesOfTheCollection) {
    const std::string folder = DAMIER_SHARED_DIR "/pdn/";
    if (!std::ifstream{folder + "SOURCES.tsv"}) GTEST_SKIP() << folder << " is not here";
    const struct {
        const char* path;
        const Rules* rules;
    } files[] = {
        {"english/wp_OCA_2.0_part.pdn", &English::rules},
        {"english/wp_inferno.pdn", &English::rules},
        {"russian/wp_ussr1947.pdn", &Russian::rules},
        {"international/wp_kurnik.pdn", &International::rules},
        {"international/md_sur01.pdn", &International::rules},
    };
    for (const auto& one : files) {
        std::ifstream file{folder + one.path, std::ios::binary};
        ASSERT_TRUE(file) << one.path;
        const VariantGuess made = guess(file);
        EXPECT_EQ(made.rules, one.rules) << one.path << ": " << made.reason;
    }
}

}  // namespace
}  // namespace damier
