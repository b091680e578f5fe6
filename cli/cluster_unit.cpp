// damier cluster unit: what a job of a cluster runs. It trusts nobody: it checks the tables that it builds
// upon, and what it builds appears under its name when it is whole.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/cluster_command.hpp"
#include "cli/cluster_tables.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/quantity_text.hpp"
#include "cli/stop_signal.hpp"
#include "solver/build_folder.hpp"
#include "solver/value_file.hpp"

namespace damier {

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::string plan;
    int id = 0;
    int threads = 1;
    std::uint64_t memory = 0;
    int patience = 0;
    bool json = false;
};

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Calls `look` until it finds something else than what is not there yet, again and again, at growing
// intervals: a file that another node has published may be invisible for as long as this one remembers that
// it was not there.
template <class Look>
auto patiently(int patience, Console& console, Look look) -> decltype(look()) {
    const auto end = Clock::now() + std::chrono::seconds{patience};
    std::chrono::milliseconds pause{250};
    bool told = false;
    for (;;) {
        auto found = look();
        if (found || found.error().kind != ErrorKind::not_answerable || StopSignal::received() ||
            Clock::now() >= end)
            return found;
        if (!told) console.say(fmt::format("{}; waiting up to {} s for it", found.error().message, patience));
        told = true;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        std::this_thread::sleep_for(std::min(pause, std::max(left, std::chrono::milliseconds{1})));
        pause = std::min(pause * 2, std::chrono::milliseconds{10'000});
    }
}

class UnitRun {
public:
    UnitRun(const Options& options, Console& console) : options_{options}, console_{console} {}

    ExitCode run() {
        const auto start = Clock::now();
        const StopSignal stop;
        allow_open_files();
        const auto plan = patiently(options_.patience, console_, [&] { return read_plan(options_.plan); });
        if (!plan) return end_with(plan.error());
        if (static_cast<std::size_t>(options_.id) >= plan->units.size()) {
            return console_.report({ErrorKind::usage,
                                    fmt::format("{} has no unit {}, only {}", options_.plan, options_.id,
                                                counted(plan->units.size(), "unit")),
                                    {}});
        }
        const auto built = build(*plan);
        const ExitCode code = built ? ExitCode::done : end_with(built.error());
        tell(*plan, built, code, seconds_since(start));
        return code;
    }

private:
    Result<BuildReport> build(const ClusterPlan& plan) {
        const auto game = game_of(plan);
        if (!game) return fail(game.error());
        if (auto known = register_machine(plan); !known) return fail(known.error());
        const auto id = static_cast<std::size_t>(options_.id);
        const BuildUnit& unit = plan.units[id];
        const BuildFolder folder{(*game)->rules(), plan.identity(**game), plan.folder};
        const ValueFiles values = value_files_of(plan, **game);
        const HandedOn handed_on{plan, **game, folder, values};
        const std::vector<HandedOnValues> keep = handed_on.awaited(id);
        const bool handed =
            all_of(keep, [&](const HandedOnValues& v) { return values.has(v.slice, v.part, v.frames); });
        const bool without_tables = unit.part || unit.frames;
        if (handed && (without_tables || is_done(unit, folder))) {
            BuildReport report;
            report.kept = without_tables ? 0 : unit.slices.size();
            return report;
        }
        if (auto there = wait_for_parents(handed_on.tables(id), handed_on.read(id), folder, values); !there)
            return fail(there.error());

        BuildOptions build;
        build.counted = folder.identity().counted;
        build.folder = plan.folder;
        build.pieces = plan.pieces;
        build.threads = options_.threads;
        build.effort = plan.effort;
        build.memory = options_.memory;
        build.only = unit.slices;
        build.values = values_folder(plan);
        build.divided = divided_slices(plan.units);
        build.part = unit.part;
        build.frames = unit.frames;
        build.frame_shares = unit.frame_shares;
        if (!without_tables) {
            for (const HandedOnValues& v : keep) build.keep.push_back(v.slice);
        }
        Progress progress{console_, false};
        auto built = (*game)->build(plan.metric, build, progress, StopSignal::request());
        if (built) handed_on.drop_what_nobody_awaits(id);
        return built;
    }

    template <class T, class F>
    static bool all_of(const std::vector<T>& list, F f) {
        return std::all_of(list.begin(), list.end(), f);
    }

    // Are its tables whole, and built upon those that are there now?
    static bool is_done(const BuildUnit& unit, const BuildFolder& folder) {
        return all_of(unit.slices, [&](const Slice& slice) {
            const auto found = folder.find(slice, {});
            if (!found || found->state != BuildFolder::State::valid) return false;
            return std::all_of(found->parents.begin(), found->parents.end(), [&](const TableParent& parent) {
                const auto table = folder.open(parent.slice);
                return table && table->footer().content == parent.content;
            });
        });
    }

    // A look at names and headers; what is in the files is checked by the build. Without a value file the
    // build goes on, with more work.
    Result<void> wait_for_parents(const std::vector<Slice>& parents, const std::vector<HandedOnValues>& read,
                                  const BuildFolder& folder, const ValueFiles& values) {
        const auto waiting = Clock::now();
        auto tables = patiently(options_.patience, console_, [&]() -> Result<void> {
            for (const Slice& slice : parents) {
                const auto table = folder.open(slice);
                if (table) continue;
                std::error_code error;
                if (std::filesystem::exists(folder.path(slice), error)) return fail(table.error());
                return fail(ErrorKind::not_answerable, folder.path(slice).string() + ": the table of " +
                                                           slice.name() +
                                                           ", which this unit is built upon, is not there");
            }
            return {};
        });
        if (tables) {
            const auto there = patiently(std::min(options_.patience, 60), console_, [&]() -> Result<void> {
                for (const auto& [slice, part, frames] : read) {
                    if (values.has(slice, part, frames)) continue;
                    const std::filesystem::path path = values.path(slice, part, frames);
                    std::error_code error;
                    return fail(ErrorKind::not_answerable,
                                path.string() + (std::filesystem::exists(path, error)
                                                     ? ": is no such file, what it had is made again"
                                                     : ": is not there, what it had is made again"));
                }
                return {};
            });
            if (!there) console_.say(there.error().message);
        }
        waited_ = seconds_since(waiting);
        return tables;
    }

    // What may be otherwise next time: files that are not there yet, trouble with the disk or the network, a
    // request to stop.
    ExitCode end_with(const Error& error) {
        const ExitCode code = console_.report(error);
        const bool passes = error.kind == ErrorKind::not_answerable || error.kind == ErrorKind::io ||
                            error.kind == ErrorKind::interrupted;
        return passes ? ExitCode::try_again : code;
    }

    void tell(const ClusterPlan& plan, const Result<BuildReport>& built, ExitCode code, double seconds) {
        const BuildReport report = built.value_or(BuildReport{});
        const double work = report.solve_seconds + report.write_seconds;
        Json result;
        result["unit"] = options_.id;
        result["exit"] = static_cast<int>(code);
        result["message"] = built ? std::string{} : built.error().message;
        result["host"] = host_name();
        result["job"] = slurm_job();
        result["restarts"] = slurm_restarts();
        result["threads"] = options_.threads;
        result["built"] = report.built;
        result["parts"] = report.parts;
        result["kept"] = report.kept;
        result["values"] = report.values;
        result["seconds"] = seconds;
        result["waiting"] = waited_;
        result["checking"] = report.check_seconds;
        result["restoring"] = report.restore_seconds;
        result["solving"] = report.solve_seconds;
        result["writing"] = report.write_seconds;
        // The tables count, not this.
        if (auto written = write_unit_result(plan, static_cast<std::size_t>(options_.id), result); !written)
            console_.say(written.error().message);
        if (options_.json) print_json(console_, result);
        if (built)
            console_.say(fmt::format(
                "unit {}: built {}{}, {} {} there, in {:.1f} s: {:.1f} s solving and writing, "
                "{:.1f} s restoring, {:.1f} s checking, {:.1f} s waiting for files",
                options_.id, counted(report.built, "table"), report.parts > 0 ? " and a part of one" : "",
                report.kept, report.kept == 1 ? "was" : "were", seconds, work, report.restore_seconds,
                report.check_seconds, waited_));
    }

    const Options& options_;
    Console& console_;
    double waited_ = 0;
};

ExitCode run(const Options& options, Console& console) { return UnitRun{options, console}.run(); }

}  // namespace

void add_cluster_unit(CLI::App& cluster, Action& chosen) {
    CLI::App* command =
        cluster.add_subcommand("unit", "Run one unit of a plan: what the jobs of a cluster do");
    auto& options = options_of<Options>(*command, chosen, run);
    command->add_option("--plan", options.plan, "The plan")->required()->type_name("FILE");
    add_whole(*command, "--id", options.id, 0, 1'000'000, "The number of the unit")->required();
    add_threads(*command, options.threads);
    add_memory(*command, options.memory);
    // As long as an NFS client may go on believing that a file is not there. By hand it is rather mistyped.
    options.patience = slurm_job().empty() ? 5 : 120;
    add_whole(*command, "--patience", options.patience, 0, 86400,
              "Seconds to wait for the plan and the files of other units to appear; unless given, 120 in a "
              "job of Slurm, else 5");
    add_json(*command, options.json);
    command->footer(
        "May be run by hand, by make, by any scheduler, and twice at once. Exit code 75: not now, try "
        "again.\n\n"
        "Example:\n"
        "  damier cluster unit --plan tables/.cluster/english-8x8.wld.6/plan.jsonl --id 0");
}

}  // namespace damier
