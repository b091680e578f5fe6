// damier prove: proof search from one position, with a certificate.
#include "cli/command.hpp"
#include "cli/proof_run.hpp"

namespace damier {

namespace {

enum class Wanted { win, hold, draw };

struct Options {
    ProofArguments proof;
    std::string fen;
    Wanted goal = Wanted::win;
    std::optional<Color> side;
};

// One part proves or refutes the win or hold of a side; a draw needs both sides' holds.
ProofPlan plan_for(Wanted goal, Color side, const ProofPosition& root) {
    // Black attacks first: that White holds is the first part of a draw.
    const auto decide = [=](Prover& prover) -> Result<std::vector<ProvedPart>> {
        std::vector<ProvedPart> parts;
        const auto attackers = goal == Wanted::draw  ? std::vector{Color::black, Color::white}
                               : goal == Wanted::win ? std::vector{side}
                                                     : std::vector{!side};
        for (const Color attacker : attackers) {
            Result<ProvedPart> part = prover.decide(root, attacker);
            if (!part) return fail(std::move(part.error()));
            if (part->part.goal == Goal::win) parts.clear();
            parts.push_back(std::move(*part));
            if (parts.back().part.goal == Goal::win) break;
        }
        return parts;
    };
    if (goal == Wanted::draw) return {"draw", decide};
    return {fmt::format("{} {}", name(side), goal == Wanted::win ? "wins" : "holds"), decide};
}

bool is_reached(Wanted goal, const std::vector<CertificatePart>& parts) {
    if (goal == Wanted::draw) return parts.size() == 2;
    return (parts.front().goal == Goal::win) == (goal == Wanted::win);
}

ExitCode run(const Options& options, Console& console) {
    const auto game = open_proof_game(options.proof);
    if (!game) return console.report(game.error());
    Placement root = game->game->start();
    if (options.fen != "start") {
        const auto read = parse_placement(options.fen, game->game->shape(), EmptySide::allowed);
        if (!read) return console.report(read.error(), "<arguments>");
        root = *read;
    }
    const Color side = options.side.value_or(root.to_move);
    const auto outcome =
        run_proof(options.proof, *game, root, plan_for(options.goal, side, proof_position(root)), console);
    if (!outcome) return console.report(outcome.error());
    const bool reached = is_reached(options.goal, outcome->parts);
    print_outcome(options.proof, *game, root, *outcome, reached, console);
    return reached ? ExitCode::done : ExitCode::checked_false;
}

}  // namespace

void add_prove_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "prove", "Prove by search that a side wins or does not lose, and write a certificate");
    auto& options = options_of<Options>(*command, chosen, run);
    options.proof.add_to(*command);
    command->add_option("FEN", options.fen, "The position, as in \"W:W31,K32:B1-12\", or start")
        ->required()
        ->type_name("");
    add_choice<Wanted>(*command, "--goal", options.goal,
                       {{"win", Wanted::win}, {"hold", Wanted::hold}, {"draw", Wanted::draw}},
                       "win, hold (does not lose), or draw (both sides hold)", "G")
        ->required();
    add_side(*command, options.side, "Whose win or hold; the side to move unless given");
    command->footer(
        "If the goal is refuted, the certificate proves the contrary, and the exit code is 1. Endless play "
        "is "
        "a draw;\nno draw rule that counts moves is assumed.\n"
        "After Ctrl-C (exit code 130) or a limit (7) the same command goes on where it was.\n\n"
        "Examples:\n"
        "  damier prove --variant english \"W:WK18:BK1\" --goal hold --side black --out proof.cert\n"
        "  damier build --variant english --board 5x5 --pieces 3 --dir tables\n"
        "  damier prove --variant english --board 5x5 --dir tables start --goal win --out start.cert\n"
        "  damier check-proof start.cert --dir tables");
}

}  // namespace damier
