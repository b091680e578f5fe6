#include "formats/diagram.hpp"

#include <gtest/gtest.h>

#include "rules/variants.hpp"

namespace damier {
namespace {

const BoardShape small{.width = 4, .height = 4};
const Placement placement = *parse_placement("W:W7,K4:B3,K8", small);

TEST(Diagram, Ascii) {
    EXPECT_EQ(ascii_diagram(placement, small),
              " 4     .     .\n"
              " 3  b     W\n"
              " 2     .     .\n"
              " 1  w     B\n"
              "    a  b  c  d\n");
    DiagramOptions options;
    options.turned = true;
    options.numbers = true;
    options.marked = {*small.from_number(3), *small.from_number(5)};
    EXPECT_EQ(ascii_diagram(placement, small, options),
              " 1     B     w\n"
              " 2  6    [5]\n"
              " 3     W    [b]\n"
              " 4  2     1\n"
              "    d  c  b  a\n");
}

TEST(Diagram, Unicode) {
    EXPECT_EQ(unicode_diagram(placement, small),
              " 4     \xC2\xB7     \xC2\xB7\n"
              " 3  \xE2\x9B\x82     \xE2\x9B\x81\n"
              " 2     \xC2\xB7     \xC2\xB7\n"
              " 1  \xE2\x9B\x80     \xE2\x9B\x83\n"
              "    a  b  c  d\n");
}

std::size_t count(std::string_view text, std::string_view word) {
    std::size_t times = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        ++times;
    return times;
}

TEST(Diagram, Svg) {
    DiagramOptions options;
    options.numbers = true;
    options.marked = {*small.from_number(7)};
    options.arrows = {{*small.from_number(7), *small.from_number(5)},
                      {*small.from_number(4), *small.from_number(4)}};
    const std::string svg = svg_diagram(placement, small, options);
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    EXPECT_EQ(count(svg, "<rect "), 9u);              // the board and its squares
    EXPECT_EQ(count(svg, "<circle "), 4u + 2u + 1u);  // pieces, crowns, the arrow that goes round
    EXPECT_EQ(count(svg, "<text "), 8u);
    EXPECT_EQ(count(svg, "<polygon "), 1u);
    EXPECT_EQ(count(svg, "#e0b040"), 1u);
    EXPECT_NE(svg.find("<title>W:WK4,7:B3,K8</title>"), std::string::npos);
    // White's man on a1 is at the bottom left, and at the top right where the board is turned.
    EXPECT_NE(svg.find("<circle cx=\"20\" cy=\"140\" r=\"15\" fill=\"#fff\""), std::string::npos);
    options.turned = true;
    EXPECT_NE(
        svg_diagram(placement, small, options).find("<circle cx=\"140\" cy=\"20\" r=\"15\" fill=\"#fff\""),
        std::string::npos);
}

TEST(Diagram, EveryBoardFits) {
    for (const BoardShape& shape : {BoardShape{}, BoardShape{.width = 12, .height = 12},
                                    BoardShape{.width = 8, .height = 8, .every_square_plays = true}}) {
        const Placement empty;
        for (const bool numbers : {false, true}) {
            DiagramOptions options;
            options.numbers = numbers;
            EXPECT_EQ(count(ascii_diagram(empty, shape, options), "\n"),
                      static_cast<std::size_t>(shape.height) + 1);
            EXPECT_EQ(count(svg_diagram(empty, shape, options), "<rect "),
                      static_cast<std::size_t>(shape.squares()) + 1);
        }
    }
}

}  // namespace
}  // namespace damier
