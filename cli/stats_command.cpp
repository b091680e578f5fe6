// damier stats: wins, losses and draws of each table.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/present_tables.hpp"
#include "cli/slice_json.hpp"
#include "cli/text_table.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::string metric;
    bool json = false;
};

std::uint64_t positions(const SideSummary& side) { return side.wins + side.losses + side.draws; }

Json json_of(const LongestLine& line) {
    Json object;
    object["plies"] = line.plies;
    object["fen"] = line.position;
    object["count"] = line.count;
    return object;
}

class Output {
public:
    Output(const AnyGame& game, const Options& options, Console& console)
        : game_{game}, options_{options}, console_{console} {
        std::vector<std::string> head{"slice", "to move", "positions", "wins", "losses", "draws"};
        if (distances()) head.insert(head.end(), {"longest win", "longest loss"});
        table_.add(std::move(head));
    }

    void add(const Slice& slice, const SideSummary& side) {
        if (options_.json) {
            Json object = slice_json(game_, options_.metric, slice);
            object["side_to_move"] = name(side.side_to_move);
            object["positions"] = positions(side);
            object["wins"] = side.wins;
            object["losses"] = side.losses;
            object["draws"] = side.draws;
            if (side.longest_win) object["longest_win"] = json_of(*side.longest_win);
            if (side.longest_loss) object["longest_loss"] = json_of(*side.longest_loss);
            print_json(console_, object);
            return;
        }
        add_row(slice.name(), name(side.side_to_move), side);
        sum_.wins += side.wins;
        sum_.losses += side.losses;
        sum_.draws += side.draws;
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
        std::vector<std::string> row{slice,
                                     std::string{to_move},
                                     std::to_string(positions(side)),
                                     std::to_string(side.wins),
                                     std::to_string(side.losses),
                                     std::to_string(side.draws)};
        if (distances()) {
            for (const auto& longest : {side.longest_win, side.longest_loss})
                row.push_back(longest ? std::to_string(longest->plies) : "-");
        }
        table_.add(std::move(row));
    }

    bool distances() const { return options_.metric != WldMetric::name; }
    static void keep_longer(std::optional<LongestLine>& longest, const std::optional<LongestLine>& other) {
        if (other && (!longest || other->plies > longest->plies)) longest = other;
    }

    const AnyGame& game_;
    const Options& options_;
    Console& console_;
    TextTable table_{2};
    SideSummary sum_;
};

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto tables = options.folders.open(**game, options.metric);
    if (!tables) return console.report(tables.error());
    const auto slices = present_slices(**game, **tables);
    if (!slices) return console.report(slices.error());
    ExitCode code = ExitCode::done;
    Output output{**game, options, console};
    for (const Slice& slice : *slices) {
        const auto table = (*tables)->table(slice);
        if (!table) {
            code = worst(code, console.report(table.error()));
            continue;
        }
        for (const SideSummary& side : (*table)->file().footer().summaries) output.add(slice, side);
    }
    output.finish();
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
    add_json(*command, options.json);
    command->footer(
        "Counts are of positions, for the side to move. Of positions that are each other's colour swap one "
        "is\n"
        "counted; a slice that is its own colour swap has only White to move.\n\n"
        "Examples:\n"
        "  damier stats --variant english --dir tables\n"
        "  damier stats --variant english --dir tables --json\n"
        "  damier stats --variant english --dir tables --metric dtw");
}

}  // namespace damier
