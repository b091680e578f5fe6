// Every variant against the naive oracle (tests/support), which shares no code with it: on small boards all
// positions, on larger ones random positions, half of them with a capture. What is said of one side holds for
// the other by the half turn, which is tested here too.
#include <gtest/gtest.h>

#include "rules/variants.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class Game>
std::vector<PlainMove> ordered(const Game& game, const typename Game::Position& position) {
    typename Game::MoveList moves;
    game.ordered_moves(position, moves);
    return sorted_moves(moves, [&](const auto& move) { return plain_move(game, position, move); });
}

// Counts positions whose moves are not the oracle's; tells of the first.
class Agreement {
public:
    Agreement(const Rules& rules, const BoardShape& shape)
        : shape_{shape},
          narrow_{make_game<SquareSet64>(
              rules, shape.squares() <= SquareSet64::capacity ? shape : shape_of(rules, 4, 4))},
          wide_{make_game<SquareSet128>(rules, shape)},
          oracle_{oracle::variant_named(std::string{rules.name})} {}

    bool capture_on_board(const Picture& picture) const {
        return wide_->can_capture(position_of<SquareSet128>(picture));
    }

    void check(const Picture& picture) {
        ++checked;
        const oracle::NaiveState state = naive_state(oracle_, shape_, picture);
        const auto plain = [&](const oracle::NaiveMove& move) { return plain_move(state, move); };
        const auto merged = sorted_moves(oracle::legal_moves(state), plain);
        const bool captures = !merged.empty() && !merged.front().captured.empty();
        if (fits_narrow()) check_game(*narrow_, picture, merged, captures);
        check_game(*wide_, picture, merged, captures);
        if (captures) {
            const auto all = sorted_moves(oracle::legal_moves(state, oracle::Counting::ordered), plain);
            if (fits_narrow()) {
                expect(ordered(*narrow_, position_of<SquareSet64>(picture)) == all, picture, "ordered moves");
            }
            expect(ordered(*wide_, position_of<SquareSet128>(picture)) == all, picture,
                   "ordered moves, 128 bits");
        } else {
            expect(ordered(*wide_, position_of<SquareSet128>(picture)) == merged, picture,
                   "ordered quiet moves");
        }
    }

    int checked = 0;

private:
    bool fits_narrow() const { return shape_.squares() <= SquareSet64::capacity; }

    template <class Game>
    void check_game(const Game& game, const Picture& picture, const std::vector<PlainMove>& expected,
                    bool captures) {
        const auto position = position_of<typename Game::Set>(picture);
        const auto found = plain_moves(game, position);
        expect(found == expected, picture, "moves");
        if (found != expected) {
            EXPECT_EQ(found, expected);
        }
        expect(game.can_capture(position) == captures, picture, "can_capture");
        expect(game.can_capture(position, position.to_move) == captures, picture, "can_capture of a side");
        auto other = position;
        other.to_move = !other.to_move;
        expect(game.can_capture(position, other.to_move) == game.can_capture(other), picture,
               "can_capture of the side that waits");

        // The half turn with swapped colours has the moves mirrored.
        const int squares = game.board().squares();
        const auto swapped = color_swapped(position, squares);
        auto mirrored = sorted_moves(game.moves(swapped), [&](const auto& move) {
            PlainMove back{
                squares - 1 - index(move.from), squares - 1 - index(move.to), {}, move.promotes, {}};
            for (Square s : move.captured) back.captured.push_back(squares - 1 - index(s));
            std::sort(back.captured.begin(), back.captured.end());
            back.after = picture_of(color_swapped(game.apply(swapped, move), squares), squares);
            return back;
        });
        expect(mirrored == expected, picture, "moves of the swapped position");
        expect(color_swapped(swapped, squares) == position, picture, "the half turn twice");
    }

    void expect(bool holds, const Picture& picture, const char* what) {
        if (holds || ++failures_ > 3) return;
        ADD_FAILURE() << wide_->variant_rules().name << " " << shape_.name() << ": " << what << " of "
                      << oracle::to_fen(naive_state(oracle_, shape_, picture));
    }

    BoardShape shape_;
    std::unique_ptr<const BoardGame<SquareSet64>> narrow_;
    std::unique_ptr<const BoardGame<SquareSet128>> wide_;
    oracle::Variant oracle_;
    int failures_ = 0;
};

