// The writing half of fen.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "formats/fen.hpp"
#include "formats/square_text.hpp"

namespace damier {

std::string write_placement(const Placement& placement, const BoardShape& shape, Notation notation) {
    std::string text{placement.to_move == Color::white ? "W" : "B"};
    for (Color color : both_colors) {
        std::vector<Placement::Piece> pieces;
        std::ranges::copy_if(placement.pieces, std::back_inserter(pieces),
                             [&](const Placement::Piece& piece) { return piece.color == color; });
        // By number, or by column and row.
        const auto order = [&](const Placement::Piece& piece) {
            const auto [row, column] = shape.place(piece.square);
            return notation == Notation::numeric ? shape.number(piece.square)
                                                 : column * shape.height + shape.height - row;
        };
        std::ranges::sort(pieces, {}, order);
        text += color == Color::white ? ":W" : ":B";
        for (const Placement::Piece& piece : pieces) {
            if (&piece != &pieces.front()) text += ',';
            if (piece.king) text += 'K';
            text += square_text(shape, notation, piece.square);
        }
    }
    if (placement.runs[0].none() && placement.runs[1].none()) return text;
    text += ':';
    for (Color color : {Color::black, Color::white}) {
        const KingRun run = placement.runs[index(color)];
        text += fmt::format("+{}", run.moves);
        if (!run.none()) text += square_text(shape, notation, run.king);
    }
    return text;
}

std::optional<FenDialect> find_fen_dialect(std::string_view name) {
    static constexpr std::pair<std::string_view, FenDialect> names[] = {
        {"numeric", FenDialect::numeric}, {"algebraic", FenDialect::algebraic},
        {"dotted", FenDialect::dotted},   {"lidraughts", FenDialect::lidraughts},
        {"hub", FenDialect::hub},
    };
    for (const auto& [known, dialect] : names) {
        if (known == name) return dialect;
    }
    return std::nullopt;
}

namespace {

std::string write_hub(const Placement& placement, const BoardShape& shape) {
    std::string text(static_cast<std::size_t>(shape.squares()) + 1, 'e');
    text[0] = placement.to_move == Color::white ? 'W' : 'B';
    for (const Placement::Piece& piece : placement.pieces) {
        const bool white = piece.color == Color::white;
        text[static_cast<std::size_t>(shape.number(piece.square))] =
            piece.king ? (white ? 'W' : 'B') : (white ? 'w' : 'b');
    }
    return text;
}

}  // namespace

std::string write_placement(const Placement& placement, const BoardShape& shape, FenDialect dialect,
                            const FenExtras& extras) {
    if (dialect == FenDialect::hub) return write_hub(placement, shape);
    const Notation notation = dialect == FenDialect::algebraic ? Notation::algebraic : Notation::numeric;
    std::string text = write_placement(placement, shape, notation);
    // Where they are not known, to write 0 and 1 would be to say that nothing was played before.
    if (extras.half_moves) text += fmt::format(":H{}", *extras.half_moves);
    if (extras.move_number) text += fmt::format(":F{}", *extras.move_number);
    if (dialect == FenDialect::lidraughts && placement.runs[0].none() && placement.runs[1].none() &&
        !extras.king_moves.empty())
        text += ":" + extras.king_moves;
    if (dialect == FenDialect::dotted) text += '.';
    return text;
}

}  // namespace damier
