// damier cluster status and cancel: how far builds on a cluster are, and the end of them.
#include <fmt/format.h>

#include <map>

#include "cli/arguments.hpp"
#include "cli/cluster_command.hpp"
#include "cli/cluster_scripts.hpp"
#include "cli/cluster_tables.hpp"
#include "cli/quantity_text.hpp"
#include "cli/slurm.hpp"

namespace damier {

namespace {

struct Options {
    std::string folder;
    bool json = false;
};

struct UnitLine {
    std::size_t unit = 0;
    std::string state;  // done, running, waiting, held, failed, missing
    std::string job;
    std::string reason;
};

// What is known of the units of a plan, from their tables, from Slurm, and from what they told when they
// ended.
std::vector<UnitLine> unit_lines(const ClusterPlan& plan, const std::vector<UnitState>& states,
                                 const std::vector<SlurmJob>& jobs) {
    std::map<std::size_t, const SlurmJob*> job_of;
    for (const SlurmJob& job : jobs) {
        if (const auto unit = unit_of_job(plan, job.name)) job_of[*unit] = &job;
    }
    std::vector<UnitLine> lines;
    for (std::size_t u = 0; u < plan.units.size(); ++u) {
        UnitLine line{u, "missing", "", ""};
        const auto job = job_of.find(u);
        if (states[u] == UnitState::done) {
            line.state = "done";
        } else if (job != job_of.end()) {
            const SlurmJob& known = *job->second;
            line.state = known.running() ? "running" : known.stuck() ? "held" : "waiting";
            line.job = known.id;
            line.reason = known.running() ? known.nodes : known.reason;
        } else if (const auto result = unit_result(plan, u);
                   result && result->at("exit").get<int>() != static_cast<int>(ExitCode::done)) {
            line.state = "failed";
            line.job = result->at("job").get<std::string>();
            line.reason = result->at("message").get<std::string>();
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

void print_as_json(const ClusterPlan& plan, const std::vector<UnitLine>& lines, Console& console) {
    for (const UnitLine& line : lines) {
        Json object;
        object["plan"] = plan.file().string();
        object["unit"] = line.unit;
        object["state"] = line.state;
        object["slices"] = Json::array();
        for (const Slice& slice : plan.units[line.unit].slices) object["slices"].push_back(slice.name());
        if (plan.units[line.unit].part) object["part"] = plan.units[line.unit].part->name();
        if (const auto& frames = plan.units[line.unit].frames)
            object["frames"] = {frames->share, frames->shares};
        object["job"] = line.job;
        object["reason"] = line.reason;
        object["log"] = unit_log(plan, line.unit).string();
        if (const auto result = unit_result(plan, line.unit)) object["last"] = *result;
        print_json(console, object);
    }
}

void print_as_text(const ClusterPlan& plan, const std::vector<UnitLine>& lines, Console& console) {
    std::map<std::string, std::size_t> counts;
    for (const UnitLine& line : lines) ++counts[line.state];
    console.print("{} {}, up to {} pieces, {}: {}:", plan.variant, plan.board, plan.pieces, plan.metric,
                  counted(lines.size(), "unit"));
    for (const char* state : {"done", "running", "waiting", "held", "failed", "missing"})
        console.print(" {} {}{}", counts[state], state, std::string_view{state} == "missing" ? "\n" : ",");
    for (const UnitLine& line : lines) {
        if (line.state == "done" || line.state == "waiting" || line.state == "missing") continue;
        console.print("unit {} ({}): {}, job {}: {}; log {}\n", line.unit,
                      plan.units[line.unit].slices.back().name(), line.state,
                      line.job.empty() ? "none" : line.job, line.reason, unit_log(plan, line.unit).string());
    }
}

// None, and told so, where Slurm does not answer: the tables count, and units can be run without.
std::vector<SlurmJob> jobs_of(const ClusterPlan& plan, Console& console) {
    auto jobs = slurm_jobs(set_prefix(plan));
    if (jobs) return std::move(*jobs);
    if (jobs.error().kind != ErrorKind::not_answerable)
        console.say(jobs.error().message + "; what runs is not known");
    return {};
}

ExitCode run_status(const Options& options, Console& console) {
    const auto plans = plans_in(options.folder);
    if (!plans) return console.report(plans.error());
    ExitCode code = ExitCode::done;
    for (const ClusterPlan& plan : *plans) {
        const auto game = game_of(plan);
        if (!game) return console.report(game.error());
        const auto states = unit_states(plan, **game, TableCheck::quick, console);
        if (!states) return console.report(states.error());
        const std::vector<UnitLine> lines = unit_lines(plan, *states, jobs_of(plan, console));
        for (const UnitLine& line : lines) {
            if (line.state != "done") code = ExitCode::not_answerable;
        }
        if (options.json) {
            print_as_json(plan, lines, console);
        } else {
            print_as_text(plan, lines, console);
        }
    }
    if (code != ExitCode::done) console.say("tables are missing; the command that began the build goes on");
    return code;
}

ExitCode run_cancel(const Options& options, Console& console) {
    const auto plans = plans_in(options.folder);
    if (!plans) return console.report(plans.error());
    std::size_t cancelled = 0;
    for (const ClusterPlan& plan : *plans) {
        const std::string prefix = set_prefix(plan);
        const auto jobs = slurm_jobs(prefix);
        if (!jobs) return console.report(jobs.error());
        std::vector<std::string> numbers;
        for (const SlurmJob& job : *jobs) numbers.push_back(job.id);
        if (auto gone = slurm_cancel(numbers, prefix); !gone) return console.report(gone.error());
        cancelled += numbers.size();
    }
    console.say(
        fmt::format("cancelled {}; the tables in {} are whole, and the command that began the build goes on",
                    counted(cancelled, "job"), options.folder));
    return ExitCode::done;
}

void add_folder(CLI::App& command, Options& options) {
    command.add_option("--dir", options.folder, "The folder of the tables")->required()->type_name("DIR");
}

}  // namespace

void add_cluster_status(CLI::App& cluster, Action& chosen) {
    CLI::App* command = cluster.add_subcommand("status", "Tell how far the builds in a folder are");
    auto& options = options_of<Options>(*command, chosen, run_status);
    add_folder(*command, options);
    add_json(*command, options.json);
    command->footer(
        "Exit code 0: all tables are there; 3: some are missing.\n\n"
        "Example:\n"
        "  damier cluster status --dir tables");
}

void add_cluster_cancel(CLI::App& cluster, Action& chosen) {
    CLI::App* command = cluster.add_subcommand("cancel", "Cancel all jobs of the builds in a folder");
    auto& options = options_of<Options>(*command, chosen, run_cancel);
    add_folder(*command, options);
    command->footer(
        "The command that began the build goes on with it later.\n\n"
        "Example:\n"
        "  damier cluster cancel --dir tables");
}

}  // namespace damier
