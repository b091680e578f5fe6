// damier solve: the value of a whole small game, with a certificate.
#include "cli/command.hpp"
#include "cli/proof_run.hpp"

namespace damier {

namespace {

struct Options {
    ProofArguments proof;
    int men = 0;
};

// So many rows of men a side, from the edges.
Result<Placement> start_with(const AnyGame& game, int rows) {
    Placement start = game.start();
    if (rows == 0) return start;
    const BoardShape& shape = game.shape();
    if (2 * rows >= shape.height) {
        return fail(ErrorKind::usage, fmt::format("--men {}: no room is left on {}", rows, shape.name()));
    }
    start.pieces.clear();
    for (int i = 0; i < shape.squares(); ++i) {
        const int row = shape.place(square(i)).row;
        if (row < rows) start.pieces.push_back({square(i), Color::black, false});
        if (row >= shape.height - rows) start.pieces.push_back({square(i), Color::white, false});
    }
    return start;
}

// Does the first player win? If not, does the second? If not, both hold.
ProofPlan plan_for(const ProofPosition& root) {
    const auto decide = [root](Prover& prover) -> Result<std::vector<ProvedPart>> {
        Result<ProvedPart> second_holds = prover.decide(root, root.to_move);
        if (!second_holds) return fail(std::move(second_holds.error()));
        std::vector<ProvedPart> parts;
        if (second_holds->part.goal == Goal::hold) {
            Result<ProvedPart> first_holds = prover.decide(root, !root.to_move);
            if (!first_holds) return fail(std::move(first_holds.error()));
            const bool wins = first_holds->part.goal == Goal::win;
            parts.push_back(std::move(*first_holds));
            if (wins) return parts;
        }
        parts.push_back(std::move(*second_holds));
        // The order of the format: White, Black.
        if (parts.size() == 2 && parts.front().part.prover == Color::black) std::swap(parts[0], parts[1]);
        return parts;
    };
    return {"value", decide};
}

ExitCode run(const Options& options, Console& console) {
    const auto game = open_proof_game(options.proof);
    if (!game) return console.report(game.error());
    const auto root = start_with(*game->game, options.men);
    if (!root) return console.report(root.error());
    const auto outcome = run_proof(options.proof, *game, *root, plan_for(proof_position(*root)), console);
    if (!outcome) return console.report(outcome.error());
    print_outcome(options.proof, *game, *root, *outcome, std::nullopt, console);
    return ExitCode::done;
}

}  // namespace

void add_solve_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "solve", "Find out what a whole small game is worth, by tables and search, with a certificate");
    auto& options = options_of<Options>(*command, chosen, run);
    options.proof.add_to(*command);
    add_whole(*command, "--men", options.men, 1, 12,
              "Rows of men a side; unless given, all rows but two in the middle, or the official ones");
    command->footer(
        "The certificate proves a win of one side, or that both hold. After Ctrl-C or a limit the same "
        "command goes on.\n\n"
        "Examples:\n"
        "  damier solve --variant english --board 5x5 --men 1 --out small.cert\n"
        "  damier build --variant english --board 5x5 --pieces 4 --dir tables\n"
        "  damier solve --variant english --board 5x5 --dir tables --out start.cert");
}

}  // namespace damier
