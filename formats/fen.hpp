// Positions as FEN text: `W:W31,K32:B1-12`. Reading is generous (both notations on every board, ranges,
// blanks, either order of the colours, a full stop at the end); writing is the plain PDN 3.0 form.
//
// How often in a row a king has moved, where that counts (Frisian), is written as lidraughts does: `:+0+235`,
// first Black's king: no moves; then White's: 2 moves of the king on 35.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rules/board_shape.hpp"
#include "rules/game.hpp"
#include "rules/position.hpp"
#include "rules/result.hpp"

namespace damier {

// A position as a list; what FEN is read into and written from, whatever the width of the square sets.
struct Placement {
    struct Piece {
        Square square = no_square;
        Color color = Color::white;
        bool king = false;
        friend bool operator==(const Piece&, const Piece&) = default;
    };
    std::vector<Piece> pieces;  // in the order of the text
    Color to_move = Color::white;
    std::array<KingRun, 2> runs = {};  // by Color
};

// May a side be without pieces (`W:W50:B`)? Such a position is lost for that side; no table has it.
enum class EmptySide { refused, allowed };

// The error is ErrorKind::bad_input with the column of what is wrong; line is 1.
Result<Placement> parse_placement(std::string_view fen, const BoardShape& shape,
                                  EmptySide empty = EmptySide::refused);
std::string write_placement(const Placement& placement, const BoardShape& shape, Notation notation);

template <class Set>
Position<Set> to_position(const Placement& placement) {
    Position<Set> position;
    position.to_move = placement.to_move;
    position.runs = placement.runs;
    for (const Placement::Piece& piece : placement.pieces) {
        (piece.king ? position.kings : position.men)[index(piece.color)].insert(piece.square);
    }
    return position;
}

template <class Set>
Placement to_placement(const Position<Set>& position) {
    Placement placement;
    placement.to_move = position.to_move;
    placement.runs = position.runs;
    for (Color color : both_colors) {
        for (Square s : position.men[index(color)]) placement.pieces.push_back({s, color, false});
        for (Square s : position.kings[index(color)]) placement.pieces.push_back({s, color, true});
    }
    return placement;
}

template <class Set>
Result<Position<Set>> parse_fen(std::string_view fen, const BoardShape& shape,
                                EmptySide empty = EmptySide::refused) {
    const Result<Placement> placement = parse_placement(fen, shape, empty);
    if (!placement) return fail(placement.error());
    return to_position<Set>(*placement);
}

// On the board of the game.
template <Variant V, class S>
Result<Position<S>> parse_fen(const Game<V, S>& game, std::string_view fen,
                              EmptySide empty = EmptySide::refused) {
    return parse_fen<S>(fen, game.board().shape(), empty);
}

template <class Set>
std::string write_fen(const Position<Set>& position, const BoardShape& shape, Notation notation) {
    return write_placement(to_placement(position), shape, notation);
}

// In the notation of the variant.
template <Variant V, class S>
std::string write_fen(const Game<V, S>& game, const Position<S>& position) {
    return write_fen(position, game.board().shape(), V::rules.notation);
}

}  // namespace damier