class Oracle : public VariantTest {
protected:
    // Every second position must have a capture.
    static void check_random(int height, int width, int count) {
        const BoardShape shape = shape_of(rules(), height, width);
        RandomPictures random{shape, 20'260'000u + static_cast<std::uint64_t>(100 * height + width)};
        Agreement agreement{rules(), shape};
        for (int i = 0; i < repetitions(count); ++i) {
            Picture picture = random.next();
            while (i % 2 == 1 && !agreement.capture_on_board(picture)) picture = random.next();
            agreement.check(picture);
        }
    }
};
DAMIER_EACH_VARIANT(Oracle);

TEST_P(Oracle, RandomOn4x4) { check_random(4, 4, 10'000); }
TEST_P(Oracle, RandomOn5x5) { check_random(5, 5, 15'000); }
TEST_P(Oracle, RandomOn6x6) { check_random(6, 6, 20'000); }
TEST_P(Oracle, RandomOn8x8) { check_random(8, 8, 20'000); }
TEST_P(Oracle, RandomOn10x10) { check_random(10, 10, 15'000); }
TEST_P(Oracle, RandomOnOblongAndOddBoards) {
    check_random(4, 6, 3'000);
    check_random(6, 4, 3'000);
    check_random(3, 7, 3'000);
    check_random(5, 7, 3'000);
    check_random(9, 5, 3'000);
    check_random(8, 10, 3'000);
}

// Captures that go round: many pieces to take, one or two to take them.
TEST_P(Oracle, LongCaptures) {
    for (int size : {6, 8, 10}) {
        const BoardShape shape = shape_of(rules(), size, size);
        RandomPictures random{shape, static_cast<std::uint64_t>(size)};
        Agreement agreement{rules(), shape};
        for (int i = 0; i < repetitions(4'000); ++i) {
            Picture picture = random.with(1);
            const bool white = picture.find_first_of("wW", 1) != Picture::npos;
            picture[0] = white ? 'w' : 'b';
            for (int victims = 3 + random.below(size - 2); victims > 0;) {
                const int s = random.below(shape.squares());
                const char piece = (white ? "bB" : "wW")[random.below(2)];
                char& place = picture[static_cast<std::size_t>(s) + 1];
                if (place != '.' || !may_stand(shape, piece, s)) continue;
                place = piece;
                --victims;
            }
            agreement.check(picture);
        }
    }
}

TEST_P(Oracle, EveryPositionWithUpToThreePiecesOn4x4) {
    const BoardShape shape = shape_of(rules(), 4, 4);
    Agreement agreement{rules(), shape};
    for (int pieces = 1; pieces <= 3; ++pieces) {
        for_each_picture(shape, pieces, [&](const Picture& picture) { agreement.check(picture); });
    }
    EXPECT_GT(agreement.checked, 4'000);
}

TEST_P(Oracle, EveryPositionWithFourPiecesOn4x4) {
    if (sanitized()) GTEST_SKIP() << "the positions with three pieces do, under sanitizers";
    const BoardShape shape = shape_of(rules(), 4, 4);
    Agreement agreement{rules(), shape};
    for_each_picture(shape, 4, [&](const Picture& picture) { agreement.check(picture); });
    EXPECT_GT(agreement.checked, 10'000);
}

// Where kings must rest it matters what went before: games, with the oracle's own account of the rows of
// moves.
TEST(OracleOfFrisian, GamesInWhichKingsMustRest) {
    const oracle::Variant variant = oracle::variant_named("frisian");
    int resting = 0;
    for (int size : {5, 6, 8}) {
        const BoardShape shape = shape_of(*find_rules("frisian"), size, size);
        RandomPictures random{shape, 3};
        Agreement agreement{*find_rules("frisian"), shape};
        for (int i = 0; i < repetitions(3'000); ++i) {
            oracle::NaiveState state = naive_state(variant, shape, random.with(3 + random.below(4)));
            for (int ply = 0; ply < 40; ++ply) {
                agreement.check(picture_of(state));
                const auto moves = oracle::legal_moves(state);
                if (moves.empty()) break;
                // Kings go on where they can.
                auto next = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
                const auto& walk = state.walks[state.to_move == 'w' ? 0 : 1];
                for (const auto& move : moves) {
                    if (move.from == walk.square && ply % 8 != 0) next = move;
                }
                resting += walk.moves == 3;
                state = next.after;
            }
        }
    }
    EXPECT_GT(resting, repetitions(100));
}

TEST_P(Oracle, StartPosition) {
    const auto game = make_game<SquareSet128>(rules(), rules().board);
    const auto variant = oracle::variant_named(std::string{rules().name});
    EXPECT_EQ(picture_of(game->start(), game->board().squares()), picture_of(oracle::start_state(variant)));
}

}  // namespace
}  // namespace damier
