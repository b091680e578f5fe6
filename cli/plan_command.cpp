// damier plan: what a build will take, before anything is built.
#include <array>

#include "cli/arguments.hpp"
#include "cli/cluster_command.hpp"
#include "cli/cluster_scripts.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/quantity_text.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/slice_json.hpp"
#include "cli/text_table.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    std::string metric;
    RuleArguments rules;
    std::string folder;
    int pieces = 0;
    bool json = false;
    bool units = false;
    int cpus = 1;
    double unit_minutes = 5;
    std::string format;
    Effort effort = Effort::normal;
};

constexpr std::array machines_shown{2, 8, 16, 32, 64};

Json total_json(const AnyGame& game, const Options& options) {
    Json total;
    total["variant"] = game.rules().name;
    total["board"] = game.shape().name();
    total["metric"] = options.metric;
    total["pieces"] = options.pieces;
    return total;
}

// The build as units for several machines: what each takes, and what they take together.
void print_units_as_json(const ClusterPlan& plan, const AnyGame& game, const Options& options,
                         Console& console) {
    for (std::size_t u = 0; u < plan.units.size(); ++u) {
        const BuildUnit& unit = plan.units[u];
        Json object;
        object["unit"] = u;
        object["slices"] = Json::array();
        for (const Slice& slice : unit.slices) object["slices"].push_back(slice.name());
        if (unit.part) object["part"] = unit.part->name();
        if (unit.frames) object["frames"] = {unit.frames->share, unit.frames->shares};
        object["parents"] = unit.parents;
        object["memory"] = unit.memory;
        object["least_memory"] = unit.least_memory;
        object["disk"] = unit.disk;
        object["reads"] = unit.reads;
        object["seconds"] = unit.seconds;
        object["solving"] = unit.solving;
        print_json(console, object);
    }
    const UnitTotals totals = totals_of(plan.units);
    Json total = total_json(game, options);
    total["units"] = plan.units.size();
    total["seconds"] = totals.seconds;
    total["one_machine"] = plan.serial_seconds;
    total["critical_path"] = critical_path(plan.units);
    total["peak_memory"] = totals.memory;
    total["least_memory"] = totals.least_memory;
    total["reads"] = totals.reads;
    total["disk"] = totals.disk;
    total["machines"] = Json::array();
    for (const int machines : machines_shown) {
        const double seconds = simulated_seconds(plan.units, machines);
        Json line;
        line["machines"] = machines;
        line["seconds"] = seconds;
        line["speed_up"] = plan.serial_seconds / seconds;
        total["machines"].push_back(line);
    }
    print_json(console, total);
}

void print_units_as_text(const ClusterPlan& plan, const Options& options, Console& console) {
    const UnitTotals totals = totals_of(plan.units);
    console.print("{}, a unit on {}: memory of a unit at most {} ({} at least), {} read, {} written\n",
                  counted(plan.units.size(), "unit"),
                  counted(static_cast<std::uint64_t>(options.cpus), "thread"), short_bytes(totals.memory),
                  short_bytes(totals.least_memory), short_bytes(totals.reads), short_bytes(totals.disk));
    const auto time = [&](double seconds) { return about_time(seconds / options.cpus); };
    console.print("one machine {}; in units {}, the longest chain {}\n", time(plan.serial_seconds),
                  time(totals.seconds), time(critical_path(plan.units)));
    TextTable table{0};
    table.add({"machines", "speed-up", "time"});
    for (const int machines : machines_shown) {
        const double seconds = simulated_seconds(plan.units, machines);
        table.add({std::to_string(machines), fmt::format("{:.1f}", plan.serial_seconds / seconds),
                   clock_time(seconds / options.cpus)});
    }
    console.print(table.text());
}

ExitCode run_units(const Options& options, const AnyGame& game, Console& console) {
    const auto plan = sketch_cluster_plan(game, options.metric, options.rules, options.pieces, options.effort,
                                          options.unit_minutes, options.cpus);
    if (!plan) return console.report(plan.error());
    if (options.json) {
        print_units_as_json(*plan, game, options, console);
    } else {
        print_units_as_text(*plan, options, console);
    }
    return ExitCode::done;
}

// Writes the plan, and prints what runs it.
ExitCode run_make(const Options& options, const AnyGame& game, Console& console) {
    const auto plan = make_cluster_plan(game, options.metric, options.rules, options.pieces, options.folder,
                                        options.effort, options.unit_minutes, options.cpus);
    if (!plan) return console.report(plan.error());
    if (auto written = write_plan(*plan); !written) return console.report(written.error());
    console.print(makefile_text(*plan));
    return ExitCode::done;
}

