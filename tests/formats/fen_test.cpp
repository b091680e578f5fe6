#include "formats/fen.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <random>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

const Game<English, SquareSet64> english;
const Game<International, SquareSet64> international;
const Game<Russian, SquareSet64> russian;

template <class G>
std::string rewritten(const G& game, std::string_view fen) {
    const auto position = parse_fen(game, fen, EmptySide::allowed);
    return position ? write_fen(game, *position) : "error: " + position.error().message;
}

TEST(Fen, ReadsWhatIsAround) {
    const std::string expected = "W:W31,K32:B1,2";
    for (const char* fen : {
             "W:W31,K32:B1,2",
             "W:B1,2:W31,K32",
             "W:W31,K32:B1-2.",
             " W : W 31 , k 32 : B 2 , 1 . ",
             "w:w31,K32:b1,2",
             "W:W31,K32:Bb8,d8",
             "W:Wc1,KA1:Bb8,D8",
             "W:Wc1,K29:B1,2",
             "W:W:W31,K32:B1,2",
             "WW31,K32B1,2",
             "W:W31,K32 B1,2",
             "[FEN \"W:W31,K32:B1,2.\"]",
             "W:W031,K32:B01,02",
             "W:W31,K32:B1,2:H0:F12",
             "W:W31,K32:B1,2:+0+0",
             "W:W31,K32:B1,2\r\n",
         }) {
        const bool a1 = std::string_view{fen}.find("K29") != std::string_view::npos ||
                        std::string_view{fen}.find("KA1") != std::string_view::npos;
        EXPECT_EQ(rewritten(english, fen), a1 ? "W:WK29,30:B1,2" : expected) << fen;
    }
    EXPECT_EQ(rewritten(english, "B:WK1-3:BK30-32"), "B:WK1,K2,K3:BK30,K31,K32");
    EXPECT_EQ(rewritten(russian, "W:W25,K29:BKh8"), "W:WKa1,b2:BKh8");
    EXPECT_EQ(rewritten(russian, "W:WKa1,b2:BKh8"), "W:WKa1,b2:BKh8");
    EXPECT_EQ(rewritten(russian, "W:WKa1,c3:BKh8"), "W:WKa1,c3:BKh8");  // pdn_bugs.tsv B54
}

