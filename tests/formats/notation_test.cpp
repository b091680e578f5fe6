#include "formats/notation.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <random>

#include "formats/fen.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

const Game<English, SquareSet64> english;
const Game<International, SquareSet64> international;
const Game<Russian, SquareSet64> russian;
const Game<Pool, SquareSet64> pool;

template <class G>
std::vector<std::string> texts(const G& game, std::string_view fen) {
    std::vector<std::string> list;
    for (const auto& legal : legal_moves(game, *parse_fen(game, fen))) list.push_back(legal.text);
    std::ranges::sort(list);
    return list;
}

// The legal moves that a text can mean, as they are written in full where needed.
template <class G>
std::vector<std::string> meanings(const G& game, std::string_view fen, std::string_view text) {
    const auto position = *parse_fen(game, fen);
    const auto squares = parse_squares(game.board().shape(), text);
    if (!squares) return {squares.error().message};
    std::vector<std::string> list;
    for (const auto& move : resolve_move(game, position, std::span<const Square>{*squares}).moves) {
        list.push_back(move_text(game, position, move));
    }
    std::ranges::sort(list);
    return list;
}

using Texts = std::vector<std::string>;

TEST(Squares, AnySeparatorAndNotation) {
    const BoardShape& shape = english.board().shape();
    const auto as_numbers = [&](std::string_view text) {
        std::string numbers;
        const auto squares = parse_squares(shape, text);
        if (!squares) return squares.error().message;
        for (const Square s : *squares) numbers += std::to_string(shape.number(s)) + " ";
        return numbers;
    };
    for (const char* text : {"9-14", "09-14", "0914", "9x14", "9X14", "9:14", "9- 14", "9 x 14",
                             "9\xE2\x80\x93"
                             "14",
                             "9\x96"
                             "14",
                             "9\xD1\x85"
                             "14",
                             "b6-c5", "B6xC5", "b6c5", "9-c5"}) {
        EXPECT_EQ(as_numbers(text), "9 14 ") << text;
    }
    EXPECT_EQ(as_numbers("a3xe3"), "21 23 ");
    EXPECT_EQ(as_numbers("c3e5g3"), "22 15 24 ");
    EXPECT_EQ(as_numbers("h6xh6"), "12 12 ");
    EXPECT_EQ(as_numbers("3228"), "32 28 ");
}

TEST(Squares, ErrorsHaveTheirColumn) {
    const BoardShape& shape = english.board().shape();
    const struct {
        std::string text;
        std::size_t column;
    } cases[] = {{"", 1},        {"x", 1},    {"9", 2},     {"9-", 3},     {"9-33", 3},
                 {"0-1", 1},     {"9.14", 2}, {"a3-b5", 4}, {"9-14!", 5},  {"9-14,x", 5},
                 {"9--x14k", 7}, {"4099", 1}, {"a2-b3", 1}, {"9-14 e", 6}, {"999999999999-1", 1}};
    for (const auto& bad : cases) {
        const auto squares = parse_squares(shape, bad.text);
        ASSERT_FALSE(squares) << bad.text;
        EXPECT_EQ(squares.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(squares.error().place.column, bad.column) << bad.text << ": " << squares.error().message;
    }
    EXPECT_FALSE(parse_squares(shape, std::string_view{"9-14\0", 5}));
}

TEST(MoveText, FormOfTheVariant) {
    EXPECT_EQ(texts(english, "W:W22:B18"), Texts{"22x15"});
    EXPECT_EQ(texts(english, "W:W22:B1"), (Texts{"22-17", "22-18"}));
    EXPECT_EQ(texts(russian, "W:Wc3:Bd4"), Texts{"c3:e5"});
    EXPECT_EQ(texts(russian, "W:Wc3:Bh8"), (Texts{"c3-b4", "c3-d4"}));
}

// PDN 3.0, grammar.rst, diagram 1, and pdn_bugs.tsv B02: the route that is written is the one that is played.
TEST(MoveText, AllLandingSquaresWhereTheEndsDoNotSuffice) {
    const std::string_view fen = "W:WK47:B14,19,29,31,42";
    EXPECT_EQ(texts(international, fen), (Texts{"47x38x20x9x36", "47x38x24x13x36"}));
    for (const char* text : {"47x38x24x13x36", "47x33x24x13x36", "47-24-13-36"}) {
        EXPECT_EQ(meanings(international, fen, text), Texts{"47x38x24x13x36"}) << text;
    }
    // The way over 20 and 9 passes 24 and 13 as well.
    for (const char* text : {"47x36", "47x38x36", "47x24x36", "47x13x36", "47x38x13x36"}) {
        EXPECT_EQ(meanings(international, fen, text), (Texts{"47x38x20x9x36", "47x38x24x13x36"})) << text;
    }
    EXPECT_EQ(meanings(international, fen, "47x20x36"), Texts{"47x38x20x9x36"});
    EXPECT_EQ(meanings(international, fen, "47x13x24x36"), Texts{});  // not in this order
    EXPECT_EQ(meanings(international, fen, "47x42x24x36"), Texts{});  // over a piece, not on it
    EXPECT_EQ(texts(international, "W:WK4:B13,20,32,37"), (Texts{"4x27x38x15", "4x31x42x15"}));
}

TEST(MoveText, OneMoveHoweverManyRoutes) {
    EXPECT_EQ(texts(english, "W:WK26:B22,14,23,15"), Texts{"26x26"});
    EXPECT_EQ(meanings(english, "W:WK26:B22,14,23,15", "26x19x10x17x26"), Texts{"26x26"});
    EXPECT_EQ(meanings(english, "W:WK26:B22,14,23,15", "26x17x26"), Texts{"26x26"});
    EXPECT_EQ(meanings(english, "W:WK26:B22,14,23,15", "26x10x10x26"), Texts{});
}

// A capture in one jump and a longer one with the same ends: `from x to` spells the first in full.
TEST(MoveText, ShortCaptureBesideALongOne) {
    // King a1: straight over b2 to a free square, or round about.
    int seen = 0;
    std::mt19937 random{7};
    for (int game = 0; game < 3000; ++game) {
        Position<SquareSet64> position;
        position.kings[0].insert(square(static_cast<int>(random() % 32)));
        for (int i = 0; i < 8; ++i) {
            const Square s = square(static_cast<int>(random() % 32));
            if (!position.occupied().contains(s)) position.kings[1].insert(s);
        }
        const auto moves = pool.moves(position);
        for (const auto& move : moves) {
            const std::string text = move_text(pool, position, move);
            const auto squares = *parse_squares(pool.board().shape(), text);
            const auto readings = resolve_move(pool, position, std::span<const Square>{squares});
            ASSERT_TRUE(readings.one()) << write_fen(pool, position) << " " << text;
            ASSERT_EQ(readings.moves.front(), move);
            seen += !readings.others.empty();
        }
    }
    EXPECT_GT(seen, 0);
}

TEST(ParseMove, SaysWhy) {
    const auto position = *parse_fen(international, "W:WK47:B14,19,29,31,42");
    const auto many = parse_move(international, position, "47x36");
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().message,
              "move \"47x36\" can mean several captures; legal moves: 47x38x20x9x36, 47x38x24x13x36");
    EXPECT_EQ(parse_move(international, position, "47-41").error().message,
              "move \"47-41\" is not legal here, where a capture is obligatory; "
              "legal moves: 47x38x20x9x36, 47x38x24x13x36");
    EXPECT_EQ(parse_move(english, english.start(), "4-22").error().message,
              "move \"4-22\" is not legal here; "
              "legal moves: 9-14, 10-15, 11-16, 9-13, 10-14, 11-15, 12-16");
    EXPECT_TRUE(parse_move(english, english.start(), "c3-b4").error().message.find("not legal") !=
                std::string::npos);
    EXPECT_EQ(parse_move(english, english.start(), "d6-c5")->to, square(13));
    EXPECT_EQ(parse_move(english, *parse_fen(english, "B:W31:B", EmptySide::allowed), "1-5").error().message,
              "move \"1-5\" is not legal here; there is no legal move");
}

