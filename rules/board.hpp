// A board: the tables of one BoardShape for one width of square set. Immutable once built; a few kilobytes.
#pragma once

#include <array>

#include "rules/board_shape.hpp"
#include "rules/direction.hpp"
#include "rules/square.hpp"

namespace damier {

template <class Set>
class Board {
public:
    explicit Board(const BoardShape& shape);

    const BoardShape& shape() const { return shape_; }
    int squares() const { return squares_; }
    Set all() const { return all_; }

    // The next playing square in that direction, or no_square. On boards that play on one colour the
    // orthogonal directions lead to the next square of that colour, two rows or two columns away.
    Square next(Direction d, Square s) const {
        return next_[damier::index(d)][static_cast<std::size_t>(index(s))];
    }

    // All squares from s (not included) to the edge.
    Set ray(Direction d, Square s) const {
        return ray_[damier::index(d)][static_cast<std::size_t>(index(s))];
    }

    // The nearest square of `in` in that direction from s; `in` must meet the ray.
    static Square nearest(Direction d, Set on_ray) {
        return towards_zero(d) ? on_ray.back() : on_ray.front();
    }

    // Every square of the set moved one square in that direction; what would leave the board vanishes.
    Set step(Direction d, Set set) const {
        const Step& step = step_[damier::index(d)];
        return (set & step.from[0]).shifted(step.by[0]) | (set & step.from[1]).shifted(step.by[1]);
    }

    // Where a man of that colour is crowned; no man of that colour ever stands there.
    Set promotion_row(Color c) const { return promotion_row_[damier::index(c)]; }
    Square half_turned(Square s) const { return square(squares_ - 1 - damier::index(s)); }
    int row(Square s) const { return row_[static_cast<std::size_t>(damier::index(s))]; }
    // Rows that a man of that colour has advanced from its own edge when it stands on s.
    int advance(Color c, Square s) const { return c == Color::white ? shape_.height - 1 - row(s) : row(s); }
    // Squares where a man of that colour can stand.
    Set man_squares(Color c) const { return all_ - promotion_row(c); }

private:
    // Squares of even and of odd rows move by different distances in the row-major order.
    struct Step {
        std::array<Set, 2> from = {};
        std::array<int, 2> by = {};
    };

    BoardShape shape_;
    int squares_ = 0;
    Set all_;
    std::array<std::array<Square, Set::capacity>, 8> next_;
    std::array<std::array<Set, Set::capacity>, 8> ray_;
    std::array<Step, 8> step_;
    std::array<Set, 2> promotion_row_;
    std::array<std::uint8_t, Set::capacity> row_;
};

extern template class Board<SquareSet64>;
extern template class Board<SquareSet128>;

}  // namespace damier
