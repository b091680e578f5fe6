// The move generator of the checker: plain and slow, written from the meaning of the fields of Rules. It
// shares no code with the generator of rules/ (game_impl.hpp, capture_walk.hpp, precedence.hpp), so that an
// error there does not hide in a proof.
#pragma once

#include <vector>

#include "egtb/wld.hpp"
#include "rules/result.hpp"
#include "rules/rules.hpp"
#include "solver/position_key.hpp"

namespace damier {

// ErrorKind::usage where the variant has a rule that certificates and their checker do not know: moves of a
// king that depend on what it has moved before.
Result<void> provable(const Rules& rules);

class PlainRules {
public:
    // `rules` must outlive the object. At most 64 squares.
    PlainRules(const Rules& rules, const BoardShape& shape);

    const Rules& rules() const { return rules_; }
    const BoardShape& shape() const { return shape_; }
    int squares() const { return static_cast<int>(places_.size()); }

    // The positions that the legal moves lead to, each once, in the order of their keys.
    std::vector<CellPosition> successors(const CellPosition& position) const;
    // The value for the side to move where it has no legal move.
    Wld value_without_move(const CellPosition& position) const;
    // No man stands on its own crown row, nothing off the board, and the game is not over before the move.
    bool is_legal(const CellPosition& position) const;

private:
    struct Place {
        int row, column;
    };
    class Captures;

    // The square one step away in direction 0..7 (as Direction), or -1.
    int next(int square, int direction) const;
    bool on_crown_row(int square, Color side) const;
    // Is the game over because a side has a king?
    bool is_crowned(const CellPosition& position) const;

    const Rules& rules_;
    BoardShape shape_;
    std::vector<Place> places_;              // of the squares
    std::vector<std::vector<int>> numbers_;  // by row and column: the square, or -1
};

}  // namespace damier
