// damier build: makes the tables that are missing.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/quantity_text.hpp"
#include "cli/stop_signal.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    std::string metric;
    std::string folder;
    int pieces = 0;
    int threads = 1;
    std::uint64_t memory = 0;
    Effort effort = Effort::normal;
    SolverKind solver = SolverKind::automatic;
    bool quiet = false;
};

std::string summary(const BuildReport& report, const std::string& folder) {
    if (report.built == 0)
        return fmt::format("nothing to build: {} in {}", counted(report.kept, "table"), folder);
    const double seconds = report.solve_seconds;
    const std::string rate =
        seconds > 0 ? short_count(static_cast<double>(report.values) / seconds) : std::string{"?"};
    return fmt::format(
        "built {} in {} ({} were there): {} values solved in {:.1f} s ({}/s), {} written in {:.1f} s",
        counted(report.built, "table"), folder, report.kept, short_count(static_cast<double>(report.values)),
        seconds, rate, short_bytes(report.bytes), report.write_seconds);
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    BuildOptions build;
    build.folder = options.folder;
    build.pieces = options.pieces;
    build.threads = options.threads;
    build.effort = options.effort;
    build.memory = options.memory;
    build.solver = options.solver;
    const StopSignal stop;
    Result<BuildReport> report = [&] {
        Progress progress{console, options.quiet};
        return (*game)->build(options.metric, build, progress, StopSignal::request());
    }();
    if (!report && report.error().kind == ErrorKind::interrupted) {
        console.say(fmt::format(
            "interrupted; the tables in {} are whole, run the same command again to go on", options.folder));
        return ExitCode::interrupted;
    }
    if (!report) return console.report(report.error());
    if (!options.quiet) console.say(summary(*report, options.folder));
    return ExitCode::done;
}

void add_effort(CLI::App& command, Effort& effort) {
    const auto read = [&effort](const std::string& text) {
        if (text != "fast" && text != "normal")
            refuse("--effort must be fast or normal, not \"" + text + "\"");
        effort = text == "fast" ? Effort::fast : Effort::normal;
    };
    command
        .add_option_function<std::string>("--effort", read,
                                          "Compression: fast, or normal (smaller; unless given)")
        ->type_name("E");
}

void add_solver(CLI::App& command, SolverKind& solver) {
    const auto read = [&solver](const std::string& text) {
        if (text != "bit" && text != "row") refuse("--solver must be bit or row, not \"" + text + "\"");
        solver = text == "bit" ? SolverKind::bit : SolverKind::row;
    };
    command
        .add_option_function<std::string>(
            "--solver", read,
            "bit, or row: slower and simpler, for checks; same tables. Unless given, bit where it knows the "
            "metric and the rules")
        ->type_name("S");
}

void add_memory(CLI::App& command, std::uint64_t& memory) {
    memory = usable_memory();
    const auto read = [&memory](const std::string& text) {
        const auto bytes = parse_bytes(text);
        if (!bytes) {
            refuse(
                "--memory must be a number of bytes greater than 0, as in 16G (K, M, G, T: powers of 1024), "
                "not \"" +
                text + "\"");
        }
        memory = *bytes;
    };
    command
        .add_option_function<std::string>(
            "--memory", read,
            fmt::format("Memory that solving may use, as in 16G; unless given {}, which this machine has",
                        short_bytes(memory)))
        ->type_name("SIZE");
}

}  // namespace

void add_build_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "build", "Build the tables of all slices up to a number of pieces that are missing");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, most_pieces, "Most pieces on the board")->required();
    add_metric(*command, options.metric);
    command->add_option("--dir", options.folder, "The folder of the tables; made if it is not there")
        ->required()
        ->type_name("DIR");
    add_threads(*command, options.threads);
    add_memory(*command, options.memory);
    add_effort(*command, options.effort);
    add_solver(*command, options.solver);
    command->add_flag("--quiet", options.quiet, "No progress");
    command->footer(
        "Each table appears under its name when it is whole. After Ctrl-C or a kill, the same command goes "
        "on.\n\n"
        "Examples:\n"
        "  damier build --variant english --pieces 4 --dir tables\n"
        "  damier build --variant english --pieces 4 --metric dtw --dir tables\n"
        "  damier build --variant russian --pieces 5 --dir tables --threads 8 --memory 16G --effort fast");
}

}  // namespace damier
