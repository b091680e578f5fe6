// Plans of many units go to Slurm in windows: never more jobs than there is room for, dependencies only on
// jobs of the same window, each unit once. Slurm is that of tests/cluster/fake_slurm.sh.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "cli/cluster_plan.hpp"
#include "cli/cluster_scripts.hpp"
#include "cli/process.hpp"
#include "egtb/table_file.hpp"
#include "egtb/table_writer.hpp"
#include "rules/variants.hpp"
#include "solver/slice_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

struct FakeJob {
    std::string name;
    std::set<int> after;
    std::string kind;  // afterok, afterany or nothing
};

class ClusterWindows : public ::testing::Test {
protected:
    void SetUp() override {
        const std::filesystem::path program =
            std::filesystem::path{DAMIER_DATA_DIR}.parent_path() / "tests/cluster/fake_slurm.sh";
        std::filesystem::create_directories(state_);
        for (const char* name : {"sbatch", "squeue", "scancel", "scontrol", "sacctmgr"})
            std::filesystem::create_symlink(program, state_ / name);
        set("last", "0\n");
        set_queue("");
        set("submitted", "");
        set("cancelled", "");
        ::setenv("PATH", (state_.string() + ":" + std::getenv("PATH")).c_str(), 1);
        ::setenv("FAKE_SLURM", state_.c_str(), 1);
        ::setenv("FAKE_LIMIT", "1000000", 1);
        ::unsetenv("FAKE_ACCOUNTS");
        ::unsetenv("SLURM_JOB_ID");
    }

    void set(const char* file, const std::string& text) const { std::ofstream{state_ / file} << text; }
    void set_queue(const std::string& text) const {
        set("queue", text);
        set("queued", std::to_string(std::count(text.begin(), text.end(), '\n')) + "\n");
    }
    static void room(int most) { ::setenv("FAKE_MOST", std::to_string(most).c_str(), 1); }

    // Units of a slice each, which wait for up to three of the 400 before them.
    void make_plan(std::size_t count) {
        const auto game = any_game(choose_game("canadian").value());
        plan_.variant = "canadian";
        plan_.board = game->shape().name();
        plan_.metric = "wld";
        plan_.pieces = 16;
        plan_.folder = (folder_.path() / "tables").string();
        plan_.fingerprint = plan_.identity(*game).rules_fingerprint;
        identity_ = plan_.identity(*game);
        std::mt19937 random{11};
        // Black has more pieces: such slices are no successors, so nobody waits for value files of them.
        for (std::size_t u = 0; u < count; ++u) {
            const auto digit = [&](std::size_t place) { return static_cast<int>(u / place % 10); };
            BuildUnit unit;
            unit.slices.push_back(Slice::of(1 + digit(1), digit(10), 11 + digit(100), 9 + digit(1000)));
            std::set<std::size_t> parents;
            for (int i = 0; u > 0 && i < 3; ++i)
                parents.insert(u - 1 - random() % std::min<std::size_t>(u, 400));
            unit.parents.assign(parents.begin(), parents.end());
            plan_.units.push_back(unit);
        }
        ASSERT_TRUE(write_plan(plan_));
    }

    // A table of one value a side, as far as its header goes one of this unit.
    void make_table(std::size_t unit, bool with_parents = false) const {
        FileCalls calls = system_file_calls();
        calls.sync = [](int) { return 0; };
        const Slice slice = plan_.units[unit].slices.front();
        TableHeader header = slice_header(*identity_, slice, 1, WldMetric::alphabet);
        if (with_parents) {
            for (const Slice& next : successors(Canadian::rules, slice))
                header.parents.push_back({plan_.metric, next, {}});
        }
        auto writer = TableWriter::create(plan_.folder, header, calls);
        ASSERT_TRUE(writer) << writer.error().message;
        FrameCompressor compressor{header.alphabet, 1};
        const std::array<std::uint8_t, 1> draw{0};
        std::vector<SideSummary> summaries;
        for (const TableSection& section : header.sections) {
            ASSERT_TRUE(writer->add(compressor.compress(std::span<const std::uint8_t>{draw}).value()));
            summaries.push_back({section.side_to_move, 0, 0, 1, {}, {}});
        }
        const auto published = writer->publish(summaries);
        ASSERT_TRUE(published) << published.error().message;
        const auto table = TableFile::open(writer->path(), identity_->expectations(slice));
        ASSERT_TRUE(table) << table.error().message;
    }