TEST(Fen, StartPositions) {
    EXPECT_EQ(parse_fen(international, "W:B1-20:W31-50."), international.start());
    EXPECT_EQ(parse_fen(english, "B:W21-32:B1-12"), english.start());
    EXPECT_EQ(
        parse_fen(russian, "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
        russian.start());
    // pdn_bugs.tsv B44
    EXPECT_TRUE(parse_fen(international, "W:W26,31,35,37,42,44,45,47,48,50:B4,8,9,10,16,17,18,19,29,34"));
}

TEST(Fen, SidesWithoutPieces) {
    for (const char* fen : {"B:W50:B", "W:W50:B", "B:W50:", "B:W50:."}) {
        EXPECT_TRUE(parse_fen(international, fen, EmptySide::allowed)) << fen;
        const auto refused = parse_fen(international, fen);
        ASSERT_FALSE(refused) << fen;
        EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(refused.error().place, (TextPlace{1, 7})) << fen;
    }
    EXPECT_EQ(rewritten(international, "W:W50:B"), "W:W50:B");
    EXPECT_EQ(rewritten(international, "B::"), "B:W:B");
    EXPECT_EQ(rewritten(international, "W::."), "W:W:B");
}

struct BadFen {
    std::string fen;
    std::size_t column;
    std::string says;
};

TEST(Fen, ErrorsHaveTheirColumn) {
    const BadFen cases[] = {
        {"", 1, "the FEN is empty"},
        {"   ", 4, "the FEN is empty"},
        {"X:W1:B2", 1, "expected the side to move, W or B, found \"X\""},
        {"?:W29:B22", 1, "a position needs W or B"},
        {"31,32", 1, "the side to move"},
        {"W", 2, "':' after the side to move, found the end"},
        {"W;W31:B1", 2, "':' after the side to move, found \";\""},
        {"W:", 3, "expected the pieces, as in :W31,K32:B1,2, found the end"},
        {"W:W31", 6, "expected :B and the black pieces, found the end"},
        {"W:X31:B1", 3, "W or B before a list of pieces, found \"X\""},
        {"W:W33:B1", 4, "a square (1-32 or a1-h8), found \"33\""},
        {"W:W31,0:B1", 7, "found \"0\""},
        {"W:W31:B1,99999999999999999999", 10, "a square (1-32 or a1-h8), found"},
        {"W:Wa2:B1", 4, "found \"a2\""},
        {"W:Wi1:B1", 4, "found \"i1\""},
        {"W:W31,31:B1", 7, "square 31 (e1) is listed twice"},
        {"W:W31:B31", 8, "has a white and a black piece"},
        {"W:W25-30:B1,27", 13, "has a white and a black piece"},
        {"W:WK31,25-32:B1", 8, "square 31 (e1) is listed twice"},
        {"W:W4:B1", 4, "the white man on 4 (h8) stands on its crown row; a king is written K4"},
        {"W:W31:B9,29", 10, "the black man on 29 (a1) stands on its crown row"},
        {"W:W31:B5-31", 8, "stands on its crown row"},
        {"W:W31-25:B1", 4, "the range 31-25 runs backwards"},
        {"W:Wa1-c1:B1", 4, "a range of squares needs numbers"},
        {"W:W31:B1-b8", 8, "a range of squares needs numbers"},
        {"W:W31-:B1", 7, "expected a square"},
        {"W:W31,:B1", 7, "expected a square (1-32 or a1-h8), found \":\""},
        {"W:W31;B1", 6, "',' or ':' after a square, found \";\""},
        {"W:W31:B1 2", 10, "',' or ':' after a square, found \"2\""},
        {"W:W31:B1#", 9, "found \"#\""},
        {"W:W31:B1.x", 10, "expected the end of the FEN, found \"x\""},
        {"W:W31:W30:B1", 7, "the pieces of white are listed twice"},
        {"W:WG31:B1", 4, "expected a square"},
        {"W:W31:B1:Z", 10, "W or B before a list of pieces"},
        {"W:WKK31:B1", 5, "expected a square (1-32 or a1-h8), found \"K31\""},
        {std::string{"W:W31\0:B1", 9}, 6, "found \"\\x00\""},
        {std::string{"\0", 1}, 1, "found \"\\x00\""},
        {"W:W31:B\xD0\x96", 8, "found \"\\xD0\""},
    };
    for (const BadFen& bad : cases) {
        const auto position = parse_fen(english, bad.fen);
        ASSERT_FALSE(position) << bad.fen;
        EXPECT_EQ(position.error().kind, ErrorKind::bad_input) << bad.fen;
        EXPECT_EQ(position.error().place, (TextPlace{1, bad.column}))
            << bad.fen << ": " << position.error().message;
        EXPECT_NE(position.error().message.find(bad.says), std::string::npos)
            << bad.fen << ": " << position.error().message;
    }
}

// Rows of king moves, as lidraughts writes them: Black's first, the number before the square.
TEST(Fen, RowsOfKingMoves) {
    const Game<Frisian> frisian;
    const auto position = parse_fen(frisian, "W:WK35,40:BK7,K12,20:H0:F30:+112+235");
    ASSERT_TRUE(position) << position.error().message;
    EXPECT_EQ(position->runs[index(Color::white)], (KingRun{square(34), 2}));
    EXPECT_EQ(position->runs[index(Color::black)], (KingRun{square(11), 1}));
    EXPECT_EQ(write_fen(frisian, *position), "W:WK35,40:BK7,K12,20:+112+235");
    EXPECT_EQ(parse_fen(frisian, write_fen(frisian, *position)), *position);
    // Without a square where there is one king; and for none where the side has no men.
    EXPECT_EQ(parse_fen(frisian, "W:WK35,40:BK7,K12,20:+0+2")->runs[0], (KingRun{square(34), 2}));
    EXPECT_EQ(parse_fen(frisian, "W:WK35:BK7,K12,20:+0+235")->runs[0], KingRun{});
    EXPECT_EQ(write_fen(frisian, *parse_fen(frisian, "W:WK35,40:BK7,20:+0+0")), "W:WK35,40:BK7,20");
    for (const char* bad : {"W:WK35,40:BK7,K12,20:+1+0", "W:WK35,40:BK7,20:+0+236", "W:WK35,40:BK7,20:+0",
                            "W:WK35,40:BK7,20:+0+251", "W:WK35,40:BK7,20:+0+0x", "W:WK35,40:BK7,20:+120+0"}) {
        EXPECT_FALSE(parse_fen(frisian, bad)) << bad;
    }
}

// pdn_bugs.tsv B22, for every variant: the crown rows of the board that is played on.
TEST(Fen, NoManOnItsCrownRow) {
    EXPECT_FALSE(parse_fen(international, "W:W4:B30"));
    EXPECT_FALSE(parse_fen(international, "W:W30:B49"));
    EXPECT_TRUE(parse_fen(international, "W:WK4:BK49"));
    EXPECT_TRUE(parse_fen(international, "W:W49:B4"));
}

class FenOf : public test::VariantTest {};
DAMIER_EACH_VARIANT(FenOf);

TEST_P(FenOf, PositionsOfGamesSurviveWritingAndReading) {
    for (const BoardShape& board : test_boards(rules())) {
        const auto chosen = test::make_game<SquareSet64>(rules(), board);
        const BoardGame<SquareSet64>& game = *chosen;
        const auto holds = rc::check(std::string{rules().name} + " " + board.name(), [&](std::uint32_t seed) {
            std::mt19937 random{seed};
            const auto choose = [&](std::size_t n) { return random() % n; };
            for (const auto& position : play_out(game, game.start(), 150, choose)) {
                for (const Notation notation : {Notation::numeric, Notation::algebraic}) {
                    const std::string fen = write_fen(position, game.board().shape(), notation);
                    const auto read = parse_fen(game, fen, EmptySide::allowed);
                    RC_ASSERT(read.has_value());
                    RC_ASSERT(*read == position);
                }
            }
        });
        EXPECT_TRUE(holds);
    }
}

// On boards with a column k, the numbers of moves in a row are no squares that would make its k a king's.
TEST(Fen, ColumnKBesideMovesInARow) {
    const BoardShape shape{.width = 12, .height = 12, .first_number = Corner::bottom_right};
    const char* text = "B:WKj6:BKi1,k5:+2i1+0";
    const auto position = parse_fen<SquareSet128>(text, shape);
    ASSERT_TRUE(position) << position.error().message;
    EXPECT_EQ(position->kings[index(Color::black)].size(), 1);
    EXPECT_EQ(position->men[index(Color::black)].size(), 1);
    EXPECT_EQ(write_fen(*position, shape, Notation::algebraic), text);
}

TEST(Fen, ColumnKOfWideBoards) {
    const BoardShape canadian{.width = 12, .height = 12};
    const auto kings = [&](std::string_view fen) {
        const auto read = parse_placement(fen, canadian, EmptySide::allowed);
        return read ? std::ranges::count_if(read->pieces, &Placement::Piece::king) : -1;
    };
    EXPECT_EQ(kings("W:Wk1:B"), 0);
    EXPECT_EQ(kings("W:WKk1,k3:Ba5"), 1);
    EXPECT_EQ(kings("W:Wk30,31:Bk5"), 2);
    EXPECT_EQ(kings("W:WK30:BK5"), 2);
}

// Wide boards, all corners of square 1.
TEST(Fen, OtherBoards) {
    for (const Corner corner :
         {Corner::top_left, Corner::top_right, Corner::bottom_left, Corner::bottom_right}) {
        for (const BoardShape& shape :
             {BoardShape{.width = 12, .height = 12, .first_number = corner},
              BoardShape{.width = 8, .height = 10, .bottom_left_plays = false, .first_number = corner},
              BoardShape{.width = 8, .height = 8, .every_square_plays = true, .first_number = corner}}) {
            Placement placement;
            for (int i = 0; i < shape.squares(); ++i) {
                placement.pieces.push_back({square(i), i % 3 == 0 ? Color::black : Color::white, true});
            }
            for (const Notation notation : {Notation::numeric, Notation::algebraic}) {
                const auto read = parse_placement(write_placement(placement, shape, notation), shape);
                ASSERT_TRUE(read) << read.error().message;
                EXPECT_EQ(to_position<SquareSet128>(*read), to_position<SquareSet128>(placement));
            }
        }
    }
}

}  // namespace
}  // namespace damier