class NotationOf : public test::VariantTest {};
DAMIER_EACH_VARIANT(NotationOf);

bool texts_resolve(const BoardGame<SquareSet64>& game, const Position<SquareSet64>& position) {
    const Rules& rules = game.variant_rules();
    std::vector<std::string> seen;
    for (const auto& legal : legal_moves(game, position)) {
        const auto read = parse_move(game, position, legal.text);
        if (!read || *read != legal.move) return false;
        if (static_cast<int>(legal.captured.size()) != legal.move.captured.size()) return false;
        if (std::ranges::find(seen, legal.text) != seen.end()) return false;  // a text means one move
        seen.push_back(legal.text);
    }
    // All squares of any route lead to its move, in the other notation too.
    for (const auto& route : game.capture_routes(position)) {
        const auto read = parse_move(game, position, route_text(game, route));
        if (!read || *read != route.move) return false;
        const BoardShape& shape = game.board().shape();
        const Notation other = rules.notation == Notation::numeric ? Notation::algebraic : Notation::numeric;
        std::string text = square_text(shape, other, route.move.from);
        for (const Square s : route.landings) text += "-" + square_text(shape, other, s);
        const auto again = parse_move(game, position, text);
        if (!again || *again != route.move) return false;
    }
    return true;
}

TEST_P(NotationOf, EveryLegalMoveIsReadBack) {
    for (const BoardShape& board : test_boards(rules())) {
        const auto chosen = test::make_game<SquareSet64>(rules(), board);
        const BoardGame<SquareSet64>& game = *chosen;
        EXPECT_TRUE(rc::check(std::string{rules().name} + " " + board.name(), [&](std::uint32_t seed) {
            std::mt19937 random{seed};
            const auto choose = [&](std::size_t n) { return random() % n; };
            for (const auto& position : play_out(game, game.start(), 120, choose)) {
                if (!texts_resolve(game, position)) RC_FAIL(write_fen(game, position));
            }
        }));
    }
}

// Many kings and many men: long captures, ambiguous ones.
TEST_P(NotationOf, EveryLegalMoveOfCrowdedPositionsIsReadBack) {
    for (const BoardShape& board : test_boards(rules())) {
        const auto chosen = test::make_game<SquareSet64>(rules(), board);
        const BoardGame<SquareSet64>& game = *chosen;
        EXPECT_TRUE(rc::check(std::string{rules().name} + " " + board.name(), [&](std::uint32_t seed) {
            std::mt19937 random{seed};
            const auto n = static_cast<unsigned>(game.board().squares());
            Position<SquareSet64> position;
            for (unsigned i = 0; i < n / 3; ++i) {
                const Square s = square(static_cast<int>(random() % n));
                if (position.occupied().contains(s)) continue;
                const Color color = random() % 4 == 0 ? Color::white : Color::black;
                const bool man = random() % 2 == 0 && game.board().man_squares(color).contains(s);
                (man ? position.men : position.kings)[index(color)].insert(s);
            }
            if (!texts_resolve(game, position)) RC_FAIL(write_fen(game, position));
        }));
    }
}

}  // namespace
}  // namespace damier
