// damier probe: the value of positions, and of their moves.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/fen_input.hpp"
#include "cli/json.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::vector<std::string> fens;
    bool json = false;
};

constexpr std::string_view unknown = "unknown";

std::string_view text_of(const std::optional<Wld>& value) { return value ? name(*value) : unknown; }

class Answers {
public:
    Answers(const AnyGame& game, const AnyProber& prober, Console& console, bool json)
        : game_{game}, prober_{prober}, console_{console}, json_{json} {}

    ExitCode answer(const std::string& text, const Placement& placement) const {
        ExitCode code = ExitCode::done;
        const auto report = [&](const Error& error) {
            code = worst(code, console_.report({error.kind, text + ": " + error.message, {}}));
        };
        std::optional<Wld> value;
        if (const Result<Wld> probed = prober_.probe(placement)) {
            value = *probed;
        } else {
            report(probed.error());
        }
        if (!json_) {
            console_.print("{}\t{}\t-\n", text, text_of(value));
            return code;
        }
        Json object;
        object["fen"] = text;
        object["variant"] = game_.rules().name;
        object["board"] = game_.shape().name();
        object["metric"] = wld_metric;
        object["result"] = text_of(value);
        object["unit"] = "ply";
        object["moves"] = Json::array();
        if (const auto moves = prober_.rated_moves(placement)) {
            for (const RatedMoveLine& move : *moves) {
                object["moves"].push_back({{"move", move.text}, {"result", text_of(move.value)}});
            }
        } else {
            report(moves.error());
        }
        print_json(console_, object);
        return code;
    }

private:
    const AnyGame& game_;
    const AnyProber& prober_;
    Console& console_;
    bool json_;
};

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto tables = options.folders.open(**game);
    if (!tables) return console.report(tables.error());
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    const Answers answers{**game, **prober, console, options.json};
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
    add_json(*command, options.json);
    add_fens(*command, options.fens);
    command->footer(
        "The result, for the side to move, is win, loss, draw, or unknown where a table is missing (exit "
        "code 3).\n"
        "The tables of this version have no distances: the third column is -.\n\n"
        "Examples:\n"
        "  damier probe --variant english --dir tables \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables --json \"W:WK1,K2:BK32\"\n"
        "  damier probe --variant english --dir tables - < positions.txt");
}

}  // namespace damier
