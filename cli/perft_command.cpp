// damier perft: the number of move sequences of each length.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"

namespace damier {

namespace {

constexpr int deepest = 100;

struct Options {
    GameArguments game;
    std::optional<std::string> fen;
    int depth = 0;
    bool ordered = false;
    bool json = false;
};

ExitCode count(const AnyGame& game, const Placement& start, const Options& options, Console& console) {
    const CaptureCount captures = options.ordered ? CaptureCount::ordered : CaptureCount::merged;
    for (int depth = 1; depth <= options.depth && !console.output_failed(); ++depth) {
        const std::uint64_t nodes = game.perft(start, depth, captures);
        if (options.json) {
            Json object;
            object["variant"] = game.rules().name;
            object["board"] = game.shape().name();
            object["fen"] = write_placement(start, game.shape(), game.rules().notation);
            object["count"] = options.ordered ? "ordered" : "merged";
            object["depth"] = depth;
            object["nodes"] = nodes;
            print_json(console, object);
        } else {
            console.print("{} {}\n", depth, nodes);
        }
        console.flush();
    }
    return ExitCode::done;
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    if (!options.fen) return count(**game, (*game)->start(), options, console);
    const auto start = parse_placement(*options.fen, (*game)->shape(), EmptySide::allowed);
    if (!start) return console.report(start.error(), "--fen");
    return count(**game, *start, options, console);
}

}  // namespace

void add_perft_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "perft", "Count the move sequences of 1 to N plies: a line `depth nodes` each");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    command->add_option("--fen", options.fen, "The position to start from; else that of the variant")
        ->type_name("FEN");
    add_whole(*command, "--depth", options.depth, 1, deepest, "Longest sequences, in plies")->required();
    add_choice<bool>(*command, "--count", options.ordered, {{"merged", false}, {"ordered", true}},
                     "merged (as unless given): captures with the same start, end and captured pieces are "
                     "one; ordered: those that take them in another order count apart",
                     "HOW");
    add_json(*command, options.json);
    command->footer(
        "Examples:\n"
        "  damier perft --variant english --depth 8\n"
        "  damier perft --variant international --fen \"W:WK38:B18,19,32,33\" --depth 3 --count ordered");
}

}  // namespace damier
