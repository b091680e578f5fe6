// damier plan: what a build will take, before anything is built.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/quantity_text.hpp"
#include "cli/slice_json.hpp"
#include "cli/text_table.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    std::string metric;
    std::string folder;
    int pieces = 0;
    bool json = false;
};

void print_as_json(const BuildPlan& plan, const AnyGame& game, const Options& options, Console& console) {
    for (const PlannedSlice& slice : plan.slices) {
        Json object = slice_json(game, options.metric, slice.slice);
        object["placements"] = slice.placements;
        object["values"] = slice.values;
        object["memory"] = slice.memory;
        object["disk"] = slice.disk;
        if (!options.folder.empty()) object["present"] = slice.present;
        print_json(console, object);
    }
    Json total;
    total["variant"] = game.rules().name;
    total["board"] = game.shape().name();
    total["metric"] = options.metric;
    total["pieces"] = options.pieces;
    total["slices"] = plan.slices.size();
    total["placements"] = plan.placements;
    total["values"] = plan.values;
    total["peak_memory"] = plan.peak_memory;
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
    console.print("memory at most {}, disk about {}, time {} on one thread\n", short_bytes(plan.peak_memory),
                  short_bytes(plan.disk), about_time(plan.seconds));
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
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
    command->add_option("--dir", options.folder, "A folder; say which tables it has already")
        ->type_name("DIR");
    add_json(*command, options.json);
    command->footer(
        "Memory and disk are in bytes; the time is for one thread, for the tables not present.\n\n"
        "Examples:\n"
        "  damier plan --variant english --pieces 5\n"
        "  damier plan --variant international --pieces 4 --dir tables --json");
}

}  // namespace damier
