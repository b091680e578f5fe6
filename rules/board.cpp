#include "rules/board.hpp"

namespace damier {

namespace {

struct Offset {
    int row, column;
};
constexpr std::array<Offset, 8> offsets{
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

Square neighbour(const BoardShape& shape, Direction d, Square s) {
    const auto place = shape.place(s);
    const Offset offset = offsets[index(d)];
    const bool straight = offset.row == 0 || offset.column == 0;
    const int stride = straight && !shape.every_square_plays ? 2 : 1;
    return shape.at(place.row + stride * offset.row, place.column + stride * offset.column);
}

}  // namespace

template <class Set>
Board<Set>::Board(const BoardShape& shape)
    : shape_{shape}, squares_{shape.squares()}, all_{Set::first(squares_)} {
    for (auto& line : next_) line.fill(no_square);
    row_.fill(0);
    for (int i = 0; i < squares_; ++i) {
        const Square s = square(i);
        const auto slot = static_cast<std::size_t>(i);
        const int row = shape.place(s).row;
        row_[slot] = static_cast<std::uint8_t>(row);
        if (row == 0) promotion_row_[damier::index(Color::white)].insert(s);
        if (row == shape.height - 1) promotion_row_[damier::index(Color::black)].insert(s);
        for (Direction d : all_directions) {
            const Square to = neighbour(shape, d, s);
            next_[damier::index(d)][slot] = to;
            if (to == no_square) continue;
            Step& step = step_[damier::index(d)];
            step.from[static_cast<std::size_t>(row % 2)].insert(s);
            step.by[static_cast<std::size_t>(row % 2)] = damier::index(to) - i;
        }
    }
    for (Direction d : all_directions) {
        for (int i = 0; i < squares_; ++i) {
            for (Square s = next(d, square(i)); s != no_square; s = next(d, s)) {
                ray_[damier::index(d)][static_cast<std::size_t>(i)].insert(s);
            }
        }
    }
}

template class Board<SquareSet64>;
template class Board<SquareSet128>;

}  // namespace damier
