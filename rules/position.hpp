// A position: where the pieces are and whose move it is. Nothing about history, but for what a rule of
// movement makes a part of the position: how long a king has been moving (Rules::king_run_limit).
#pragma once

#include <array>
#include <cstdint>

#include "rules/color.hpp"
#include "rules/square.hpp"

namespace damier {

// The king that a side has moved last, and how many moves in a row. None: no_square and 0, as for every side
// of a variant without such a rule.
struct KingRun {
    Square king = no_square;
    std::uint8_t moves = 0;

    constexpr bool none() const { return moves == 0; }
    friend constexpr bool operator==(KingRun, KingRun) = default;
};

template <class Set>
struct Position {
    std::array<Set, 2> men = {};    // by Color
    std::array<Set, 2> kings = {};  // by Color
    Color to_move = Color::white;
    std::array<KingRun, 2> runs = {};  // by Color

    constexpr Set pieces(Color c) const { return men[index(c)] | kings[index(c)]; }
    constexpr Set occupied() const { return pieces(Color::white) | pieces(Color::black); }
    constexpr int count() const { return occupied().size(); }
    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// The same position with colours swapped and the board turned by half: its value for the side to move is the
// same. `squares` is the number of squares of the board.
template <class Set>
constexpr Set half_turn(Set set, int squares) {
    Set turned;
    for (Square s : set) turned.insert(square(squares - 1 - index(s)));
    return turned;
}
constexpr KingRun half_turn(KingRun run, int squares) {
    return run.none() ? run : KingRun{square(squares - 1 - index(run.king)), run.moves};
}
template <class Set>
constexpr Position<Set> color_swapped(const Position<Set>& p, int squares) {
    Position<Set> q;
    for (Color c : both_colors) {
        q.men[index(c)] = half_turn(p.men[index(!c)], squares);
        q.kings[index(c)] = half_turn(p.kings[index(!c)], squares);
        q.runs[index(c)] = half_turn(p.runs[index(!c)], squares);
    }
    q.to_move = !p.to_move;
    return q;
}

// What the rules of movement allow on the board: no two pieces on a square, no man on its own promotion row,
// at least one piece a side is checked where positions are read (formats/fen.cpp) and ranked
// (egtb/ranking.hpp).

// A move is where the piece goes and what it takes; two routes with equal captured sets are one move.
template <class Set>
struct Move {
    Square from = no_square;
    Square to = no_square;
    bool promotes = false;
    Set captured = {};

    constexpr bool is_capture() const { return !captured.empty(); }
    friend constexpr bool operator==(const Move&, const Move&) = default;
};

}  // namespace damier
