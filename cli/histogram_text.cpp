#include "cli/histogram_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "egtb/outcome.hpp"

namespace damier {

namespace {

// The positions of one side to move by Outcome, with nothing counted yet.
class Results {
public:
    Results(const Histogram& side, const CountedRules* counted, const Slice& slice)
        : limit_{counted != nullptr ? counted->in(slice).limit : LongestLine::never} {
        at(Outcome::draw) = side.draws;
        at(Outcome::cursed_win) = side.endless_wins;
        at(Outcome::blessed_loss) = side.endless_losses;
        for (const Wld result : {Wld::win, Wld::loss}) {
            const auto& counts = result == Wld::win ? side.wins : side.losses;
            for (std::size_t plies = 0; plies < counts.size(); ++plies)
                at(outcome(result, plies)) += counts[plies];
        }
    }
    Outcome outcome(Wld result, std::size_t plies) const {
        return outcome_of(result, static_cast<std::uint32_t>(plies), 0, limit_);
    }
    std::uint64_t operator[](Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }

private:
    std::uint64_t& at(Outcome outcome) { return counts_[static_cast<std::size_t>(outcome)]; }

    std::uint32_t limit_;
    std::array<std::uint64_t, 5> counts_ = {};
};

class Csv {
public:
    Csv(const AnyGame& game, std::string_view metric, const CountedRules* counted)
        : start_{fmt::format("{},{},{}", field(game.rules().name), game.shape().name(), metric)},
          distances_{metric != WldMetric::name},
          counted_{counted} {}

    void add(const Slice& slice, const Histogram& side) {
        const std::string begin = fmt::format("{},{},{}", start_, slice.name(), name(side.side_to_move));
        const Results results{side, counted_, slice};
        for (const auto& [result, counts] :
             {std::pair{Wld::win, &side.wins}, std::pair{Wld::loss, &side.losses}}) {
            for (std::size_t plies = 0; plies < counts->size(); ++plies) {
                if ((*counts)[plies] == 0) continue;
                text_ += fmt::format("{},{},{},{}\n", begin, name(results.outcome(result, plies)),
                                     distances_ ? std::to_string(plies) : "", (*counts)[plies]);
            }
        }
        for (const auto& [result, count] :
             {std::pair{Outcome::cursed_win, side.endless_wins},
              std::pair{Outcome::blessed_loss, side.endless_losses}, std::pair{Outcome::draw, side.draws}}) {
            if (count > 0) text_ += fmt::format("{},{},,{}\n", begin, name(result), count);
        }
    }
    std::string text() const { return "variant,board,metric,slice,to_move,result,plies,positions\n" + text_; }

private:
    // Several settings have commas between them.
    static std::string field(std::string_view text) {
        return text.find(',') == text.npos ? std::string{text} : fmt::format("\"{}\"", text);
    }

    std::string start_;
    bool distances_;
    const CountedRules* counted_;
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
// By Outcome; drawn by rule are the paler ones.
constexpr std::array<std::string_view, 5> colors = {loss_color, "#ffa8a8", draw_color, "#8ce99a", win_color};

class Svg {
public:
    Svg(const AnyGame& game, std::string_view metric, const CountedRules* counted, std::size_t rows)
        : distances_{metric != WldMetric::name}, counted_{counted} {
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
        const Results results{side, counted_, slice};
        std::uint64_t all = 0;
        for (const Outcome outcome : outcomes) all += results[outcome];
        put("<text x=\"8\" y=\"{}\">{}, {} to move</text>\n<text x=\"8\" y=\"{}\" fill=\"#666\">{} "
            "positions</text>\n",
            top_ + 26, slice.name(), name(side.side_to_move), top_ + 42, all);
        double left = label_width;
        for (const Outcome result : outcomes) {
            const std::uint64_t count = results[result];
            if (count == 0) continue;
            const double share = static_cast<double>(count) / static_cast<double>(all);
            put("<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"20\" fill=\"{}\"><title>{}: {} "
                "({:.1f} %)</title></rect>\n",
                left, top_ + 18, share * share_width, colors[static_cast<std::size_t>(result)], name(result),
                count, 100 * share);
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

    // From left to right.
    static constexpr std::array outcomes = {Outcome::win, Outcome::cursed_win, Outcome::draw,
                                            Outcome::blessed_loss, Outcome::loss};

    bool distances_;
    const CountedRules* counted_;
    int top_ = head_height;
    std::string text_;
};

}  // namespace

std::string histogram_csv(const AnyGame& game, std::string_view metric, const CountedRules* counted,
                          const std::vector<SliceHistograms>& slices) {
    Csv csv{game, metric, counted};
    for (const SliceHistograms& slice : slices) {
        for (const Histogram& side : slice.sides) csv.add(slice.slice, side);
    }
    return csv.text();
}

std::string histogram_svg(const AnyGame& game, std::string_view metric, const CountedRules* counted,
                          const std::vector<SliceHistograms>& slices) {
    std::size_t rows = 0;
    for (const SliceHistograms& slice : slices) rows += slice.sides.size();
    Svg svg{game, metric, counted, rows};
    for (const SliceHistograms& slice : slices) {
        for (const Histogram& side : slice.sides) svg.add(slice.slice, side);
    }
    return svg.text();
}

}  // namespace damier