void print_as_json(const BuildPlan& plan, const AnyGame& game, const Options& options, Console& console) {
    for (const PlannedSlice& slice : plan.slices) {
        Json object = slice_json(game, options.metric, slice.slice);
        object["placements"] = slice.placements;
        object["values"] = slice.values;
        object["memory"] = slice.memory;
        object["enough_memory"] = slice.enough_memory;
        object["least_memory"] = slice.least_memory;
        object["disk"] = slice.disk;
        if (!options.folder.empty()) object["present"] = slice.present;
        print_json(console, object);
    }
    Json total = total_json(game, options);
    total["slices"] = plan.slices.size();
    total["placements"] = plan.placements;
    total["values"] = plan.values;
    total["peak_memory"] = plan.peak_memory;
    total["enough_memory"] = plan.enough_memory;
    total["least_memory"] = plan.least_memory;
    total["disk"] = plan.disk;
    total["seconds"] = plan.seconds;
    print_json(console, total);
}

void print_as_text(const BuildPlan& plan, const AnyGame& game, const Options& options, Console& console) {
    const bool folder = !options.folder.empty();
    TextTable table{1};
    const auto add = [&](std::vector<std::string> row, const char* present) {
        if (folder) row.emplace_back(present);
        table.add(std::move(row));
    };
    std::size_t present = 0;
    add({"slice", "placements", "values", "memory", "disk"}, "present");
    for (const PlannedSlice& slice : plan.slices) {
        present += slice.present;
        add({slice.slice.name(), std::to_string(slice.placements), std::to_string(slice.values),
             std::to_string(slice.memory), std::to_string(slice.disk)},
            slice.present ? "yes" : "no");
    }
    console.print(table.text());
    console.print("\n{} {}, up to {} pieces, {}: {} slices, {} placements, {} values\n", game.rules().name,
                  game.shape().name(), options.pieces, options.metric, plan.slices.size(), plan.placements,
                  plan.values);
    if (folder)
        console.print("present in {}: {} of {} slices\n", options.folder, present, plan.slices.size());
    const std::string least =
        plan.least_memory < plan.peak_memory
            ? fmt::format(" (about {} with `build --memory`, in more time, and not below {})",
                          short_bytes(plan.enough_memory), short_bytes(plan.least_memory))
            : std::string{};
    console.print("memory at most {}{}, disk about {}, time {} on one thread\n",
                  short_bytes(plan.peak_memory), least, short_bytes(plan.disk), about_time(plan.seconds));
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    if (const auto counted = options.rules.open(**game, options.metric); !counted)
        return console.report(counted.error());
    if (!options.format.empty()) return run_make(options, **game, console);
    if (options.units) return run_units(options, **game, console);
    if (!options.folder.empty()) {
        if (auto readable = check_readable(options.folder); !readable)
            return console.report(readable.error());
    }
    const auto plan = (*game)->plan(options.metric, options.pieces, options.folder);
    if (!plan) return console.report(plan.error());
    if (options.json) {
        print_as_json(*plan, **game, options, console);
    } else {
        print_as_text(*plan, **game, options, console);
    }
    return ExitCode::done;
}

}  // namespace

void add_plan_command(CLI::App& program, Action& chosen) {
    CLI::App* command =
        program.add_subcommand("plan", "Tell what a build will take: slices, memory, disk and time");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, most_pieces, "Most pieces on the board")->required();
    add_metric(*command, options.metric);
    options.rules.add_to(*command);
    CLI::Option* folder =
        command->add_option("--dir", options.folder, "A folder; say which tables it has already")
            ->type_name("DIR");
    CLI::Option* json = add_json(*command, options.json);
    CLI::Option* units = command->add_flag(
        "--units", options.units, "The units in which several machines build, and how fast they are");
    CLI::Option* format = add_choice<std::string>(
        *command, "--format", options.format, {{"make", "make"}},
        "Write the units to DIR/.cluster, and print rules of make that run them", "make");
    format->needs(folder)->excludes(units)->excludes(json);
    units->excludes(folder);
    CLI::Option* cpus =
        add_whole(*command, "--cpus", options.cpus, 1, most_threads, "Processors of a unit; 1 unless given");
    CLI::Option* minutes = add_unit_minutes(*command, options.unit_minutes);
    add_effort(*command, options.effort)->needs(format);
    need_one_of(*command, {cpus, minutes}, {units, format});
    command->footer(
        "Memory and disk are in bytes; the time is for one thread, for the tables not present.\n\n"
        "Examples:\n"
        "  damier plan --variant english --pieces 5\n"
        "  damier plan --variant international --pieces 4 --dir tables --json\n"
        "  damier plan --variant english --pieces 8 --units --cpus 32 --unit-minutes 0\n"
        "  damier plan --variant english --pieces 6 --dir tables --format make > units.mk");
}

}  // namespace damier
