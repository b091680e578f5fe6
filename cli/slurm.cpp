#include "cli/slurm.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/process.hpp"

namespace damier {

namespace {

// sbatch goes on trying for ever where the controller has no room or does not answer.
constexpr std::chrono::seconds patience{60};

Result<std::string> output_of(const std::vector<std::string>& words) {
    Result<ProcessOutcome> outcome = run_process(words, patience);
    if (!outcome) return fail(outcome.error());
    if (outcome->code != 0) return fail(ErrorKind::io, words[0] + " failed: " + complaint(*outcome));
    return std::move(outcome->out);
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return lines;
}

std::string user() { return std::to_string(::getuid()); }

// The number behind `MaxJobCount             = `.
std::optional<std::size_t> setting(std::string_view text, std::string_view name) {
    for (std::string_view line : lines_of(text)) {
        if (!line.starts_with(name)) continue;
        line.remove_prefix(name.size());
        const std::size_t sign = line.find_first_not_of(' ');
        if (sign == std::string_view::npos || line[sign] != '=') continue;
        const std::size_t value = line.find_first_not_of(' ', sign + 1);
        if (value == std::string_view::npos) continue;
        const auto number = parse_whole(line.substr(value, line.find(' ', value) - value), 1,
                                        std::numeric_limits<int>::max());
        if (number) return static_cast<std::size_t>(*number);
    }
    return std::nullopt;
}

// The least of the limits on submitted jobs of this user, where accounts are kept.
std::optional<std::size_t> user_limit() {
    const auto outcome = run_process({"sacctmgr", "--noheader", "--parsable2", "show", "associations",
                                      "user=" + user(), "format=MaxSubmitJobs,GrpSubmitJobs"},
                                     patience);
    if (!outcome || outcome->code != 0) return std::nullopt;
    std::optional<std::size_t> least;
    for (std::string_view line : lines_of(outcome->out)) {
        while (!line.empty()) {
            const std::size_t bar = line.find('|');
            const auto number = parse_whole(line.substr(0, bar), 0, std::numeric_limits<int>::max());
            if (number) least = std::min(least.value_or(SIZE_MAX), static_cast<std::size_t>(*number));
            line = bar == std::string_view::npos ? std::string_view{} : line.substr(bar + 1);
        }
    }
    return least;
}

std::size_t left(std::size_t limit, std::size_t used) { return limit > used ? limit - used : 0; }

}  // namespace

bool SlurmJob::stuck() const {
    return state == "PENDING" &&
           (reason.find("Held") != std::string::npos || reason.find("held") != std::string::npos ||
            reason == "DependencyNeverSatisfied");
}

Result<SlurmJob> parse_slurm_job(std::string_view line) {
    const auto malformed = [&] {
        return fail(ErrorKind::io, "squeue printed what cannot be read: \"" + std::string{line} + "\"");
    };
    // Number|state|nodes|reason|name; only the name can have bars in it, and the reason of this version of
    // Slurm has none.
    std::array<std::string_view, 5> fields;
    std::string_view rest = line;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t bar = rest.find('|');
        if (bar == std::string_view::npos) return malformed();
        fields[i] = rest.substr(0, bar);
        rest.remove_prefix(bar + 1);
    }
    fields[4] = rest;
    const auto upper = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
    if (fields[0].empty() || fields[0][0] < '0' || fields[0][0] > '9' || fields[1].empty() ||
        !std::all_of(fields[1].begin(), fields[1].end(), upper))
        return malformed();
    return SlurmJob{std::string{fields[0]}, std::string{fields[4]}, std::string{fields[1]},
                    std::string{fields[3]}, std::string{fields[2]}};
}

Result<std::vector<SlurmJob>> slurm_jobs(std::string_view prefix) {
    const auto text = output_of({"squeue", "--noheader", "--user=" + user(), "--format=%i|%T|%N|%r|%j"});
    if (!text) return fail(text.error());
    std::vector<SlurmJob> jobs;
    for (const std::string_view line : lines_of(*text)) {
        const auto job = parse_slurm_job(line);
        if (!job) return fail(job.error());
        if (job->name.starts_with(prefix)) jobs.push_back(*job);
    }
    return jobs;
}

Result<std::size_t> slurm_room() {
    const auto config = output_of({"scontrol", "show", "config"});
    if (!config) return fail(config.error());
    const auto most = setting(*config, "MaxJobCount");
    if (!most) return fail(ErrorKind::io, "scontrol show config does not tell MaxJobCount");
    // Jobs that are over count until the controller forgets them.
    const auto all = output_of({"squeue", "--noheader", "--all", "--array", "--states=all", "--format=%i"});
    if (!all) return fail(all.error());
    // A tenth is left to others.
    std::size_t room = left(*most - *most / 10, lines_of(*all).size());
    if (const auto limit = user_limit()) {
        const auto own = output_of({"squeue", "--noheader", "--array", "--user=" + user(), "--format=%i"});
        if (!own) return fail(own.error());
        room = std::min(room, left(*limit, lines_of(*own).size()));
    }
    return room;
}

Result<std::string> parse_job_number(std::string_view text) {
    // "17", and where there are several clusters "17;name".
    const std::string_view number = text.substr(0, text.find_first_of(";\n"));
    const bool digits =
        std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number.empty() || !digits)
        return fail(ErrorKind::io, "sbatch printed no number of a job: \"" + std::string{text} + "\"");
    return std::string{number};
}

Result<std::string> slurm_submit(std::vector<std::string> words) {
    words.insert(words.begin(), "sbatch");
    const auto text = output_of(words);
    if (!text) return fail(text.error());
    return parse_job_number(*text);
}

Result<void> slurm_cancel(const std::vector<std::string>& jobs, std::string_view prefix) {
    constexpr std::size_t at_once = 500;
    for (std::size_t begin = 0; begin < jobs.size(); begin += at_once) {
        std::vector<std::string> words{"scancel"};
        for (std::size_t i = begin; i < std::min(jobs.size(), begin + at_once); ++i) words.push_back(jobs[i]);
        // It fails where one of them has just ended; whether all are gone is seen below.
        if (const auto outcome = run_process(words, patience); !outcome) return fail(outcome.error());
    }
    const std::set<std::string> wanted{jobs.begin(), jobs.end()};
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!jobs.empty()) {
        const auto left = slurm_jobs(prefix);
        if (!left) return fail(left.error());
        const auto still = std::find_if(left->begin(), left->end(), [&](const SlurmJob& job) {
            return wanted.contains(job.id) && job.state != "COMPLETING";
        });
        if (still == left->end()) return {};
        if (std::chrono::steady_clock::now() >= end)
            return fail(ErrorKind::io, "job " + still->id + " is still " + still->state +
                                           " a minute after scancel; try again");
        std::this_thread::sleep_for(std::chrono::milliseconds{500});
    }
    return {};
}

}  // namespace damier
