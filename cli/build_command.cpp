// damier build: makes the tables that are missing.
#include "cli/arguments.hpp"
#include "cli/cluster_command.hpp"
#include "cli/cluster_submit.hpp"
#include "cli/command.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/quantity_text.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/stop_signal.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    std::string metric;
    RuleArguments rules;
    std::string folder;
    int pieces = 0;
    int threads = 1;
    std::uint64_t memory = 0;
    Effort effort = Effort::normal;
    SolverKind solver = SolverKind::automatic;
    bool quiet = false;
    std::string cluster;
    double unit_minutes = 5;
    SlurmOptions slurm;
};

ExitCode submit(const Options& options, const AnyGame& game, Console& console) {
    const auto plan = make_cluster_plan(game, options.metric, options.rules, options.pieces, options.folder,
                                        options.effort, options.unit_minutes, options.slurm.cpus);
    if (!plan) return console.report(plan.error());
    return submit_plan(*plan, options.slurm, {}, console);
}

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
    auto counted = options.rules.open(**game, options.metric);
    if (!counted) return console.report(counted.error());
    if (!options.quiet) say_left_out(counted->get(), console);
    if (!options.cluster.empty()) return submit(options, **game, console);
    BuildOptions build;
    build.counted = std::move(*counted);
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

void add_solver(CLI::App& command, SolverKind& solver) {
    add_choice<SolverKind>(
        command, "--solver", solver, {{"bit", SolverKind::bit}, {"row", SolverKind::row}},
        "bit, or row: slower and simpler, for checks; same tables. Unless given, bit where it knows the "
        "metric and the rules",
        "S");
}

}  // namespace

void add_build_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "build", "Build the tables of all slices up to a number of pieces that are missing");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, most_pieces, "Most pieces on the board")->required();
    add_metric(*command, options.metric);
    options.rules.add_to(*command);
    command->add_option("--dir", options.folder, "The folder of the tables; made if it is not there")
        ->required()
        ->type_name("DIR");
    add_threads(*command, options.threads);
    add_memory(*command, options.memory);
    add_effort(*command, options.effort);
    add_solver(*command, options.solver);
    command->add_flag("--quiet", options.quiet, "No progress");
    CLI::Option* cluster =
        add_choice<std::string>(*command, "--cluster", options.cluster, {{"slurm", "slurm"}},
                                "Submit the build as jobs of Slurm, in units; see docs/cluster.md", "slurm");
    // Each unit asks for what it needs.
    for (const char* name : {"--threads", "--memory", "--solver", "--quiet"})
        cluster->excludes(command->get_option(name));
    const std::size_t before = command->get_options().size();
    options.slurm.add_to(*command);
    add_unit_minutes(*command, options.unit_minutes);
    const auto all = command->get_options();
    for (std::size_t i = before; i < all.size(); ++i) all[i]->needs(cluster)->group("With --cluster");
    command->footer(
        "Each table appears under its name when it is whole. After Ctrl-C or a kill, the same command goes "
        "on.\n\n"
        "Examples:\n"
        "  damier build --variant english --pieces 4 --dir tables\n"
        "  damier build --variant english --pieces 4 --metric dtw --dir tables\n"
        "  damier build --variant english --pieces 4 --metric rule --rulebook wcdf --dir tables\n"
        "  damier build --variant russian --pieces 4 --dir tables --threads 8 --memory 16G --effort fast\n"
        "  damier build --variant english --pieces 6 --dir tables --cluster slurm --cpus 32 --mem 60G "
        "--unit-minutes 0");
}

}  // namespace damier
