#include "cli/cluster_submit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <system_error>
#include <thread>

#include "cli/cluster_scripts.hpp"
#include "cli/cluster_tables.hpp"
#include "cli/machine.hpp"
#include "cli/quantity_text.hpp"
#include "cli/slurm.hpp"
#include "cli/text_file.hpp"
#include "solver/memory_text.hpp"

namespace damier {

namespace {

constexpr const char* next_name = "next";

class Submitter {
public:
    Submitter(const ClusterPlan& plan, const SlurmOptions& options, const Submission& submission,
              Console& console)
        : plan_{plan},
          options_{options},
          continued_{submission.continued},
          patience_{submission.patience},
          console_{console},
          prefix_{plan_prefix(plan)} {}

    Result<ExitCode> run() {
        if (auto fits = check_memory(); !fits) return fail(fits.error());
        const auto game = game_of(plan_);
        if (!game) return fail(game.error());
        std::vector<Slice> damaged;
        auto states = unit_states(plan_, **game, continued_ ? TableCheck::quick : TableCheck::whole, console_,
                                  &damaged);
        if (!states) return fail(states.error());
        states_ = std::move(*states);
        if (options_.dry_run) return dry_run();
        if (auto known = look_at_jobs(**game); !known) return fail(known.error());
        if (running_.empty()) remove_damaged(damaged, **game);
        if (auto cleared = clear(); !cleared) return fail(cleared.error());
        const auto room = slurm_room();
        if (!room) return fail(room.error());
        // One job is that which submits the rest.
        const std::size_t most = std::min<std::size_t>(*room, static_cast<std::size_t>(options_.max_queued));
        const auto window = next_window(plan_.units, states_, most > 0 ? most - 1 : 0);
        if (window.empty() && count(UnitState::running) == 0) return nothing_to_submit(most);
        if (auto written = write_files(); !written) return fail(written.error());
        return submit(window);
    }

private:
    std::size_t count(UnitState state) const {
        return static_cast<std::size_t>(std::count(states_.begin(), states_.end(), state));
    }

    Result<void> check_memory() const {
        if (options_.memory == 0 || plan_.units.empty()) return {};
        const auto most = std::max_element(
            plan_.units.begin(), plan_.units.end(),
            [](const BuildUnit& a, const BuildUnit& b) { return a.least_memory < b.least_memory; });
        const std::uint64_t needed = with_program(most->least_memory);
        if (needed <= options_.memory) return {};
        return fail(ErrorKind::limit,
                    fmt::format("unit {} ({}), with the program, {}, or ask for fewer pieces",
                                most - plan_.units.begin(), most->slices.back().name(),
                                too_little_memory(needed, options_.memory, "--mem")));
    }

    // Units would take them for what they have to make. Nobody is at work who might have just replaced one.
    void remove_damaged(const std::vector<Slice>& damaged, const AnyGame& game) const {
        const BuildFolder folder{game.rules(), plan_.identity(game), plan_.folder};
        for (const Slice& slice : damaged) {
            std::error_code ignored;
            std::filesystem::remove(folder.path(slice), ignored);
        }
    }

    std::vector<std::string> words_for(const UnitStart& start, const std::vector<std::string>& job_of) const {
        std::vector<std::string> after;
        for (const std::size_t parent : start.after) after.push_back(job_of[parent]);
        return unit_words(plan_, options_, start.unit, prefix_ + fmt::format("u{}", start.unit), after);
    }

    // Needs no Slurm, so dependencies name units.
    Result<ExitCode> dry_run() {
        const auto window =
            next_window(plan_.units, states_, static_cast<std::size_t>(options_.max_queued) - 1);
        std::vector<std::string> job_of(plan_.units.size());
        for (const UnitStart& start : window) {
            job_of[start.unit] = fmt::format("u{}", start.unit);
            std::string line = "sbatch";
            for (const std::string& word : words_for(start, job_of)) line += " " + shell_quoted(word);
            console_.print("{}\n", line);
        }
        console_.say(fmt::format("would submit {} of {} missing units now; nothing was submitted or written",
                                 window.size(), count(UnitState::missing)));
        return ExitCode::done;
    }

    // Which units run, which have failed, and which jobs have to go.
    Result<void> look_at_jobs(const AnyGame& game) {
        const auto jobs = slurm_jobs(set_prefix(plan_));
        if (!jobs) return fail(jobs.error());
        std::set<std::size_t> queued;
        for (const SlurmJob& job : *jobs) {
            const auto unit = unit_of_job(plan_, job.name);
            if (unit) queued.insert(*unit);
            if (job.id == slurm_job()) continue;
            if (unit && job.running()) {
                running_.push_back(job.id);
                if (states_[*unit] == UnitState::missing) states_[*unit] = UnitState::running;
            } else {
                leftovers_.push_back(job.id);
                if (unit) withdrawn_.push_back(*unit);
            }
        }
        if (continued_) return find_failed(game, queued);
        return {};
    }

