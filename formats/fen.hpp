// Positions as FEN text: `W:W31,K32:B1-12`. Reading is generous (both notations on every board, ranges,
// blanks, either order of the colours, a full stop at the end, what lidraughts appends); writing is the plain
// PDN 3.0 form unless another dialect is named.
//
// How often in a row a king has moved, where that counts (Frisian), is written as lidraughts does: `:+0+235`,
// first Black's king: no moves; then White's: 2 moves of the king on 35.
#pragma once

#include <array>
#include <optional>
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

// What is wrong with a FEN: a code of docs/diagnostics.md, and the column, from 1, in bytes.
struct FenFault {
    std::string_view code;
    std::string message;
    std::size_t column = 1;
};

// What some dialects say beside the position.
struct FenExtras {
    std::optional<int> half_moves;   // `:H5`, lidraughts: plies of the running draw rule
    std::optional<int> move_number;  // `:F12`, lidraughts
    // `G31`, `P31`: pieces that are captured but still stand, in the middle of a capture.
    std::vector<Placement::Piece> ghosts;
};

// The dialects are those of docs/cli.md, with Hub's line of one letter a square. Where `extras` is not asked
// for, a position in the middle of a capture is a fault, since it is another position without its ghosts.
tl::expected<Placement, FenFault> read_placement(std::string_view fen, const BoardShape& shape,
                                                 EmptySide empty, FenExtras* extras = nullptr);

// The error is ErrorKind::bad_input with the column of what is wrong; line is 1.
Result<Placement> parse_placement(std::string_view fen, const BoardShape& shape,
                                  EmptySide empty = EmptySide::refused);
std::string write_placement(const Placement& placement, const BoardShape& shape, Notation notation);

enum class FenDialect {
    numeric,     // W:W31,K32:B1,2
    algebraic,   // W:We1,Kg1:Bb8,d8
    dotted,      // W:W31,K32:B1,2.
    lidraughts,  // W:W31,K32:B1,2:H0:F1
    hub,         // Wbbeeee...: the side to move, then a letter a square
};
std::optional<FenDialect> find_fen_dialect(std::string_view name);
std::string write_placement(const Placement& placement, const BoardShape& shape, FenDialect dialect,
                            const FenExtras& extras = {});

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
template <class S>
Result<Position<S>> parse_fen(const BoardGame<S>& game, std::string_view fen,
                              EmptySide empty = EmptySide::refused) {
    return parse_fen<S>(fen, game.board().shape(), empty);
}

template <class Set>
std::string write_fen(const Position<Set>& position, const BoardShape& shape, Notation notation) {
    return write_placement(to_placement(position), shape, notation);
}

// In the notation of the variant.
template <class S>
std::string write_fen(const BoardGame<S>& game, const Position<S>& position) {
    return write_fen(position, game.board().shape(), game.variant_rules().notation);
}

}  // namespace damier
