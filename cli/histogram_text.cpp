#include "cli/histogram_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace damier {

namespace {

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

class Csv {
public:
    Csv(const AnyGame& game, std::string_view metric)
        : start_{fmt::format("{},{},{}", game.rules().name, game.shape().name(), metric)},
          distances_{metric != WldMetric::name} {}

    void add(const Slice& slice, const Histogram& side) {
        const std::string begin = fmt::format("{},{},{}", start_, slice.name(), name(side.side_to_move));
        for (const auto& [result, counts] :
             {std::pair{Wld::win, &side.wins}, std::pair{Wld::loss, &side.losses}}) {
            for (std::size_t plies = 0; plies < counts->size(); ++plies) {
                if ((*counts)[plies] == 0) continue;
                text_ += fmt::format("{},{},{},{}\n", begin, name(result),
                                     distances_ ? std::to_string(plies) : "", (*counts)[plies]);
            }
        }
        if (side.draws > 0) text_ += fmt::format("{},{},,{}\n", begin, name(Wld::draw), side.draws);
    }
    std::string text() const { return "variant,board,metric,slice,to_move,result,plies,positions\n" + text_; }

private:
    std::string start_;
    bool distances_;
    std::string text_;
};

// Sizes in the picture's own units.
constexpr int row_height = 64;
constexpr int head_height = 40;
constexpr int label_width = 190;
constexpr int share_width = 200;
constexpr int curve_left = label_width + share_width + 20;
constexpr int curve_width = 480;
constexpr int curve_half = 26;  // height of the highest column, up or down
constexpr std::string_view win_color = "#2b8a3e", draw_color = "#adb5bd", loss_color = "#c92a2a";

class Svg {
public:
    Svg(const AnyGame& game, std::string_view metric, std::size_t rows)
        : distances_{metric != WldMetric::name} {
        const int width = distances_ ? curve_left + curve_width + 20 : label_width + share_width + 20;
        const int height = head_height + static_cast<int>(rows) * row_height;
        text_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
            "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
            "<text x=\"8\" y=\"24\" font-size=\"16\">{2} {3}, {4}</text>\n",
            width, height, game.rules().title, game.shape().name(), metric);
    }

    void add(const Slice& slice, const Histogram& side) {
        const std::uint64_t wins = sum(side.wins);
        const std::uint64_t losses = sum(side.losses);
        const std::uint64_t all = wins + side.draws + losses;
        put("<text x=\"8\" y=\"{}\">{}, {} to move</text>\n<text x=\"8\" y=\"{}\" fill=\"#666\">{} "
            "positions</text>\n",
            top_ + 26, slice.name(), name(side.side_to_move), top_ + 42, all);
        double left = label_width;
        for (const auto& [color, result, count] :
             {std::tuple{win_color, Wld::win, wins}, std::tuple{draw_color, Wld::draw, side.draws},
              std::tuple{loss_color, Wld::loss, losses}}) {
            if (count == 0) continue;
            const double share = static_cast<double>(count) / static_cast<double>(all);
            put("<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"20\" fill=\"{}\"><title>{}: {} "
                "({:.1f} %)</title></rect>\n",
                left, top_ + 18, share * share_width, color, name(result), count, 100 * share);
            left += share * share_width;
        }
        if (distances_) curve(side);
        top_ += row_height;
    }
    std::string text() const { return text_ + "</svg>\n"; }

private:
    void curve(const Histogram& side) {
        const std::size_t plies = std::max(side.wins.size(), side.losses.size());
        if (plies == 0) return;
        std::uint64_t most = 1;
        for (const auto* counts : {&side.wins, &side.losses}) {
            for (std::uint64_t n : *counts) most = std::max(most, n);
        }
        const int middle = top_ + row_height / 2;
        const double step = static_cast<double>(curve_width) / static_cast<double>(plies);
        put("<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"#666\"/>\n", curve_left, middle,
            curve_left + curve_width);
        put("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#666\">{} plies</text>\n",
            curve_left + curve_width, top_ + 12, plies - 1);
        for (const bool win : {true, false}) {
            const auto& counts = win ? side.wins : side.losses;
            for (std::size_t n = 0; n < counts.size(); ++n) {
                if (counts[n] == 0) continue;
                const double height =
                    std::max(0.5, curve_half * static_cast<double>(counts[n]) / static_cast<double>(most));
                put("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\">"
                    "<title>{} in {}: {}</title></rect>\n",
                    curve_left + step * static_cast<double>(n), win ? middle - height : middle,
                    std::max(0.5, step * 0.9), height, win ? win_color : loss_color, win ? "win" : "loss", n,
                    counts[n]);
            }
        }
    }

    template <class... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }

    bool distances_;
    int top_ = head_height;
    std::string text_;
};

}  // namespace

std::string histogram_csv(const AnyGame& game, std::string_view metric,
                          const std::vector<SliceHistograms>& slices) {
    Csv csv{game, metric};
    for (const SliceHistograms& slice : slices) {
        for (const Histogram& side : slice.sides) csv.add(slice.slice, side);
    }
    return csv.text();
}

std::string histogram_svg(const AnyGame& game, std::string_view metric,
                          const std::vector<SliceHistograms>& slices) {
    std::size_t rows = 0;
    for (const SliceHistograms& slice : slices) rows += slice.sides.size();
    Svg svg{game, metric, rows};
    for (const SliceHistograms& slice : slices) {
        for (const Histogram& side : slice.sides) svg.add(slice.slice, side);
    }
    return svg.text();
}

}  // namespace damier
