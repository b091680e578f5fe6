// Moves as text. Writing follows PDN 3.0: `32-28`, `28x19`, `c3:e5`, and all landing squares where another
// legal capture has the same ends. Reading trusts nothing but the squares: the legal moves decide what is
// meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/square_text.hpp"
#include "rules/game.hpp"
#include "rules/result.hpp"

namespace damier {

// The squares of a move as written: start, perhaps some on the way, end. At least two.
using SquareList = std::vector<Square>;

// "32-28", "32x28x19", "c3:e5", "c3e5", "3228", "35x 4", "09-04": any separators, either notation. No
// legality.
Result<SquareList> parse_squares(const BoardShape& shape, std::string_view text);
// The same, without saying what is wrong: appends the squares; false where there is something wrong.
bool append_squares(const SquareTable& table, std::string_view text, SquareList& squares);

// What legal moves a text can mean. `moves` are the readings to prefer; `others` fit only if the text leaves
// out landing squares that PDN 3.0 asks for (the preferred reading is then spelled in full).
template <class Set>
struct Readings {
    std::vector<Move<Set>> moves;
    std::vector<Move<Set>> others;

    bool none() const { return moves.empty(); }
    bool one() const { return moves.size() == 1; }
    bool ambiguous() const { return moves.size() > 1; }
};

// A legal move for lists.
template <class Set>
struct LegalMove {
    Move<Set> move;
    std::string text;
    std::vector<Square> captured;  // in the order of capture
};

// How squares and captures are written.
struct MoveStyle {
    Notation notation = Notation::numeric;
    char capture = 'x';

    static MoveStyle of(const Rules& rules) { return {rules.notation, rules.capture_separator}; }
};

// All landing squares of a route: turns, and the square directly behind where it goes straight on.
template <class S>
std::string route_text(const BoardGame<S>& game, const CaptureRoute<S>& route, MoveStyle style);
template <class S>
std::string route_text(const BoardGame<S>& game, const CaptureRoute<S>& route) {
    return route_text(game, route, MoveStyle::of(game.variant_rules()));
}

// The move must be legal in the position.
template <class S>
std::string move_text(const BoardGame<S>& game, const Position<S>& position, const Move<S>& move,
                      MoveStyle style);
template <class S>
std::string move_text(const BoardGame<S>& game, const Position<S>& position, const Move<S>& move) {
    return move_text(game, position, move, MoveStyle::of(game.variant_rules()));
}

// In the order of the generator.
template <class S>
std::vector<LegalMove<S>> legal_moves(const BoardGame<S>& game, const Position<S>& position);

// Start and end must be those of the move; squares in between must lie on its way in this order.
template <class S>
Readings<S> resolve_move(const BoardGame<S>& game, const Position<S>& position,
                         std::span<const Square> squares);

// For a move that somebody typed: the one legal move that is meant, or an error that says why there is none.
template <class S>
Result<Move<S>> parse_move(const BoardGame<S>& game, const Position<S>& position, std::string_view text);

}  // namespace damier
