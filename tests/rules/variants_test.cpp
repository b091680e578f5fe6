// The list of variants: names, boards, and the choice at run time.
#include "rules/variants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

std::ptrdiff_t place_in_list(const Rules* rules) {
    const auto all = all_rules();
    return std::find(all.begin(), all.end(), rules) - all.begin();
}

TEST(Variants, AreFoundByNameOtherNameAndGameType) {
    std::set<std::string> names;
    for (const Rules* rules : all_rules()) {
        EXPECT_EQ(find_rules(rules->name), rules);
        EXPECT_TRUE(names.insert(std::string{rules->name}).second) << rules->name;
        for (std::string_view other : rules->other_names) {
            if (other.empty()) continue;
            EXPECT_EQ(find_rules(other), rules);
            EXPECT_TRUE(names.insert(std::string{other}).second) << other;
        }
        // A table file has the name in it: docs/table-format.md allows a-z 0-9 - _.
        EXPECT_EQ(rules->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_"),
                  std::string_view::npos);
        if (rules->game_type == 0) continue;
        // Of several with the same number the first in the list: 23 is American pool.
        const Rules* found = find_rules(std::to_string(rules->game_type));
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->game_type, rules->game_type);
        EXPECT_LE(place_in_list(found), place_in_list(rules));
    }
    for (const char* unknown : {"", "0", "chess", "English", "21 ", "-1"})
        EXPECT_EQ(find_rules(unknown), nullptr);
    const Error error = unknown_variant("chess");
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_NE(error.message.find("\"chess\""), std::string::npos);
    for (const Rules* rules : all_rules()) EXPECT_NE(error.message.find(rules->name), std::string::npos);
}

TEST(Variants, BoardsByText) {
    EXPECT_EQ(*board_of(English::rules), English::rules.board.is);
    EXPECT_EQ(board_of(English::rules, "6x4")->width, 4);
    const auto bad = board_of(English::rules, "7x8");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().kind, ErrorKind::usage);
    EXPECT_NE(bad.error().message.find("\"7x8\""), std::string::npos);
}

class EveryVariant : public test::VariantTest {};
DAMIER_EACH_VARIANT(EveryVariant);

TEST_P(EveryVariant, IsChosenAtRunTimeWithTheSmallestSet) {
    const bool every_square = rules().board.is.every_square_plays;
    const auto seen = [](const auto& game) -> Result<std::string> {
        return std::string{game.variant_rules().name} + " " + game.board().shape().name() + " " +
               std::to_string(std::decay_t<decltype(game)>::Set::capacity);
    };
    const std::string name{rules().name};
    const std::string official = test::is_wide(rules()) ? "128" : "64";
    EXPECT_EQ(*with_game(name, "8x8", seen), name + " 8x8 64");
    EXPECT_EQ(*with_game(name, "8x10", seen), name + " 8x10 " + (every_square ? "128" : "64"));
    EXPECT_EQ(*with_game(name, "10x10", seen), name + " 10x10 " + (every_square ? "128" : "64"));
    EXPECT_EQ(*with_game(name, "", seen), name + " " + rules().board.is.name() + " " + official);
    EXPECT_EQ(with_game(name, "9", seen).error().kind, ErrorKind::usage);
    EXPECT_EQ(with_game("no such game", "", seen).error().kind, ErrorKind::usage);
}

// At least two rows are free between the sides.
TEST_P(EveryVariant, StartsOnAnyBoard) {
    for (const char* size : {"4x4", "5x5", "6x6", "8x8", "6x4", "10x10", "12x12"}) {
        const auto board = board_of(rules(), size);
        if (!board) continue;  // too many squares: 144 of 12x12 where every square plays
        const BoardShape& shape = *board;
        const auto chosen = test::make_game<SquareSet128>(rules(), shape);
        const BoardGame<SquareSet128>& game = *chosen;
        const auto start = game.start();
        EXPECT_EQ(start.to_move, rules().first.is);
        EXPECT_TRUE((start.kings[0] | start.kings[1]).empty());
        EXPECT_EQ(color_swapped(start, shape.squares()).men, start.men) << size;
        EXPECT_FALSE(game.moves(start).empty()) << size;
        for (Color c : both_colors)
            EXPECT_TRUE((start.men[index(c)] & game.board().promotion_row(c)).empty());
    }
    const auto official = test::make_game<SquareSet128>(rules(), rules().board);
    EXPECT_EQ(official->start().to_move, rules().first.is);
}

}  // namespace
}  // namespace damier
