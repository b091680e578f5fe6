// Moves as text. Writing follows PDN 3.0: `32-28`, `28x19`, `c3:e5`, and all landing squares where another
// legal capture has the same ends. Reading trusts nothing but the squares: the legal moves decide what is
// meant.
#pragma once

#include <algorithm>
#include <array>
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

namespace detail {

std::string join_squares(const BoardShape& shape, const Rules& rules, Square from,
                         std::span<const Square> landings, bool capture);
Error no_such_move(std::string_view text, std::string_view why, const std::vector<std::string>& instead);

template <class Set>
Readings<Set> readings_among(const Board<Set>& board, const std::vector<CaptureRoute<Set>>& routes,
                             std::span<const Square> squares);

template <class Set>
bool same_ends(const Move<Set>& a, const Move<Set>& b) {
    return a.from == b.from && a.to == b.to;
}

}  // namespace detail

// All landing squares of a route: turns, and the square directly behind where it goes straight on.
template <class S>
std::string route_text(const BoardGame<S>& game, const CaptureRoute<S>& route) {
    return detail::join_squares(game.board().shape(), game.variant_rules(), route.move.from,
                                {route.landings.data(), route.landings.size()}, true);
}

// The move must be legal in the position.
template <class S>
std::string move_text(const BoardGame<S>& game, const Position<S>& position, const Move<S>& move) {
    if (move.is_capture()) {
        MoveList<S> moves;
        game.moves(position, moves);
        const auto same = [&](const Move<S>& other) { return detail::same_ends(other, move); };
        if (std::count_if(moves.begin(), moves.end(), same) > 1) {
            for (const CaptureRoute<S>& route : game.capture_routes(position)) {
                if (route.move == move) return route_text(game, route);
            }
        }
    }
    return detail::join_squares(game.board().shape(), game.variant_rules(), move.from, std::array{move.to},
                                move.is_capture());
}

// In the order of the generator.
template <class S>
std::vector<LegalMove<S>> legal_moves(const BoardGame<S>& game, const Position<S>& position) {
    std::vector<LegalMove<S>> list;
    const auto routes = game.capture_routes(position);
    for (const Move<S>& move : game.moves(position)) {
        LegalMove<S> legal{move, move_text(game, position, move), {}};
        for (const CaptureRoute<S>& route : routes) {
            if (route.move != move) continue;
            legal.captured.assign(route.taken.begin(), route.taken.end());
            break;
        }
        list.push_back(std::move(legal));
    }
    return list;
}

// Start and end must be those of the move; squares in between must lie on its way in this order.
template <class S>
Readings<S> resolve_move(const BoardGame<S>& game, const Position<S>& position,
                         std::span<const Square> squares) {
    Readings<S> readings;
    MoveList<S> moves;
    game.moves(position, moves);
    for (const Move<S>& move : moves) {
        if (move.from == squares.front() && move.to == squares.back()) readings.moves.push_back(move);
    }
    const bool ends_suffice = readings.moves.size() == 1 && squares.size() == 2;
    if (readings.moves.empty() || ends_suffice) return readings;
    if (!readings.moves.front().is_capture()) return {};  // nothing lies between the ends of a quiet move
    return detail::readings_among(game.board(), game.capture_routes(position), squares);
}

// For a move that somebody typed: the one legal move that is meant, or an error that says why there is none.
template <class S>
Result<Move<S>> parse_move(const BoardGame<S>& game, const Position<S>& position, std::string_view text) {
    const Result<SquareList> squares = parse_squares(game.board().shape(), text);
    if (!squares) return fail(squares.error());
    const Readings<S> readings = resolve_move(game, position, std::span<const Square>{*squares});
    if (readings.one()) return readings.moves.front();
    std::vector<std::string> instead;
    const auto& offered = readings.moves;
    for (const LegalMove<S>& legal : legal_moves(game, position)) {
        if (readings.none() || std::find(offered.begin(), offered.end(), legal.move) != offered.end()) {
            instead.push_back(legal.text);
        }
    }
    const bool must_capture = readings.none() && game.can_capture(position);
    return fail(detail::no_such_move(text,
                                     readings.ambiguous() ? "can mean several captures"
                                     : must_capture       ? "is not legal here, where a capture is obligatory"
                                                          : "is not legal here",
                                     instead));
}

}  // namespace damier
