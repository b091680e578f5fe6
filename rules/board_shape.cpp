#include "rules/board_shape.hpp"

#include <charconv>

namespace damier {

std::string BoardShape::name() const { return std::to_string(height) + "x" + std::to_string(width); }

// Square 1 is in a corner and the numbers run along the rows, so from the other corners the order is that of
// the half turn (bottom right) or each row reversed (top right, bottom left).
int BoardShape::number(Square s) const {
    const int n = squares();
    const int i = index(s);
    switch (first_number) {
        case Corner::top_left:
            return i + 1;
        case Corner::bottom_right:
            return n - i;
        case Corner::top_right:
        case Corner::bottom_left:
            break;
    }
    const Place here = place(s);
    int before = 0;
    int in_row = 0;
    for (int row = 0; row < here.row; ++row) {
        for (int column = 0; column < width; ++column) before += plays(row, column);
    }
    for (int column = here.column; column < width; ++column) in_row += plays(here.row, column);
    const int from_top_right = before + in_row;
    return first_number == Corner::top_right ? from_top_right : n + 1 - from_top_right;
}

std::optional<Square> BoardShape::from_number(int number) const {
    const int n = squares();
    if (number < 1 || number > n) return std::nullopt;
    if (first_number == Corner::top_left) return square(number - 1);
    if (first_number == Corner::bottom_right) return square(n - number);
    for (int i = 0; i < n; ++i) {
        if (this->number(square(i)) == number) return square(i);
    }
    return std::nullopt;
}

std::string BoardShape::algebraic(Square s) const {
    const Place here = from_a1(place(s));
    return std::string(1, static_cast<char>('a' + here.column)) + std::to_string(here.row + 1);
}

// Rows and columns counted from the top left to those counted from the corner of a1, and back.
BoardShape::Place BoardShape::from_a1(Place p) const {
    const bool from_top = a1 == Corner::top_left || a1 == Corner::top_right;
    const bool from_left = a1 == Corner::top_left || a1 == Corner::bottom_left;
    return {from_top ? p.row : height - 1 - p.row, from_left ? p.column : width - 1 - p.column};
}

std::optional<Square> BoardShape::from_algebraic(std::string_view text) const {
    if (text.size() < 2 || text.size() > 3) return std::nullopt;
    const char file = text[0];
    int column = -1;
    if (file >= 'a' && file <= 'z') column = file - 'a';
    if (file >= 'A' && file <= 'Z') column = file - 'A';
    int rank = 0;
    const char* last = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 1, last, rank);
    if (read.ec != std::errc{} || read.ptr != last || text[1] == '-') return std::nullopt;
    if (rank < 1 || rank > height || column < 0 || column >= width) return std::nullopt;
    const Place place = from_a1({rank - 1, column});
    const Square s = at(place.row, place.column);
    if (s == no_square) return std::nullopt;
    return s;
}

std::optional<BoardShape> parse_board_size(std::string_view text, const BoardShape& like) {
    const auto x = text.find('x');
    if (x == std::string_view::npos) return std::nullopt;
    const auto read = [](std::string_view digits, int& value) {
        const char* last = digits.data() + digits.size();
        const auto result = std::from_chars(digits.data(), last, value);
        return result.ec == std::errc{} && result.ptr == last;
    };
    BoardShape shape = like;
    if (!read(text.substr(0, x), shape.height) || !read(text.substr(x + 1), shape.width)) return std::nullopt;
    if (shape.width < 2 || shape.height < 3 || shape.width > 26 || shape.height > 26 || !shape.valid()) {
        return std::nullopt;
    }
    return shape;
}

}  // namespace damier
