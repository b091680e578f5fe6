// damier probe: the value of positions, and of their moves.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/diagram_arguments.hpp"
#include "cli/fen_input.hpp"
#include "cli/json.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/rule_judge.hpp"
#include "cli/value_text.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::vector<std::string> fens;
    std::string metric;  // empty: the first below of which there are tables
    RuleArguments rules;
    std::optional<int> counter;
    bool no_draw_rule = false;
    bool line = false;
    std::string diagram;
    bool json = false;
};

Result<std::unique_ptr<TableSet>> open_tables(const AnyGame& game, const Options& options, Console& console) {
    const bool by_rule = options.rules.given() || options.counter || options.no_draw_rule;
    const std::string_view asked = by_rule && options.metric.empty() ? RuleMetric::name : options.metric;
    const auto counted = options.rules.open(game, asked);
    if (!counted) return fail(counted.error());
    if (by_rule && *counted == nullptr)
        return fail(ErrorKind::usage, "--counter and --no-draw-rule are for --metric rule");
    if (!asked.empty()) return options.folders.open(game, asked, *counted);
    auto tables = options.folders.open_first(game, {DtwMetric::name, WldMetric::name, DtzMetric::name},
                                             options.line ? DtwMetric::name : WldMetric::name);
    if (!tables) return tables;
    const auto by_rules = options.folders.open(game, RuleMetric::name);
    if (by_rules && !(*by_rules)->present().empty())
        console.say("the folders have tables under draw rules too; --metric rule looks them up");
    return tables;
}

class Answers {
public:
    Answers(const AnyGame& game, const AnyProber& prober, const TableIdentity& tables, Console& console,
            const Options& options)
        : game_{game},
          prober_{prober},
          metric_{tables.metric},
          counted_{tables.counted.get()},
          console_{console},
          options_{options} {}

    Result<ExitCode> answer(const std::string& text, const Placement& placement) const {
        ExitCode code = ExitCode::done;
        const auto report = [&](const Error& error) {
            code = worst(code, console_.report({error.kind, text + ": " + error.message, {}}));
        };
        std::optional<RuleJudge> judge;
        if (counted_ != nullptr) {
            auto made = RuleJudge::of(*counted_, game_.rules(), text, placement, options_.counter,
                                      options_.no_draw_rule);
            if (!made) return fail(made.error());
            judge = *made;
        }
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
            print_json(console_, json_of(text, placement, judge, value, line, diagram, report));
            return code;
        }
        const bool plies = value && value->plies && !options_.no_draw_rule;
        console_.print("{}\t{}\t{}", text, value ? result_name(judge, *value) : "unknown",
                       plies ? std::to_string(*value->plies) : "-");
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
    static std::string_view result_name(const std::optional<RuleJudge>& judge, const MetricValue& value) {
        return judge ? name(judge->outcome(value)) : name(value.result);
    }
    void set(Json& object, const std::optional<RuleJudge>& judge,
             const std::optional<MetricValue>& value) const {
        set_value(object, metric_, value);
        if (!judge || !value) return;
        object["result"] = name(judge->outcome(*value));
        object["without_rule"] = name(value->result);
    }

    template <class Report>
    Json json_of(const std::string& text, const Placement& placement, const std::optional<RuleJudge>& judge,
                 const std::optional<MetricValue>& value, const std::vector<RatedMoveLine>& line,
                 const std::string& diagram, const Report& report) const {
        Json object;
        object["fen"] = text;
        object["variant"] = game_.rules().name;
        object["board"] = game_.shape().name();
        object["metric"] = metric_;
        set(object, judge, value);
        if (judge) judge->describe(object);
        set_rules(object, counted_);
        object["unit"] = "ply";
        object["moves"] = Json::array();
        if (const auto moves = prober_.rated_moves(placement)) {
            for (const RatedMoveLine& move : *moves) object["moves"].push_back(json_of(move, judge));
        } else {
            report(moves.error());
        }
        if (options_.line) {
            object["line"] = Json::array();
            for (const RatedMoveLine& move : line) object["line"].push_back(json_of(move, judge));
        }
        if (!diagram.empty()) object["diagram"] = diagram;
        return object;
    }

    Json json_of(const RatedMoveLine& move, const std::optional<RuleJudge>& judge) const {
        Json object;
        object["move"] = move.text;
        set(object, judge, move.value);
        return object;
    }

    const AnyGame& game_;
    const AnyProber& prober_;
    std::string_view metric_;
    const CountedRules* counted_;
    Console& console_;
    const Options& options_;
};

void add_counter(CLI::App& command, std::optional<int>& counter) {
    const auto read = [&counter](const std::string& text) {
        counter = parse_whole(text, 0, most_plies_counted);
        if (!counter) {
            refuse(fmt::format("--counter must be a whole number of plies from 0 to {}, not \"{}\"",
                               most_plies_counted, text));
        }
    };
    command
        .add_option_function<std::string>(
            "--counter", read,
            "For --metric rule: so many plies of the draw rule for the material on the board count already, "
            "as the field H of a FEN says; unless given, that, or 0")
        ->type_name("N");
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto tables = open_tables(**game, options, console);
    if (!tables) return console.report(tables.error());
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    const Answers answers{**game, **prober, (*tables)->identity(), console, options};
    say_left_out((*tables)->identity().counted.get(), console);
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
    options.rules.add_to(*command);
    add_counter(*command, options.counter);
    command->add_flag("--no-draw-rule", options.no_draw_rule,
                      "For --metric rule: the result without draw rules");
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
        "moves.\n"
        "With --metric rule the result may also be cursed-win or blessed-loss, both drawn by rule; the "
        "distance is the\n"
        "number of plies that the winner needs: with c plies counted he wins if c and it are no more than "
        "the "
        "limit.\n\n"
        "Examples:\n"
        "  damier probe --variant english --dir tables \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --json \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --metric dtw --line \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --metric rule --rulebook wcdf --counter 70 "
        "\"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --diagram unicode \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables - < positions.txt");
}

}  // namespace damier