    ProcessOutcome submit(std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {DAMIER_PROGRAM, "cluster", "submit", "--plan", plan_.file().string()});
        const auto outcome = run_process(words, std::chrono::seconds{1000});
        EXPECT_TRUE(outcome) << outcome.error().message;
        return outcome.value_or(ProcessOutcome{-1, {}, {}});
    }

    // What was submitted since this was asked last.
    std::map<int, FakeJob> new_jobs() {
        std::map<int, FakeJob> jobs;
        std::ifstream lines{state_ / "submitted"};
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words{line};
            int number = 0;
            FakeJob job;
            std::string after;
            words >> number >> job.name >> after;
            std::istringstream parts{after};
            std::getline(parts, job.kind, ':');
            for (std::string part; std::getline(parts, part, ':');) job.after.insert(std::stoi(part));
            if (number > seen_) jobs[number] = job;
        }
        if (!jobs.empty()) seen_ = jobs.rbegin()->first;
        return jobs;
    }

    // All units, in windows; whatever is submitted succeeds.
    void get_through(std::size_t count, int most) {
        make_plan(count);
        room(most);
        std::set<std::size_t> started;
        for (bool first = true; started.size() < count; first = false) {
            const ProcessOutcome outcome =
                submit(first ? std::vector<std::string>{} : std::vector<std::string>{"--continue"});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            const auto jobs = new_jobs();
            ASSERT_LE(jobs.size(), static_cast<std::size_t>(most - most / 10));
            ASSERT_GT(jobs.size(), 1u);
            std::map<std::size_t, int> job_of;
            bool next = false;
            for (const auto& [number, job] : jobs) {
                for (const int other : job.after) ASSERT_TRUE(jobs.contains(other)) << "an older job";
                const auto unit = unit_of_job(plan_, job.name);
                if (!unit) {
                    EXPECT_TRUE(job.name.ends_with("-next")) << job.name;
                    EXPECT_EQ(job.kind, "afterany");
                    next = true;
                    continue;
                }
                ASSERT_TRUE(started.insert(*unit).second) << "unit " << *unit << " twice";
                EXPECT_EQ(job.kind, job.after.empty() ? "" : "afterok");
                for (const std::size_t parent : plan_.units[*unit].parents) {
                    const auto in_window = job_of.find(parent);
                    if (in_window != job_of.end())
                        ASSERT_TRUE(job.after.contains(in_window->second)) << *unit;
                    else
                        ASSERT_TRUE(started.contains(parent)) << *unit;
                }
                job_of[*unit] = number;
            }
            EXPECT_EQ(next, started.size() < count);
            for (const auto& [unit, job] : job_of) make_table(unit);
            set_queue("");
        }
        const ProcessOutcome last = submit({"--continue"});
        EXPECT_EQ(last.code, 0);
        EXPECT_NE(last.err.find("nothing to build"), std::string::npos) << last.err;
        EXPECT_TRUE(new_jobs().empty());
    }

    ScratchFolder folder_;
    std::filesystem::path state_ = folder_.path() / "slurm";
    ClusterPlan plan_;
    std::optional<TableIdentity> identity_;
    int seen_ = 0;
};

TEST_F(ClusterWindows, HundredsOfUnits) { get_through(300, 100); }

using FullClusterWindows = ClusterWindows;
TEST_F(FullClusterWindows, TenThousandUnits) { get_through(10'000, 2'500); }

TEST_F(ClusterWindows, StaysBelowWhatTheUserMayHave) {
    make_plan(100);
    room(1000);
    ::setenv("FAKE_ACCOUNTS", "30", 1);
    EXPECT_EQ(submit().code, 0);
    EXPECT_EQ(new_jobs().size(), 30u);
}

TEST_F(ClusterWindows, GoesOnLaterWhereSlurmTakesNoMore) {
    make_plan(100);
    room(1000);
    ::setenv("FAKE_LIMIT", "20", 1);
    const ProcessOutcome outcome = submit();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("QOSMaxSubmitJobPerUserLimit"), std::string::npos);
    // The last unit makes room for the job that submits the rest.
    const auto jobs = new_jobs();
    EXPECT_EQ(jobs.size(), 21u);
    EXPECT_TRUE(jobs.rbegin()->second.name.ends_with("-next"));
    EXPECT_FALSE(jobs.rbegin()->second.after.contains(20));
}

