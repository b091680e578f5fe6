// damier moves: the legal moves of positions.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/fen_input.hpp"
#include "cli/json.hpp"
#include "formats/square_text.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    std::vector<std::string> fens;
    bool json = false;
};

Json json_of(const AnyGame& game, const MoveLine& move) {
    const auto text = [&](Square s) { return square_text(game.shape(), game.rules().notation, s); };
    Json object;
    object["move"] = move.text;
    object["from"] = text(move.from);
    object["to"] = text(move.to);
    object["captured"] = Json::array();
    for (Square s : move.captured) object["captured"].push_back(text(s));
    object["promotes"] = move.promotes;
    return object;
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    // With several positions an empty line ends the moves of each.
    const bool several = options.fens.size() > 1 || options.fens.front() == "-";
    const auto end = [&] {
        if (several && !options.json) console.print("\n");
    };
    const auto answer = [&](const std::string& text, const Placement& placement) {
        const std::vector<MoveLine> moves = (*game)->moves(placement);
        if (options.json) {
            Json object;
            object["fen"] = text;
            object["variant"] = (*game)->rules().name;
            object["board"] = (*game)->shape().name();
            object["side_to_move"] = name(placement.to_move);
            object["moves"] = Json::array();
            for (const MoveLine& move : moves) object["moves"].push_back(json_of(**game, move));
            print_json(console, object);
        } else {
            for (const MoveLine& move : moves) console.print("{}\n", move.text);
        }
        end();
        return ExitCode::done;
    };
    return for_each_position(options.fens, (*game)->shape(), console, answer, end);
}

}  // namespace

void add_moves_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand("moves", "List the legal moves of a position, a line each");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    add_json(*command, options.json);
    add_fens(*command, options.fens);
    command->footer(
        "With several positions, an empty line ends the moves of each.\n\n"
        "Examples:\n"
        "  damier moves --variant international \"W:W31-50:B1-20\"\n"
        "  damier moves --variant russian --json - < positions.txt");
}

}  // namespace damier