    // Submitted before, neither there nor in the queue: it has failed, and is not tried again before somebody
    // says so, by submitting anew.
    Result<void> find_failed(const AnyGame& game, const std::set<std::size_t>& queued) {
        const std::set<std::size_t> before = submitted_units(plan_);
        const auto lost = [&](std::size_t u) {
            return states_[u] == UnitState::missing && before.contains(u) && !queued.contains(u);
        };
        const auto end = std::chrono::steady_clock::now() + patience_;
        for (;;) {
            std::vector<std::size_t> missing;
            for (std::size_t u = 0; u < states_.size(); ++u) {
                if (lost(u)) missing.push_back(u);
            }
            const bool last = std::chrono::steady_clock::now() >= end;
            for (const std::size_t u : missing) {
                if (last) states_[u] = UnitState::failed;
            }
            if (missing.empty() || last) return {};
            std::this_thread::sleep_for(std::min(patience_, std::chrono::seconds{5}));
            const auto again = unit_states(plan_, game, TableCheck::quick, console_);
            if (!again) return fail(again.error());
            for (const std::size_t u : missing) states_[u] = (*again)[u];
        }
    }

    Result<void> clear() {
        if (auto gone = slurm_cancel(leftovers_, set_prefix(plan_)); !gone) return gone;
        if (!leftovers_.empty() && !continued_)
            console_.say(fmt::format("cancelled {} that waited or belonged to another plan",
                                     counted(leftovers_.size(), "job")));
        if (!running_.empty() || continued_) return {};
        const auto swept = sweep_folder(plan_);
        if (!swept) return fail(swept.error());
        return {};
    }

    Result<ExitCode> nothing_to_submit(std::size_t most) {
        const std::size_t failed = count(UnitState::failed);
        const std::size_t missing = count(UnitState::missing);
        if (failed > 0) {
            console_.say(fmt::format("{} failed; see damier cluster status --dir {}", counted(failed, "unit"),
                                     plan_.folder));
            return ExitCode::not_answerable;
        }
        if (missing > 0)
            return fail(ErrorKind::limit,
                        fmt::format("there is room for {} in Slurm's queue, and it takes two; try again when "
                                    "others are through",
                                    counted(most, "job")));
        std::error_code ignored;
        std::filesystem::remove_all(values_folder(plan_), ignored);
        console_.say(fmt::format("nothing to build: all tables of {} are in {}",
                                 counted(plan_.units.size(), "unit"), plan_.folder));
        return ExitCode::done;
    }

    Result<void> write_files() const {
        if (continued_) return {};
        if (auto done = write_plan(plan_); !done) return done;
        std::error_code error;
        std::filesystem::create_directories(plan_.place() / "log", error);
        if (auto done = write_whole(unit_script(plan_), unit_script_text(plan_)); !done) return done;
        if (auto done = write_whole(next_script(plan_), next_script_text(plan_, options_.words())); !done)
            return done;
        return write_whole(submitted_file(plan_), "");
    }

    Result<ExitCode> submit(const std::vector<UnitStart>& window) {
        std::vector<std::string> job_of(plan_.units.size());
        std::vector<std::string> jobs;
        std::optional<Error> refused;
        std::ofstream list{submitted_file(plan_), std::ios::app};
        // Those that are not submitted anew here have not failed.
        for (const std::size_t unit : withdrawn_) list << unit << "\t-\n";
        for (const UnitStart& start : window) {
            console_.status(fmt::format("submitting {}/{}", jobs.size() + 1, window.size()));
            const auto job = slurm_submit(words_for(start, job_of));
            if (!job) {
                refused = job.error();
                break;
            }
            job_of[start.unit] = *job;
            jobs.push_back(*job);
            list << start.unit << '\t' << *job << '\n' << std::flush;
        }
        console_.status({});
        if (!list) return fail(ErrorKind::io, submitted_file(plan_).string() + ": cannot be written");
        if (refused && jobs.size() < 2) {
            if (auto gone = slurm_cancel(jobs, prefix_); !gone) return fail(gone.error());
            return fail(*refused);
        }
        if (refused) {
            // The last one makes room for the job that submits the rest, and nothing waits for it yet.
            console_.say("Slurm takes no more jobs now: " + refused->message);
            if (auto gone = slurm_cancel({jobs.back()}, prefix_); !gone) return fail(gone.error());
            jobs.pop_back();
        }
        const std::size_t rest = count(UnitState::missing) - jobs.size();
        if (rest > 0) {
            if (auto next = submit_next(jobs); !next) return fail(next.error());
        }
        console_.say(
            fmt::format("submitted {} ({} running, {} submitted by a job later, {} done, {} failed); "
                        "see damier cluster status --dir {}",
                        counted(jobs.size(), "unit"), count(UnitState::running), rest, count(UnitState::done),
                        count(UnitState::failed), plan_.folder));
        return ExitCode::done;
    }

    // When what runs and half of what was submitted is through, well or not: so that the queue does not run
    // dry.
    Result<void> submit_next(const std::vector<std::string>& jobs) const {
        std::vector<std::string> after = running_;
        after.insert(after.end(), jobs.begin(),
                     jobs.begin() + static_cast<std::ptrdiff_t>((jobs.size() + 1) / 2));
        const auto job = slurm_submit(next_words(plan_, options_, prefix_ + next_name, after));
        if (!job) return fail(job.error());
        return {};
    }

    const ClusterPlan& plan_;
    const SlurmOptions& options_;
    bool continued_;
    std::chrono::seconds patience_;
    Console& console_;
    std::string prefix_;
    std::vector<UnitState> states_;
    std::vector<std::string> running_;    // jobs of this plan
    std::vector<std::string> leftovers_;  // jobs that have to go
    std::vector<std::size_t> withdrawn_;  // units of this plan among them
};

}  // namespace

ExitCode submit_plan(const ClusterPlan& plan, const SlurmOptions& options, const Submission& submission,
                     Console& console) {
    const auto code = Submitter{plan, options, submission, console}.run();
    return code ? *code : console.report(code.error());
}

}  // namespace damier
