// damier stats: wins, losses and draws of each table, the longest of them, histograms.
#include <set>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/command_files.hpp"
#include "cli/histogram_text.hpp"
#include "cli/json.hpp"
#include "cli/present_tables.hpp"
#include "cli/progress.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/slice_json.hpp"
#include "cli/stop_signal.hpp"
#include "cli/text_file.hpp"
#include "cli/text_table.hpp"
#include "egtb/outcome.hpp"
#include "formats/fen.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::string metric;
    RuleArguments rules;
    bool longest = false;
    std::string csv;
    std::string svg;
    int threads = 1;
    bool json = false;
    bool quiet = false;
};

std::uint64_t positions(const SideSummary& side) { return side.wins + side.losses + side.draws; }

Json json_of(const LongestLine& line) {
    Json object;
    object["plies"] = line.plies == LongestLine::never ? Json{} : Json(line.plies);
    object["fen"] = line.position;
    object["count"] = line.count;
    return object;
}

class Output {
public:
    Output(const AnyGame& game, const Options& options, Console& console)
        : game_{game}, options_{options}, console_{console} {
        std::vector<std::string> head{"slice", "to move", "positions", "wins"};
        if (cursed()) head.emplace_back("cursed wins");
        head.emplace_back("losses");
        if (cursed()) head.emplace_back("blessed losses");
        head.emplace_back("draws");
        if (distances()) head.insert(head.end(), {"longest win", "longest loss"});
        table_.add(std::move(head));
    }

    void add(const Slice& slice, const SideSummary& side) {
        if (options_.json) {
            Json object = slice_json(game_, options_.metric, slice);
            object["side_to_move"] = name(side.side_to_move);
            object["positions"] = positions(side);
            const CursedSummary cursed = side.cursed.value_or(CursedSummary{});
            object["wins"] = side.wins - cursed.wins;
            object["losses"] = side.losses - cursed.losses;
            object["draws"] = side.draws;
            if (side.cursed) {
                object["cursed_wins"] = cursed.wins;
                object["blessed_losses"] = cursed.losses;
            }
            if (side.longest_win) object["longest_win"] = json_of(*side.longest_win);
            if (side.longest_loss) object["longest_loss"] = json_of(*side.longest_loss);
            if (cursed.longest_win) object["worst_cursed_win"] = json_of(*cursed.longest_win);
            if (cursed.longest_loss) object["worst_blessed_loss"] = json_of(*cursed.longest_loss);
            print_json(console_, object);
            return;
        }
        add_row(slice.name(), name(side.side_to_move), side);
        sum_.wins += side.wins;
        sum_.losses += side.losses;
        sum_.draws += side.draws;
        if (side.cursed) {
            if (!sum_.cursed) sum_.cursed.emplace();
            sum_.cursed->wins += side.cursed->wins;
            sum_.cursed->losses += side.cursed->losses;
        }
        keep_longer(sum_.longest_win, side.longest_win);
        keep_longer(sum_.longest_loss, side.longest_loss);
    }

    void finish() {
        if (options_.json) return;
        add_row("all", "", sum_);
        console_.print(table_.text());
    }

private:
    void add_row(const std::string& slice, std::string_view to_move, const SideSummary& side) {
        const CursedSummary drawn = side.cursed.value_or(CursedSummary{});
        std::vector<std::string> row{slice, std::string{to_move}, std::to_string(positions(side)),
                                     std::to_string(side.wins - drawn.wins)};
        if (cursed()) row.push_back(std::to_string(drawn.wins));
        row.push_back(std::to_string(side.losses - drawn.losses));
        if (cursed()) row.push_back(std::to_string(drawn.losses));
        row.push_back(std::to_string(side.draws));
        if (distances()) {
            for (const auto& longest : {side.longest_win, side.longest_loss})
                row.push_back(longest ? std::to_string(longest->plies) : "-");
        }
        table_.add(std::move(row));
    }

    bool distances() const { return options_.metric != WldMetric::name; }
    bool cursed() const { return options_.metric == RuleMetric::name; }
    static void keep_longer(std::optional<LongestLine>& longest, const std::optional<LongestLine>& other) {
        if (other && (!longest || other->plies > longest->plies)) longest = other;
    }

    const AnyGame& game_;
    const Options& options_;
    Console& console_;
    TextTable table_{2};
    SideSummary sum_;
};

// The longest wins and losses of each table and side, with the best moves to the end where the metric has
// them.
class LongestOutput {
public:
    LongestOutput(const AnyGame& game, const AnyProber& prober, const Options& options, Console& console)
        : game_{game}, prober_{prober}, options_{options}, console_{console} {}

    Result<void> add(const Slice& slice, const SideSummary& side) const {
        const CursedSummary cursed = side.cursed.value_or(CursedSummary{});
        for (const auto& [result, longest] :
             {std::pair{Outcome::win, &side.longest_win}, std::pair{Outcome::cursed_win, &cursed.longest_win},
              std::pair{Outcome::blessed_loss, &cursed.longest_loss},
              std::pair{Outcome::loss, &side.longest_loss}}) {
            if (!*longest) continue;
            if (auto added = add(slice, side, result, **longest); !added) return added;
        }
        return {};
    }

private:
    Result<void> add(const Slice& slice, const SideSummary& side, Outcome result,
                     const LongestLine& longest) const {
        std::vector<RatedMoveLine> line;
        if (options_.metric == DtwMetric::name) {
            const auto placement = parse_placement(longest.position, game_.shape());
            if (!placement) return fail(placement.error());
            auto found = prober_.best_line(*placement);
            if (!found) return fail(found.error());
            line = std::move(*found);
        }
        if (options_.json) {
            Json object = slice_json(game_, options_.metric, slice);
            object["side_to_move"] = name(side.side_to_move);
            object["result"] = name(result);
            object.update(json_of(longest));
            if (!line.empty()) {
                object["line"] = Json::array();
                for (const RatedMoveLine& move : line) object["line"].push_back(move.text);
            }
            print_json(console_, object);
            return {};
        }
        std::string moves;
        for (const RatedMoveLine& move : line) moves += (moves.empty() ? "" : " ") + move.text;
        console_.print("{}\t{}\t{}\t{}\t{}\t{}\n", slice.name(), name(side.side_to_move), name(result),
                       longest.plies == LongestLine::never ? "-" : std::to_string(longest.plies),
                       longest.position, moves.empty() ? "-" : moves);
        return {};
    }

