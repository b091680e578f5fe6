// Un-moves are the inverse of quiet moves: on small boards the whole relation, on large ones samples.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

using Step = std::tuple<Picture, int, int, bool, Picture>;  // before, from, to, promotes, after

template <class Set>
class Relation {
public:
    Relation(const Rules& rules, const BoardShape& shape)
        : chosen_{make_game<Set>(rules, shape)}, game_{*chosen_} {}

    // The quiet moves of this position.
    std::vector<Step> forward(const Picture& picture) const {
        std::vector<Step> steps;
        const auto position = position_of<Set>(picture);
        for (const auto& move : game_.moves(position)) {
            if (!move.is_capture()) steps.push_back(step(position, move, game_.apply(position, move)));
        }
        return steps;
    }
    // Those that lead here.
    std::vector<Step> backward(const Picture& picture) const {
        std::vector<Step> steps;
        const auto position = position_of<Set>(picture);
        for (const auto& unmove : game_.unmoves(position)) {
            EXPECT_FALSE(unmove.move.is_capture());
            steps.push_back(step(unmove.before, unmove.move, position));
        }
        return steps;
    }

    void check_all(int pieces) const {
        std::vector<Step> moves;
        std::vector<Step> unmoves;
        for_each_possible_picture(pieces, [&](const Picture& picture) {
            for (Step& s : forward(picture)) moves.push_back(std::move(s));
            for (Step& s : backward(picture)) unmoves.push_back(std::move(s));
        });
        std::sort(moves.begin(), moves.end());
        std::sort(unmoves.begin(), unmoves.end());
        EXPECT_FALSE(moves.empty());
        EXPECT_TRUE(moves == unmoves)
            << game_.variant_rules().name << " " << game_.board().shape().name() << " with " << pieces
            << " pieces: " << moves.size() << " moves, " << unmoves.size() << " un-moves";
    }

    void check_sample(const Picture& picture) const {
        for (const Step& s : forward(picture)) {
            const auto back = backward(std::get<4>(s));
            EXPECT_EQ(std::count(back.begin(), back.end(), s), 1) << std::get<0>(s) << " " << std::get<4>(s);
        }
        for (const Step& s : backward(picture)) {
            const auto there = forward(std::get<0>(s));
            EXPECT_EQ(std::count(there.begin(), there.end(), s), 1)
                << std::get<0>(s) << " " << std::get<4>(s);
        }
    }

private:
    // With each row of king moves that the sides can have, where those count; no king of the side to move
    // where the first king has won.
    template <class Visit>
    void for_each_possible_picture(int pieces, const Visit& visit) const {
        for_each_picture(game_.board().shape(), pieces, [&](const Picture& picture) {
            auto position = position_of<Set>(picture);
            game_.for_each_run(position, Color::white, [&](KingRun white) {
                position.runs[0] = white;
                game_.for_each_run(position, Color::black, [&](KingRun black) {
                    position.runs[1] = black;
                    visit(picture_of(position, game_.board().squares()));
                });
            });
        });
    }

    Step step(const Position<Set>& before, const Move<Set>& move, const Position<Set>& after) const {
        const int squares = game_.board().squares();
        return {picture_of(before, squares), index(move.from), index(move.to), move.promotes,
                picture_of(after, squares)};
    }

    std::unique_ptr<const BoardGame<Set>> chosen_;
    const BoardGame<Set>& game_;
};

class UnMoves : public VariantTest {};
DAMIER_EACH_VARIANT(UnMoves);

TEST_P(UnMoves, AreTheQuietMovesBackwards) {
    for (int pieces : {1, 2, 3}) {
        Relation<SquareSet64>{rules(), shape_of(rules(), 4, 4)}.check_all(pieces);
        Relation<SquareSet128>{rules(), shape_of(rules(), 4, 4)}.check_all(pieces);
        if (pieces < 3 || !(sanitized() || rules().board.is.every_square_plays))
            Relation<SquareSet64>{rules(), shape_of(rules(), 5, 5)}.check_all(pieces);
    }
    Relation<SquareSet64>{rules(), shape_of(rules(), 6, 6)}.check_all(2);
    Relation<SquareSet64>{rules(), shape_of(rules(), 4, 6)}.check_all(2);
    Relation<SquareSet64>{rules(), shape_of(rules(), 7, 3)}.check_all(2);
}

TEST_P(UnMoves, SamplesOnLargeBoards) {
    for (const auto& [height, width] : {std::pair{8, 8}, {10, 10}, {10, 8}}) {
        const BoardShape shape = shape_of(rules(), height, width);
        if (shape.squares() > SquareSet64::capacity) continue;
        const Relation<SquareSet64> narrow{rules(), shape};
        RandomPictures random{shape, 77};
        for (int i = 0; i < repetitions(1'000); ++i) narrow.check_sample(random.next());
    }
    const BoardShape shape =
        rules().board.is.every_square_plays ? shape_of(rules(), 10, 10) : shape_of(rules(), 12, 12);
    const Relation<SquareSet128> wide{rules(), shape};
    RandomPictures random{shape, 78};
    for (int i = 0; i < repetitions(400); ++i) wide.check_sample(random.next());
}

}  // namespace
}  // namespace damier
