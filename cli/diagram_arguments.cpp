#include "cli/diagram_arguments.hpp"

#include "cli/arguments.hpp"
#include "formats/diagram.hpp"
#include "formats/notation.hpp"

namespace damier {

void add_diagram(CLI::App& command, std::string& diagram) {
    add_choice<std::string>(command, "--diagram", diagram,
                            {{"ascii", "ascii"}, {"unicode", "unicode"}, {"svg", "svg"}},
                            "Show positions: ascii, unicode or svg", "K");
}

std::string diagram_of(const std::string& kind, const std::string& fen, const BoardShape& shape,
                       const std::string& played, const std::vector<std::string>& better) {
    const auto placement = parse_placement(fen, shape, EmptySide::allowed);
    if (!placement) return {};
    DiagramOptions options;
    if (!played.empty()) {
        if (const auto squares = parse_squares(shape, played))
            options.marked = {squares->front(), squares->back()};
    }
    if (kind == "ascii") return ascii_diagram(*placement, shape, options);
    if (kind == "unicode") return unicode_diagram(*placement, shape, options);
    options.numbers = true;
    constexpr std::size_t most_arrows = 4;
    for (const std::string& move : better) {
        if (options.arrows.size() == most_arrows) break;
        if (const auto squares = parse_squares(shape, move))
            options.arrows.push_back({squares->front(), squares->back()});
    }
    return svg_diagram(*placement, shape, options);
}

}  // namespace damier