    const AnyGame& game_;
    const AnyProber& prober_;
    const Options& options_;
    Console& console_;
};

Result<std::vector<SliceHistograms>> count_all(const AnyGame& game, TableSet& tables,
                                               const std::vector<PresentTable>& present,
                                               const Options& options, Console& console) {
    const StopSignal stop;
    Progress progress{console, options.quiet};
    progress.plan(values_of(present), present.size());
    const Threads threads{options.threads};
    std::vector<SliceHistograms> all;
    for (const auto& [slice, table, count] : present) {
        progress.begin("count", slice.name(), count);
        auto sides = game.histogram(tables, slice, threads, StopSignal::request(),
                                    [&](std::uint64_t more) { progress.advanced(more); });
        progress.finish_slice();
        if (!sides) return fail(std::move(sides.error()));
        all.push_back({slice, std::move(*sides)});
    }
    return all;
}

Result<void> write_histograms(const AnyGame& game, TableSet& tables, const std::vector<PresentTable>& present,
                              const Options& options, Console& console) {
    const auto counted = count_all(game, tables, present, options, console);
    if (!counted) return fail(counted.error());
    if (!options.csv.empty()) {
        if (auto written = write_text(
                options.csv, histogram_csv(game, options.metric, tables.identity().counted.get(), *counted));
            !written)
            return written;
    }
    if (options.svg.empty()) return {};
    return write_text(options.svg,
                      histogram_svg(game, options.metric, tables.identity().counted.get(), *counted));
}

ExitCode run(const Options& options, Console& console) {
    const auto files = CommandFiles{}
                           .reads_tables(options.folders.folders)
                           .writes("--csv", options.csv)
                           .writes("--svg", options.svg)
                           .check();
    if (!files) return console.report(files.error());
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    if (options.longest && options.metric == WldMetric::name) {
        return console.report(
            {ErrorKind::usage, "--longest needs a metric with distances: --metric dtw, dtz or rule", {}});
    }
    const auto counted = options.rules.open(**game, options.metric);
    if (!counted) return console.report(counted.error());
    if (!options.quiet) say_left_out(counted->get(), console);
    const auto tables = options.folders.open(**game, options.metric, *counted);
    if (!tables) return console.report(tables.error());
    ExitCode code = ExitCode::done;
    std::set<std::string> told;  // lines of many tables may fail for want of the same one
    const auto report = [&](const Error& error) {
        if (told.insert(error.message).second) code = worst(code, console.report(error));
    };
    const auto present =
        present_tables(**game, **tables, [&](const Slice&, const Error& error) { report(error); });
    if (!present) return console.report(present.error());
    if (const auto whole = check_no_gap(**game, **tables); !whole) report(whole.error());
    if (!options.csv.empty() || !options.svg.empty()) {
        if (code != ExitCode::done) return code;  // a histogram is of a whole set
        const auto written = write_histograms(**game, **tables, *present, options, console);
        return written ? ExitCode::done : console.report(written.error());
    }
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    Output output{**game, options, console};
    const LongestOutput longest{**game, **prober, options, console};
    for (const PresentTable& of : *present) {
        for (const SideSummary& side : of.table->file().footer().summaries) {
            if (!options.longest) {
                output.add(of.slice, side);
            } else if (const auto added = longest.add(of.slice, side); !added) {
                report(added.error());
            }
        }
    }
    if (!options.longest) output.finish();
    return code;
}

}  // namespace

void add_stats_command(CLI::App& program, Action& chosen) {
    CLI::App* command =
        program.add_subcommand("stats", "Print wins, losses and draws of each table and side to move");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_metric(*command, options.metric);
    options.rules.add_to(*command);
    CLI::Option* longest =
        command->add_flag("--longest", options.longest,
                          "Instead, the longest win and loss of each: FEN and, for dtw, the best moves");
    CLI::Option* csv =
        command->add_option("--csv", options.csv, "Instead, write a histogram of all values as CSV");
    CLI::Option* svg = command->add_option("--svg", options.svg, "Instead, draw histograms of all values");
    CLI::Option* json = add_json(*command, options.json);
    for (CLI::Option* file : {csv, svg}) file->type_name("FILE")->excludes(longest)->excludes(json);
    add_threads(*command, options.threads);
    command->add_flag("--quiet", options.quiet, "No progress");
    command->footer(
        "Counts are of positions, for the side to move. Of positions that are each other's colour swap one "
        "is\n"
        "counted; a slice that is its own colour swap has only White to move. With --metric rule, wins and "
        "losses\n"
        "are those in time when nothing has been counted yet; cursed wins and blessed losses are draws by "
        "rule.\n\n"
        "Examples:\n"
        "  damier stats --variant english --dir tables\n"
        "  damier stats --variant english --dir tables --json\n"
        "  damier stats --variant english --dir tables --metric dtw --longest\n"
        "  damier stats --variant english --dir tables --metric dtw --csv dtw.csv --svg dtw.svg");
}

}  // namespace damier
