#include "formats/diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace damier {

namespace {

struct Symbols {
    std::string_view empty;
    std::array<std::string_view, 2> men;    // by Color
    std::array<std::string_view, 2> kings;  // by Color
};

constexpr Symbols letters = {".", {"w", "b"}, {"W", "B"}};
constexpr Symbols draughtsmen = {
    "\xC2\xB7", {"\xE2\x9B\x80", "\xE2\x9B\x82"}, {"\xE2\x9B\x81", "\xE2\x9B\x83"}};

const Placement::Piece* piece_on(const Placement& placement, Square s) {
    const auto found = std::ranges::find(placement.pieces, s, &Placement::Piece::square);
    return found == placement.pieces.end() ? nullptr : &*found;
}

bool is_marked(const DiagramOptions& options, Square s) {
    return std::ranges::find(options.marked, s) != options.marked.end();
}

// As squares of the row or column are written: a1 need not be at the bottom left.
std::string rank_of(const BoardShape& shape, int row) {
    const Square s = shape.plays(row, 0) ? shape.at(row, 0) : shape.at(row, 1);
    return shape.algebraic(s).substr(1);
}
char file_of(const BoardShape& shape, int column) {
    const Square s = shape.plays(0, column) ? shape.at(0, column) : shape.at(1, column);
    return shape.algebraic(s)[0];
}

std::string text_diagram(const Placement& placement, const BoardShape& shape, const DiagramOptions& options,
                         const Symbols& symbols) {
    std::string text;
    // Symbols are one column wide, numbers up to three.
    const std::size_t width = options.numbers ? std::to_string(shape.squares()).size() : 1;
    const auto cell = [&](std::string_view symbol, std::size_t columns, bool marked) {
        text += marked ? '[' : ' ';
        text += std::string(width - columns, ' ');
        text += symbol;
        text += marked ? ']' : ' ';
    };
    for (int i = 0; i < shape.height; ++i) {
        const int row = options.turned ? shape.height - 1 - i : i;
        text += fmt::format("{:>2} ", rank_of(shape, row));
        for (int j = 0; j < shape.width; ++j) {
            const int column = options.turned ? shape.width - 1 - j : j;
            const Square s = shape.at(row, column);
            if (s == no_square) {
                cell(" ", 1, false);
                continue;
            }
            const Placement::Piece* piece = piece_on(placement, s);
            if (piece != nullptr) {
                cell((piece->king ? symbols.kings : symbols.men)[index(piece->color)], 1,
                     is_marked(options, s));
            } else if (options.numbers) {
                const std::string number = std::to_string(shape.number(s));
                cell(number, number.size(), is_marked(options, s));
            } else {
                cell(symbols.empty, 1, is_marked(options, s));
            }
        }
        while (text.back() == ' ') text.pop_back();
        text += '\n';
    }
    text += "   ";
    for (int j = 0; j < shape.width; ++j) {
        const int column = options.turned ? shape.width - 1 - j : j;
        const char file = file_of(shape, column);
        cell({&file, 1}, 1, false);
    }
    while (text.back() == ' ') text.pop_back();
    return text + '\n';
}

class SvgDiagram {
public:
    SvgDiagram(const Placement& placement, const BoardShape& shape, const DiagramOptions& options)
        : placement_{placement}, shape_{shape}, options_{options} {}

    std::string draw() {
        const int width = shape_.width * side;
        const int height = shape_.height * side;
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
            "font-family=\"sans-serif\">\n",
            width, height);
        put("<title>{}</title>\n", write_placement(placement_, shape_, Notation::numeric));
        put("<rect width=\"{}\" height=\"{}\" fill=\"#f3e5c8\"/>\n", width, height);
        for (int i = 0; i < shape_.squares(); ++i) square_of(square(i));
        for (const Placement::Piece& piece : placement_.pieces) draw_piece(piece);
        for (const DiagramArrow& arrow : options_.arrows) draw_arrow(arrow);
        return text_ + "</svg>\n";
    }

private:
    static constexpr int side = 40;

    struct Point {
        double x, y;
    };

    template <class... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }

    Point centre(Square s) const {
        auto [row, column] = shape_.place(s);
        if (options_.turned) {
            row = shape_.height - 1 - row;
            column = shape_.width - 1 - column;
        }
        return {(column + 0.5) * side, (row + 0.5) * side};
    }

    void square_of(Square s) {
        const Point at = centre(s);
        const double half = side / 2.0;
        put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", at.x - half, at.y - half,
            side, side, is_marked(options_, s) ? "#e0b040" : "#b58863");
        if (!options_.numbers) return;
        put("<text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#f3e5c8\">{}</text>\n", at.x - half + 2,
            at.y - half + 9, shape_.number(s));
    }

    void draw_piece(const Placement::Piece& piece) {
        const Point at = centre(piece.square);
        const bool white = piece.color == Color::white;
        put("<circle cx=\"{}\" cy=\"{}\" r=\"15\" fill=\"{}\" stroke=\"#333\" stroke-width=\"1.5\"/>\n", at.x,
            at.y, white ? "#fff" : "#222");
        if (!piece.king) return;
        put("<circle cx=\"{}\" cy=\"{}\" r=\"8\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>\n", at.x,
            at.y, white ? "#c33" : "#fc6");
    }

    void draw_arrow(const DiagramArrow& arrow) {
        const Point from = centre(arrow.from);
        const Point to = centre(arrow.to);
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        if (length == 0) {  // a capture that ends where it began
            put("<circle cx=\"{}\" cy=\"{}\" r=\"18\" fill=\"none\" stroke=\"#2a7\" stroke-width=\"4\"/>\n",
                from.x, from.y);
            return;
        }
        const double x = (to.x - from.x) / length;
        const double y = (to.y - from.y) / length;
        constexpr double head = 12;
        put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#2a7\" "
            "stroke-width=\"4\"/>\n",
            from.x, from.y, to.x - x * head, to.y - y * head);
        put("<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"#2a7\"/>\n", to.x, to.y,
            to.x - x * head - y * 6, to.y - y * head + x * 6, to.x - x * head + y * 6,
            to.y - y * head - x * 6);
    }

    const Placement& placement_;
    const BoardShape& shape_;
    const DiagramOptions& options_;
    std::string text_;
};

}  // namespace

std::string ascii_diagram(const Placement& placement, const BoardShape& shape,
                          const DiagramOptions& options) {
    return text_diagram(placement, shape, options, letters);
}

std::string unicode_diagram(const Placement& placement, const BoardShape& shape,
                            const DiagramOptions& options) {
    return text_diagram(placement, shape, options, draughtsmen);
}

std::string svg_diagram(const Placement& placement, const BoardShape& shape, const DiagramOptions& options) {
    return SvgDiagram{placement, shape, options}.draw();
}

}  // namespace damier
