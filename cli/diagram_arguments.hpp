// --diagram, for commands that show positions.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "rules/board_shape.hpp"

namespace damier {

// "ascii", "unicode" or "svg"; empty unless given.
void add_diagram(CLI::App& command, std::string& diagram);

// The position with the squares of a move marked, in SVG with an arrow for it and for better moves. Empty
// where the FEN cannot be read.
std::string diagram_of(const std::string& kind, const std::string& fen, const BoardShape& shape,
                       const std::string& played = {}, const std::vector<std::string>& better = {});

}  // namespace damier
