// Histograms of tables as CSV and as a picture.
#pragma once

#include <string>
#include <vector>

#include "cli/any_game.hpp"
#include "solver/histogram.hpp"

namespace damier {

struct SliceHistograms {
    Slice slice;
    std::vector<Histogram> sides;
};

// Columns: variant, board, metric, slice, to_move, result, plies, positions. `plies` is empty for draws and
// where the metric has no distances. Under draw rules (`counted`, else nullptr) results are those of Outcome,
// with nothing counted yet.
std::string histogram_csv(const AnyGame& game, std::string_view metric, const CountedRules* counted,
                          const std::vector<SliceHistograms>& slices);

// A row for each slice and side to move: the shares of the results and, of metrics with distances, how many
// positions are won (up) and lost (down) in so many plies.
std::string histogram_svg(const AnyGame& game, std::string_view metric, const CountedRules* counted,
                          const std::vector<SliceHistograms>& slices);

}  // namespace damier
