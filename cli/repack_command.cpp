// damier repack: tables stored anew at another effort; nothing is solved.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/present_tables.hpp"
#include "cli/progress.hpp"
#include "cli/quantity_text.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/slice_json.hpp"
#include "cli/stop_signal.hpp"
#include "egtb/atomic_file.hpp"
#include "solver/repack.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::string metric;
    RuleArguments rules;
    Effort effort = Effort::max;
    std::string to;
    int threads = 1;
    bool json = false;
    bool quiet = false;
};

struct Totals {
    std::size_t tables = 0;
    std::uint64_t before = 0;  // bytes
    std::uint64_t after = 0;
};

void print(const AnyGame& game, const Slice& slice, std::uint64_t before, std::uint64_t after,
           const Options& options, Console& console) {
    if (options.json) {
        Json object = slice_json(game, options.metric, slice);
        object["effort"] = name_of(options.effort);
        object["bytes_before"] = before;
        object["bytes"] = after;
        print_json(console, object);
    } else {
        console.print("{}\t{} bytes\t{} before\n", slice.name(), after, before);
    }
    console.flush();
}

ExitCode repack_all(const AnyGame& game, TableSet& tables, const Options& options, Console& console,
                    Totals& totals) {
    ExitCode code = ExitCode::done;
    const auto present = present_tables(
        game, tables, [&](const Slice&, const Error& error) { code = worst(code, console.report(error)); });
    if (!present) return console.report(present.error());
    Progress progress{console, options.quiet};
    progress.plan(values_of(*present), present->size());
    for (const auto& [slice, table, values] : *present) {
        if (console.output_failed()) break;
        const TableFile& file = table->file();
        progress.begin("repack", slice.name(), values);
        SolveOptions work;
        work.threads = options.threads;
        work.stop = StopSignal::request();
        work.done = [&](std::uint64_t count) { progress.advanced(count); };
        const auto repacked = repack_table(file, options.to, options.effort, work);
        progress.finish_slice();
        if (!repacked && repacked.error().kind == ErrorKind::interrupted) {
            console.say("interrupted");
            return ExitCode::interrupted;
        }
        if (!repacked) {
            code = worst(code, console.report(repacked.error()));
            continue;
        }
        print(game, slice, file.footer().file_length, repacked->file_length, options, console);
        ++totals.tables;
        totals.before += file.footer().file_length;
        totals.after += repacked->file_length;
    }
    return code;
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto counted = options.rules.open(**game, options.metric);
    if (!counted) return console.report(counted.error());
    const auto tables = options.folders.open(**game, options.metric, *counted);
    if (!tables) return console.report(tables.error());
    std::error_code made;
    std::filesystem::create_directories(options.to, made);
    if (made) {
        return console.report(
            Error{ErrorKind::io, options.to + ": cannot make the folder: " + made.message(), {}});
    }
    // What killed runs have left.
    if (const auto cleared = remove_stale_temporaries(options.to); !cleared)
        return console.report(cleared.error());
    const StopSignal stop;
    Totals totals;
    const ExitCode code = repack_all(**game, **tables, options, console, totals);
    if (!options.quiet && totals.tables > 0) {
        console.say(fmt::format("repacked {} tables: {} bytes, {} before", totals.tables, totals.after,
                                totals.before));
    }
    return code;
}

}  // namespace

void add_repack_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "repack", "Store tables anew at another effort: the same values, nothing is solved");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_metric(*command, options.metric);
    options.rules.add_to(*command);
    add_effort(*command, options.effort)
        ->required()
        ->description(
            "Compression: fast, normal (smaller), or max (win/loss/draw half as large, slow to write and to "
            "read)");
    command
        ->add_option("--to", options.to,
                     "The folder to write to, made if it is not there; may be that of --dir")
        ->required()
        ->type_name("DIR");
    add_threads(*command, options.threads);
    add_json(*command, options.json);
    command->add_flag("--quiet", options.quiet, "No progress");
    command->footer(
        "A line for each table: its bytes, and those before. A table keeps its content digest, so that "
        "tables "
        "built on it go on serving. A file takes its new form only when that is complete and verified.\n\n"
        "Examples:\n"
        "  damier repack --variant english --dir tables --effort max --to tables\n"
        "  damier repack --variant english --dir tables --effort fast --to tables --threads 2");
}

}  // namespace damier
