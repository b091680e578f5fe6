// Pictures of positions: letters, Unicode draughtsmen, SVG. White is at the bottom, as in books, unless
// turned.
#pragma once

#include <string>
#include <vector>

#include "formats/fen.hpp"
#include "rules/board_shape.hpp"

namespace damier {

struct DiagramArrow {
    Square from = no_square;
    Square to = no_square;
};

struct DiagramOptions {
    bool turned = false;   // Black at the bottom
    bool numbers = false;  // of the empty squares; in SVG of all squares
    std::vector<Square> marked;
    std::vector<DiagramArrow> arrows;  // SVG only
};

// Lines with ranks at the left and files at the bottom. Men are w and b, kings W and B, empty playing squares
// dots; what is marked stands in brackets.
std::string ascii_diagram(const Placement& placement, const BoardShape& shape,
                          const DiagramOptions& options = {});
// The same with U+26C0 to U+26C3.
std::string unicode_diagram(const Placement& placement, const BoardShape& shape,
                            const DiagramOptions& options = {});
// An <svg> element of 40 units a square, which needs nothing from outside and names nothing, so that many fit
// in one page.
std::string svg_diagram(const Placement& placement, const BoardShape& shape,
                        const DiagramOptions& options = {});

}  // namespace damier
