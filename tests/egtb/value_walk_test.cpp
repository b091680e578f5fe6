// The walk over the values of a section: each position, which values are free, and the ranks of neighbours,
// each worked out anew from the ranking and the rules of all variants.
#include "egtb/value_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "egtb/free_values.hpp"
#include "rules/variants.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Pieces as the walk numbers them.
template <class Set>
std::vector<std::pair<Square, bool>> pieces_of(const Position<Set>& position,
                                               const SliceRanking<Set>& ranking) {
    std::vector<std::pair<Square, bool>> pieces;  // and: is it a man?
    for (Color c : {position.to_move, !position.to_move}) {
        for (int place = 0; place < ranking.squares(); ++place) {
            const Square s = ranking.king_square(place);
            if (position.kings[index(c)].contains(s)) pieces.emplace_back(s, false);
        }
    }
    for (Color c : {position.to_move, !position.to_move}) {
        for (Square s : position.men[index(c)]) pieces.emplace_back(s, true);
    }
    return pieces;
}

// Along a row or column, a diagonal, or two diagonals.
template <class Set>
Square stepped(const Board<Set>& board, Square from, int step) {
    using enum Direction;
    constexpr std::array directions{n, w, nw, ne, nw, ne, sw, se};
    const Direction d = directions[static_cast<std::size_t>(step)];
    const Square to = board.next(d, from);
    if (step != 2 && step != 3) return to;
    return to == no_square ? no_square : board.next(d, to);
}

template <class Set>
std::uint64_t neighbour_rank(const BoardGame<Set>& game, const SliceRanking<Set>& ranking,
                             const Position<Set>& position, std::uint64_t rank, Square from, bool man,
                             int step) {
    const Square to = stepped(game.board(), from, step);
    if (to == no_square || position.occupied().contains(to)) return no_rank;
    Position<Set> moved = position;
    for (Color c : both_colors) {
        Set& set = (man ? moved.men : moved.kings)[index(c)];
        if (!set.contains(from)) continue;
        if (man && game.board().promotion_row(c).contains(to)) return no_rank;
        set -= Set::of(from);
        set |= Set::of(to);
    }
    // Runs of kings stay as they are numbered: the state is none of the neighbours' business.
    moved.runs = {};
    const std::uint64_t state = rank / ranking.placements_in_state();
    const std::uint64_t found = state * ranking.placements_in_state() + ranking.rank(moved);
    return found < rank ? found : no_rank;
}

template <class Set>
bool free_by_definition(const BoardGame<Set>& game, const Position<Set>& position) {
    if (game.can_capture(position)) return true;
    Position<Set> passed = position;
    passed.to_move = !passed.to_move;
    if (!game.can_capture(passed)) return false;
    for (const auto& move : game.moves(position)) {
        const Position<Set> after = game.apply(position, move);
        Position<Set> again = after;
        again.to_move = !again.to_move;
        if (!game.can_capture(after) && game.can_capture(again)) return false;
    }
    return true;
}

template <class Set>
void check_walk(const BoardGame<Set>& game, const Slice& slice, Color to_move, std::uint64_t first,
                std::uint64_t count) {
    const SliceRanking<Set> ranking{game.board(), slice, game.variant_rules().king_run_limit};
    SCOPED_TRACE(std::string{game.variant_rules().name} + " " + slice.name());
    if (ranking.placements() == 0) return;
    first = std::min(first, ranking.placements() - 1);
    ValueWalk<Set> walk{game, ranking, to_move, first};
    for (std::uint64_t rank = first; rank < std::min(first + count, ranking.placements()); ++rank) {
        if (rank > first) walk.next();
        ASSERT_EQ(walk.rank(), rank);
        const Position<Set> position = ranking.unrank(to_move, rank);
        ASSERT_EQ(walk.position(), position) << rank;
        ASSERT_EQ(walk.is_free(), free_by_definition(game, position)) << rank;
        int rows = 0;
        for (Square s : position.occupied()) rows += game.board().row(s);
        ASSERT_EQ(walk.row_parity(), rows % 2);
        const auto pieces = pieces_of(position, ranking);
        ASSERT_EQ(walk.pieces(), static_cast<int>(pieces.size()));
        for (int piece = 0; piece < walk.pieces(); ++piece) {
            for (int step = 0; step < walk_steps; ++step) {
                const auto& [square, man] = pieces[static_cast<std::size_t>(piece)];
                const std::uint64_t found = walk.neighbour(piece, step);
                ASSERT_EQ(found == no_rank || found >= rank ? no_rank : found,
                          neighbour_rank(game, ranking, position, rank, square, man, step))
                    << rank << " piece " << piece << " step " << step;
            }
        }
    }
}

class ValueWalks : public VariantTest {};
DAMIER_EACH_VARIANT(ValueWalks);

TEST_P(ValueWalks, WholeSlicesOn4x4) {
    const auto game = make_game<SquareSet64>(rules(), shape_of(rules(), 4, 4));
    for (const Slice& slice : {Slice::of(0, 2, 0, 1), Slice::of(1, 1, 1, 0), Slice::of(1, 0, 1, 1),
                               Slice::of(2, 0, 1, 0), Slice::of(0, 2, 0, 2), Slice::of(1, 1, 1, 1)}) {
        for (Color c : both_colors) check_walk(*game, slice, c, 0, 3'000);
    }
}

TEST_P(ValueWalks, AnywhereOnTheOfficialBoard) {
    const auto game = make_game<SquareSet128>(rules(), rules().board);
    std::mt19937_64 random{5};
    for (const Slice& slice : {Slice::of(1, 2, 1, 1), Slice::of(2, 0, 0, 2), Slice::of(0, 3, 0, 2),
                               Slice::of(3, 0, 2, 0), Slice::of(0, 4, 1, 2)}) {
        for (Color c : both_colors) {
            const SliceRanking<SquareSet128> ranking{game->board(), slice, rules().king_run_limit};
            check_walk(*game, slice, c, random() % ranking.placements(), 200);
        }
    }
}

}  // namespace
}  // namespace damier
