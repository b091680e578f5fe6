// A variant on a board: the legal moves, and what they lead to. Instantiated once for each variant and width
// of square set (rules/instances.cpp.in); immutable, so one object serves all threads.
#pragma once

#include <boost/container/small_vector.hpp>
#include <type_traits>
#include <vector>

#include "rules/board.hpp"
#include "rules/position.hpp"
#include "rules/rules.hpp"

namespace damier {

template <class Set>
using MoveList = boost::container::small_vector<Move<Set>, 64>;

// A capture with its way over the board, for notation.
template <class Set>
struct CaptureRoute {
    Move<Set> move;
    boost::container::small_vector<Square, 16> taken;     // in the order of capture
    boost::container::small_vector<Square, 16> landings;  // after each jump; the last is move.to
};

// A quiet move backwards: the position it was made in, and the move.
template <class Set>
struct UnMove {
    Position<Set> before;
    Move<Set> move;
};

// The narrowest set that holds the variant's official board. Tables are for boards that fit it; wider boards
// have the rules alone.
template <Variant V>
using OfficialSet =
    std::conditional_t<V::rules.board.is.squares() <= SquareSet64::capacity, SquareSet64, SquareSet128>;

template <Variant V, class S = OfficialSet<V>>
class Game {
public:
    using variant = V;
    using Set = S;
    using Position = damier::Position<Set>;
    using Move = damier::Move<Set>;
    using MoveList = damier::MoveList<Set>;
    using CaptureRoute = damier::CaptureRoute<Set>;
    using UnMove = damier::UnMove<Set>;
    static constexpr const Rules& rules = V::rules;

    explicit Game(const BoardShape& shape = V::rules.board) : board_{shape} {}

    const Board<Set>& board() const { return board_; }

    // The start position: the official rows of men, on other boards all rows but two.
    Position start() const;

    // Can this side capture, were it to move?
    bool can_capture(const Position& position, Color side) const;
    bool can_capture(const Position& position) const { return can_capture(position, position.to_move); }

    // The legal moves; captures with the same start, end and captured set are one move.
    void moves(const Position& position, MoveList& moves) const;
    MoveList moves(const Position& position) const {
        MoveList list;
        moves(position, list);
        return list;
    }

    // The legal moves, captures counted apart when they take the same pieces in another order.
    void ordered_moves(const Position& position, MoveList& moves) const;

    // Every way of making the legal captures. Two ways that differ only in empty squares turned on are one.
    std::vector<CaptureRoute> capture_routes(const Position& position) const;

    Position apply(const Position& position, const Move& move) const {
        Position after = position;
        const auto mover = damier::index(position.to_move);
        const auto enemy = damier::index(!position.to_move);
        const Set from = Set::of(move.from);
        const Set to = Set::of(move.to);
        const bool man = position.men[mover].contains(move.from);
        if (man) {
            after.men[mover] -= from;
            (move.promotes ? after.kings : after.men)[mover] |= to;
        } else {
            after.kings[mover] = (after.kings[mover] - from) | to;
        }
        after.men[enemy] -= move.captured;
        after.kings[enemy] -= move.captured;
        after.to_move = !position.to_move;
        return after;
    }

    // The positions from which a quiet move of the other side leads here: every predecessor but those by
    // captures, which belong to slices with more pieces. A king on its crown row may come from a man.
    std::vector<UnMove> unmoves(const Position& position) const;

    // Squares to which the king on `from` can move quietly when `occupied` (without it) blocks.
    Set king_moves(Square from, Set occupied, Color side) const;

    bool promotes(Color side, Square to) const { return board_.promotion_row(side).contains(to); }

private:
    template <Color side>
    bool can_capture(const Position& position) const;
    template <bool merge>
    void generate(const Position& position, MoveList& moves) const;
    template <bool merge>
    void captures(const Position& position, MoveList& moves) const;
    void quiet_moves(const Position& position, MoveList& moves) const;

    Board<Set> board_;
};

}  // namespace damier
