// damier probe: the value of positions, and of their moves.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/diagram_arguments.hpp"
#include "cli/fen_input.hpp"
#include "cli/json.hpp"
#include "cli/value_text.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::vector<std::string> fens;
    std::string metric;  // empty: the first below of which there are tables
    bool line = false;
    std::string diagram;
    bool json = false;
};

Result<std::unique_ptr<TableSet>> open_tables(const AnyGame& game, const Options& options) {
    if (!options.metric.empty()) return options.folders.open(game, options.metric);
    return options.folders.open_first(game, {DtwMetric::name, WldMetric::name, DtzMetric::name},
                                      options.line ? DtwMetric::name : WldMetric::name);
}

class Answers {
public:
    Answers(const AnyGame& game, const AnyProber& prober, std::string_view metric, Console& console,
            const Options& options)
        : game_{game}, prober_{prober}, metric_{metric}, console_{console}, options_{options} {}

    ExitCode answer(const std::string& text, const Placement& placement) const {
        ExitCode code = ExitCode::done;
        const auto report = [&](const Error& error) {
            code = worst(code, console_.report({error.kind, text + ": " + error.message, {}}));
        };
        std::optional<MetricValue> value;
        if (const auto probed = prober_.probe(placement)) {
            value = *probed;
        } else {
            report(probed.error());
        }
        std::vector<RatedMoveLine> line;
        if (options_.line && value) {
            if (auto found = prober_.best_line(placement)) {
                line = std::move(*found);
            } else {
                report(found.error());
            }
        }
        const std::string diagram =
            options_.diagram.empty() ? "" : diagram_of(options_.diagram, text, game_.shape());
        if (options_.json) {
            print_json(console_, json_of(text, placement, value, line, diagram, report));
            return code;
        }
        console_.print("{}\t{}\t{}", text, value ? name(value->result) : "unknown",
                       value && value->plies ? std::to_string(*value->plies) : "-");
        if (options_.line) {
            std::string moves;
            for (const RatedMoveLine& move : line) moves += (moves.empty() ? "" : " ") + move.text;
            console_.print("\t{}", moves.empty() ? "-" : moves);
        }
        console_.print("\n");
        console_.print(diagram);
        return code;
    }

private:
    template <class Report>
    Json json_of(const std::string& text, const Placement& placement, const std::optional<MetricValue>& value,
                 const std::vector<RatedMoveLine>& line, const std::string& diagram,
                 const Report& report) const {
        Json object;
        object["fen"] = text;
        object["variant"] = game_.rules().name;
        object["board"] = game_.shape().name();
        object["metric"] = metric_;
        set_value(object, metric_, value);
        object["unit"] = "ply";
        object["moves"] = Json::array();
        if (const auto moves = prober_.rated_moves(placement)) {
            for (const RatedMoveLine& move : *moves) object["moves"].push_back(json_of(move));
        } else {
            report(moves.error());
        }
        if (options_.line) {
            object["line"] = Json::array();
            for (const RatedMoveLine& move : line) object["line"].push_back(json_of(move));
        }
        if (!diagram.empty()) object["diagram"] = diagram;
        return object;
    }

    Json json_of(const RatedMoveLine& move) const {
        Json object;
        object["move"] = move.text;
        set_value(object, metric_, move.value);
        return object;
    }

    const AnyGame& game_;
    const AnyProber& prober_;
    std::string_view metric_;
    Console& console_;
    const Options& options_;
};

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto tables = open_tables(**game, options);
    if (!tables) return console.report(tables.error());
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    const Answers answers{**game, **prober, (*tables)->identity().metric, console, options};
    return for_each_position(
        options.fens, (*game)->shape(), console,
        [&](const std::string& text, const Placement& placement) { return answers.answer(text, placement); });
}

}  // namespace

void add_probe_command(CLI::App& program, Action& chosen) {
    CLI::App* command =
        program.add_subcommand("probe", "Look positions up: a line `FEN<TAB>result<TAB>distance` each");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_metric(*command, options.metric, {});
    command->add_flag("--line", options.line, "Add the best moves to the end of the game (dtw)");
    add_diagram(*command, options.diagram);
    add_json(*command, options.json);
    add_fens(*command, options.fens);
    command->footer(
        "The result, for the side to move, is win, loss, draw, or unknown where a table is missing (exit "
        "code 3).\n"
        "The distance is in plies, for tables that have one; else -. Unless --metric says otherwise, tables "
        "of dtw\n"
        "are used where there are any, else wld, else dtz. With --line a fourth column has the best "
        "moves.\n\n"
        "Examples:\n"
        "  damier probe --variant english --dir tables \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --json \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --metric dtw --line \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --diagram unicode \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables - < positions.txt");
}

}  // namespace damier
