// A variant on a board: the legal moves, and what they lead to. Immutable, so one object serves all threads.
//
// The generator is a template over the variant, instantiated once for each variant (and those of its readings
// that move otherwise) and width of square set (rules/instances.cpp.in). All else takes a BoardGame, which is
// any variant: a virtual call costs little beside the generation of moves, and whatever is built on it is
// compiled once and not for each variant.
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
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

template <class S>
class BoardGame {
public:
    using Set = S;
    using Position = damier::Position<Set>;
    using Move = damier::Move<Set>;
    using MoveList = damier::MoveList<Set>;
    using CaptureRoute = damier::CaptureRoute<Set>;
    using UnMove = damier::UnMove<Set>;

    virtual ~BoardGame() = default;

    const Rules& variant_rules() const { return variant_rules_; }
    const Board<Set>& board() const { return board_; }

    // The start position: the official rows of men, on other boards all rows but two.
    virtual Position start() const = 0;

    // Can this side capture, were it to move?
    virtual bool can_capture(const Position& position, Color side) const = 0;
    bool can_capture(const Position& position) const { return can_capture(position, position.to_move); }

    // The legal moves; captures with the same start, end and captured set are one move.
    virtual void moves(const Position& position, MoveList& moves) const = 0;
    MoveList moves(const Position& position) const {
        MoveList list;
        moves(position, list);
        return list;
    }

    // The legal moves, captures counted apart when they take the same pieces in another order.
    virtual void ordered_moves(const Position& position, MoveList& moves) const = 0;

    // Every way of making the legal captures. Two ways that differ only in empty squares turned on are one.
    virtual std::vector<CaptureRoute> capture_routes(const Position& position) const = 0;

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
        if (variant_rules_.king_run_limit > 0) {
            const KingRun before = position.runs[mover];
            const int moves = before.king == move.from ? before.moves + 1 : 1;
            const bool counts = !man && !move.is_capture() && after.men[mover];
            after.runs[mover] = counts ? KingRun{move.to, static_cast<std::uint8_t>(moves)} : KingRun{};
            if (!has_run(after, !position.to_move)) after.runs[enemy] = {};
        }
        return after;
    }

    // Can the run of this side be as it is? A king of the side, which has men, and no more moves than
    // allowed; or none.
    bool run_is_possible(const Position& position, Color side) const {
        const KingRun run = position.runs[damier::index(side)];
        return run == KingRun{} || (has_run(position, side) && run.moves <= variant_rules_.king_run_limit.is);
    }
    // Calls f(run) for each run that a side can have.
    template <class F>
    void for_each_run(const Position& position, Color side, F f) const {
        f(KingRun{});
        if (variant_rules_.king_run_limit == 0 || !position.men[damier::index(side)]) return;
        for (Square king : position.kings[damier::index(side)]) {
            for (int moves = 1; moves <= variant_rules_.king_run_limit; ++moves)
                f(KingRun{king, static_cast<std::uint8_t>(moves)});
        }
    }
    // May this king make no more quiet moves for now?
    bool must_rest(const Position& position, Color side, Square king) const {
        const KingRun run = position.runs[damier::index(side)];
        return variant_rules_.king_run_limit > 0 && run.king == king &&
               run.moves >= variant_rules_.king_run_limit;
    }

    // Has a king decided the game (Rules::crowning_wins)? Then there are no moves.
    bool crowned(const Position& position) const {
        return variant_rules_.crowning_wins && (position.kings[0] | position.kings[1]);
    }

    // The positions from which a quiet move of the other side leads here: every predecessor but those by
    // captures, which belong to slices with more pieces. A king on its crown row may come from a man.
    virtual std::vector<UnMove> unmoves(const Position& position) const = 0;

    // Squares to which the king on `from` can move quietly when `occupied` (without it) blocks.
    virtual Set king_moves(Square from, Set occupied, Color side) const = 0;

    bool promotes(Color side, Square to) const { return board_.promotion_row(side).contains(to); }

protected:
    BoardGame(const Rules& rules, const BoardShape& shape) : variant_rules_{rules}, board_{shape} {}
    BoardGame(const BoardGame&) = default;

    const Rules& variant_rules_;
    Board<Set> board_;

private:
    static bool has_run(const Position& position, Color side) {
        const auto i = damier::index(side);
        return !position.runs[i].none() && position.men[i] &&
               position.kings[i].contains(position.runs[i].king);
    }
};

// The narrowest set that holds the variant's official board.
template <Variant V>
using OfficialSet =
    std::conditional_t<V::rules.board.is.squares() <= SquareSet64::capacity, SquareSet64, SquareSet128>;

template <Variant V, class S = OfficialSet<V>>
class Game final : public BoardGame<S> {
    using Base = BoardGame<S>;
    using Base::board_;

public:
    using variant = V;
    using typename Base::CaptureRoute;
    using typename Base::Move;
    using typename Base::MoveList;
    using typename Base::Position;
    using typename Base::Set;
    using typename Base::UnMove;
    static constexpr const Rules& rules = V::rules;

    // `reading`: rules that this generator serves (rules/reading.hpp).
    explicit Game(const BoardShape& shape = V::rules.board, const Rules& reading = V::rules)
        : Base{reading, shape} {}

    using Base::can_capture;
    using Base::moves;
    Position start() const override;
    bool can_capture(const Position& position, Color side) const override;
    void moves(const Position& position, MoveList& moves) const override;
    void ordered_moves(const Position& position, MoveList& moves) const override;
    std::vector<CaptureRoute> capture_routes(const Position& position) const override;
    std::vector<UnMove> unmoves(const Position& position) const override;
    Set king_moves(Square from, Set occupied, Color side) const override;

private:
    template <Color side>
    bool can_capture_as(const Position& position) const;
    template <bool merge>
    void generate(const Position& position, MoveList& moves) const;
    template <bool merge>
    void captures(const Position& position, MoveList& moves) const;
    void quiet_moves(const Position& position, MoveList& moves) const;
};

// A reading of V on a board; nullptr where the rules are not those of one. Defined in rules/game_impl.hpp.
template <Variant V, class S>
std::unique_ptr<const BoardGame<S>> make_reading(const Rules& rules, const BoardShape& shape);

}  // namespace damier
