// The dialects of FEN: Hub's letters, what lidraughts appends.
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <random>

#include "formats/fen.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

const BoardShape large = International::rules.board;

std::string code_of(std::string_view fen, FenExtras* extras = nullptr) {
    const auto read = read_placement(fen, large, EmptySide::allowed, extras);
    return read ? "" : std::string{read.error().code};
}

TEST(FenDialects, Hub) {
    const std::string start = "W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w');
    const Game<International, SquareSet64> game;
    EXPECT_EQ(parse_fen(game, start), game.start());
    EXPECT_EQ(parse_fen(game, " " + start + " \n"), game.start());
    EXPECT_EQ(write_placement(to_placement(game.start()), large, FenDialect::hub), start);
    std::string kings = "B" + std::string(50, 'e');
    kings[1] = 'W';
    kings[50] = 'b';
    EXPECT_EQ(code_of(kings), "man-on-crown-row");
    kings[50] = 'B';
    const auto position = parse_fen(game, kings);
    ASSERT_TRUE(position);
    EXPECT_EQ(write_fen(game, *position), "B:WK1:BK50");
    EXPECT_FALSE(parse_fen(game, start + "e"));
    EXPECT_FALSE(parse_fen(game, start.substr(1)));
}

TEST(FenDialects, CountersOfLidraughts) {
    FenExtras extras;
    const auto read = read_placement("W:W31,K32:B1,2:H5:F12:+1+0", large, EmptySide::refused, &extras);
    ASSERT_TRUE(read);
    EXPECT_EQ(extras.half_moves, 5);
    EXPECT_EQ(extras.move_number, 12);
    EXPECT_EQ(extras.king_moves, "+1+0");
    EXPECT_EQ(write_placement(*read, large, FenDialect::lidraughts, extras), "W:W31,K32:B1,2:H5:F12:+1+0");
    // What is not known is not written: 0 and 1 would say that nothing was played before.
    EXPECT_EQ(write_placement(*read, large, FenDialect::lidraughts), "W:W31,K32:B1,2");
    EXPECT_EQ(write_placement(*read, large, FenDialect::dotted, extras), "W:W31,K32:B1,2:H5:F12.");
    EXPECT_EQ(write_placement(*read, large, FenDialect::algebraic, extras), "W:Wb4,Kd4:Bb10,d10:H5:F12");
}

TEST(FenDialects, ACounterOfTooManyFiguresIsNotSmall) {
    FenExtras extras;
    ASSERT_TRUE(read_placement("W:W31:B1:H99999999999", large, EmptySide::refused, &extras));
    EXPECT_EQ(extras.half_moves, 2'147'483'647);
}

TEST(FenDialects, Ghosts) {
    const std::string fen = "W:W31,K46:B22,G27,P13";
    EXPECT_EQ(code_of(fen), "mid-capture");
    FenExtras extras;
    const auto read = read_placement(fen, large, EmptySide::refused, &extras);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->pieces.size(), 3u);
    ASSERT_EQ(extras.ghosts.size(), 2u);
    EXPECT_EQ(extras.ghosts[0].square, large.from_number(27));
    EXPECT_EQ(extras.ghosts[0].color, Color::black);
    EXPECT_FALSE(extras.ghosts[0].king);
    EXPECT_TRUE(extras.ghosts[1].king);
    EXPECT_EQ(code_of("W:W31:BG31", &extras), "square-twice");
}

TEST(FenDialects, FaultsHaveTheirCode) {
    const struct {
        const char* fen;
        const char* code;
    } cases[] = {
        {"W:W4:B30", "man-on-crown-row"}, {"W:W31,31:B1", "square-twice"},
        {"W:W31:B31", "square-twice"},    {"?:W31:B1", "no-side-to-move"},
        {"W:W51:B1", "bad-fen"},          {"", "bad-fen"},
        {"W:W31:BG22", "mid-capture"},    {"W:W31:B", ""},
    };
    for (const auto& one : cases) EXPECT_EQ(code_of(one.fen), one.code) << one.fen;
    const auto empty = read_placement("W:W31:B", large, EmptySide::refused);
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, "empty-side");
}

class FenDialectOf : public test::VariantTest {};
DAMIER_EACH_VARIANT(FenDialectOf);

template <class S>
void check_dialects(const BoardGame<S>& game) {
    EXPECT_TRUE(rc::check([&](std::uint32_t seed) {
        std::mt19937 random{seed};
        const auto choose = [&](std::size_t n) { return random() % n; };
        for (const auto& position : play_out(game, game.start(), 150, choose)) {
            for (const char* name : {"numeric", "algebraic", "dotted", "lidraughts", "hub"}) {
                // Hub's letters have no place for how often a king has moved.
                if (std::string_view{name} == "hub" && game.variant_rules().king_run_limit > 0) continue;
                const std::string fen =
                    write_placement(to_placement(position), game.board().shape(), *find_fen_dialect(name));
                const auto read = parse_fen(game, fen, EmptySide::allowed);
                RC_ASSERT(read.has_value());
                RC_ASSERT(*read == position);
            }
        }
    }));
}

TEST_P(FenDialectOf, PositionsOfGamesSurviveEveryDialect) {
    const auto game = choose_game(rules(), rules().board);
    std::visit([](const auto& chosen) { check_dialects(*chosen); }, *game);
}

}  // namespace
}  // namespace damier
