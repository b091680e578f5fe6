// damier pdn convert: games as canonical PDN 3.0, or as JSON.
#include "cli/pdn_command.hpp"
#include "cli/pdn_output.hpp"

namespace damier {

namespace {

struct Options {
    PdnArguments input;
    PdnOutputArguments output;
};

ExitCode run(const Options& options, Console& console) {
    auto output = PdnOutput::open(options.output);
    if (!output) return console.report(output.error());
    ExitCode incomplete = ExitCode::done;
    const auto use = [&](PdnItem& item) {
        if (!item.is_rest) incomplete = worst(incomplete, output->report(item, console));
        console.print(output->encoded(item.text));
    };
    const ExitCode code = run_games(
        options.input, console,
        [&](const PdnTask& task, PdnItem& item) { item.text = output->text(task, item); }, use,
        [&](const PdnTask& task, PdnItem& item) { item.text = output->rest(task.raw); });
    incomplete = worst(incomplete, output->finish(console));
    return worst(code, incomplete);
}

}  // namespace

void add_pdn_convert(CLI::App& pdn, Action& chosen) {
    CLI::App* command = pdn.add_subcommand("convert", "Write games as canonical PDN 3.0, or as JSON lines");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    options.output.add_to(*command);
    command->footer(
        "What is no legal move, and all behind it in the same line, is kept as a comment {unread: ...}; such "
        "a game is\n"
        "told, and the exit code is 4. A game whose variant is unknown is left out.\n\n"
        "Examples:\n"
        "  damier pdn convert games.pdn > canonical.pdn\n"
        "  damier pdn convert --notation algebraic --fen algebraic --variant english games.pdn\n"
        "  damier pdn convert --json games.pdn");
}

}  // namespace damier