TEST_F(ClusterWindows, NoRoomIsAnError) {
    make_plan(10);
    room(10);
    set_queue(
        "1|RUNNING|n1|None|a\n2|RUNNING|n1|None|b\n3|RUNNING|n1|None|c\n4|RUNNING|n1|None|d\n"
        "5|RUNNING|n1|None|e\n6|RUNNING|n1|None|f\n7|RUNNING|n1|None|g\n8|RUNNING|n1|None|h\n");
    const ProcessOutcome outcome = submit();
    EXPECT_EQ(outcome.code, 7) << outcome.err;
    EXPECT_TRUE(new_jobs().empty());
}

// What runs of this plan is kept, and what waits for it is left to the job that submits the rest; what waits,
// is held or is of another plan of these tables is cancelled; others' jobs are their matter.
TEST_F(ClusterWindows, CancelsLeftoversAndKeepsWhatRuns) {
    make_plan(50);
    room(1000);
    const std::string own = plan_prefix(plan_);
    set_queue("1|RUNNING|n1|None|" + own + "u0\n2|PENDING||launch failed requeued held|" + own + "u1\n" +
              "3|RUNNING|n1|None|" + set_prefix(plan_) + "00000000-u1\n4|PENDING||Dependency|" + own +
              "next\n5|RUNNING|n1|None|somebody\n");
    set("last", "5\n");
    EXPECT_EQ(submit().code, 0);
    std::ifstream in{state_ / "cancelled"};
    const std::set<std::string> cancelled{std::istream_iterator<std::string>{in}, {}};
    EXPECT_EQ(cancelled, (std::set<std::string>{"2", "3", "4"}));
    const auto jobs = new_jobs();
    // Unit 1 waits for unit 0 (as does, by and by, every other one).
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_TRUE(jobs.begin()->second.name.ends_with("-next"));
    EXPECT_EQ(jobs.begin()->second.after, std::set<int>{1});
}

// What was submitted, is not there and not in the queue has failed: the job that submits the rest does not
// try it again and again, somebody who submits anew does.
TEST_F(ClusterWindows, FailedUnitsWaitForSomebody) {
    make_plan(4);
    room(1000);
    EXPECT_EQ(submit().code, 0);
    EXPECT_EQ(new_jobs().size(), 4u);
    make_table(0, true);
    set_queue("");
    const ProcessOutcome outcome = submit({"--continue", "--patience", "1"});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_TRUE(new_jobs().empty());
    EXPECT_EQ(submit().code, 0);
    EXPECT_EQ(new_jobs().size(), 3u);
}

// A job that waits is cancelled by the next window and has not failed, also where it finds no room there.
TEST_F(ClusterWindows, WhatWasWithdrawnHasNotFailed) {
    make_plan(100);
    room(1000);
    EXPECT_EQ(submit({"--max-queued", "20"}).code, 0);
    EXPECT_EQ(new_jobs().size(), 20u);
    for (std::size_t unit = 0; unit < 5; ++unit) make_table(unit);
    for (int window = 0; window < 2; ++window) {
        // Everything else still waits; first less fits in, then more.
        EXPECT_EQ(submit({"--continue", "--patience", "0", "--max-queued", window == 0 ? "10" : "30"}).code,
                  0);
        const auto jobs = new_jobs();
        EXPECT_EQ(jobs.size(), window == 0 ? 10u : 30u);
        for (const auto& [number, job] : jobs) {
            for (const int other : job.after) EXPECT_TRUE(jobs.contains(other));
        }
    }
}

TEST_F(ClusterWindows, DryRunChangesNothing) {
    make_plan(5);
    room(1000);
    const ProcessOutcome outcome = submit({"--dry-run", "--cpus", "8", "--mem", "100G"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
    EXPECT_NE(outcome.out.find("--cpus-per-task=8"), std::string::npos);
    EXPECT_TRUE(new_jobs().empty());
    EXPECT_FALSE(std::filesystem::exists(unit_script(plan_)));
}

}  // namespace
}  // namespace damier
