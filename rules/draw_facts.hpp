// What draw rules look at in a position, whatever the width of its square sets.
#pragma once

#include <array>
#include <cstddef>

#include "rules/board.hpp"
#include "rules/draw_rules.hpp"
#include "rules/game.hpp"
#include "rules/position.hpp"

namespace damier {

struct DrawFacts {
    std::array<int, 2> men = {};  // by Color
    std::array<int, 2> kings = {};
    std::array<bool, 2> piece_on_diagonal = {};  // the long diagonal
    std::array<bool, 2> king_on_diagonal = {};
    bool nothing_to_capture = false;  // as Condition::nothing_to_capture; only filled in where a rule asks

    constexpr int pieces(Color c) const { return men[index(c)] + kings[index(c)]; }
};

// The squares of the long diagonals, which join two corners: one on the usual boards. Empty where no two
// corners lie on a diagonal (6x8).
template <class Set>
Set long_diagonal(const BoardShape& shape) {
    Set squares;
    if (shape.width != shape.height || shape.every_square_plays) return squares;
    for (int row = 0; row < shape.height; ++row) {
        for (const int column : {row, shape.width - 1 - row}) {
            if (const Square s = shape.at(row, column); s != no_square) squares.insert(s);
        }
    }
    return squares;
}

// `main_road`: long_diagonal() of the board.
template <class Set>
DrawFacts facts_of(const Position<Set>& position, Set main_road) {
    DrawFacts facts;
    for (const Color c : both_colors) {
        const std::size_t i = index(c);
        facts.men[i] = position.men[i].size();
        facts.kings[i] = position.kings[i].size();
        facts.king_on_diagonal[i] = !(position.kings[i] & main_road).empty();
        facts.piece_on_diagonal[i] = !(position.pieces(c) & main_road).empty();
    }
    return facts;
}

// Neither side can capture, and each has a quiet move after which the other cannot.
template <class S>
bool nothing_to_capture(const BoardGame<S>& game, Position<S> position) {
    if (game.can_capture(position, Color::white) || game.can_capture(position, Color::black)) return false;
    for (const Color side : both_colors) {
        position.to_move = side;
        bool safe = false;
        for (const Move<S>& move : game.moves(position))
            safe = safe || !game.can_capture(game.apply(position, move));
        if (!safe) return false;
    }
    return true;
}

// The colours that can be the strong side of the condition here: none where it is not met, both where it
// names no sides or both have the same.
struct StrongSides {
    std::array<bool, 2> is = {};
    constexpr bool any() const { return is[0] || is[1]; }
    constexpr bool both() const { return is[0] && is[1]; }
};

StrongSides strong_sides(const Condition& condition, const DrawFacts& facts);
// The same without the squares: is the material that of the condition?
StrongSides strong_material(const Condition& condition, const DrawFacts& facts);

}  // namespace damier
