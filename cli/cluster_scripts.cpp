#include "cli/cluster_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "cli/arguments.hpp"
#include "cli/cluster_tables.hpp"
#include "cli/machine.hpp"
#include "cli/text_file.hpp"
#include "egtb/digest.hpp"

namespace damier {

namespace {

// Seconds before the time limit at which a unit is asked to stop.
constexpr int notice = 120;

// What the job that submits asks for.
constexpr const char* next_memory = "512M";

// Slurm reads % in names of files.
std::string for_slurm(const std::filesystem::path& path) {
    std::string text;
    for (const char c : path.string()) text += c == '%' ? "%%" : std::string(1, c);
    return text;
}

std::vector<std::string> common_words(const ClusterPlan& plan, const SlurmOptions& options,
                                      const std::string& name, const std::filesystem::path& log) {
    std::vector<std::string> words{"--parsable",
                                   "--job-name=" + name,
                                   "--nodes=1",
                                   "--ntasks=1",
                                   "--open-mode=append",
                                   "--kill-on-invalid-dep=yes",
                                   "--output=" + for_slurm(log),
                                   "--chdir=" + plan.place().string()};
    if (!options.partition.empty()) words.push_back("--partition=" + options.partition);
    if (!options.time.empty()) words.push_back("--time=" + options.time);
    return words;
}

// Text for a recipe of make.
std::string for_make(std::string_view text) {
    std::string escaped;
    for (const char c : text) escaped += c == '$' ? "$$" : std::string(1, c);
    return escaped;
}

}  // namespace

std::string shell_quoted(std::string_view word) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"-_./=:,%+@"}.find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string{word};
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

std::string set_prefix(const ClusterPlan& plan) {
    const std::string set = plan.folder + "\n" + plan.variant + "-" + plan.board + "." + plan.metric;
    const std::uint64_t digest = xxh3_64(std::as_bytes(std::span{set.data(), set.size()}));
    return fmt::format("damier-{}-", fmt::format("{:016x}", digest).substr(0, 8));
}

std::string plan_prefix(const ClusterPlan& plan) { return set_prefix(plan) + plan_digest(plan) + "-"; }

std::optional<std::size_t> unit_of_job(const ClusterPlan& plan, const std::string& name) {
    const std::string prefix = plan_prefix(plan) + "u";
    if (!name.starts_with(prefix)) return std::nullopt;
    const auto unit =
        parse_whole(std::string_view{name}.substr(prefix.size()), 0, static_cast<int>(plan.units.size()) - 1);
    if (!unit) return std::nullopt;
    return static_cast<std::size_t>(*unit);
}

std::uint64_t with_program(std::uint64_t memory) {
    constexpr std::uint64_t program = std::uint64_t{256} << 20;
    return memory + memory / 16 + program;
}

std::vector<std::string> unit_words(const ClusterPlan& plan, const SlurmOptions& options, std::size_t unit,
                                    const std::string& name, const std::vector<std::string>& after) {
    std::vector<std::string> words = common_words(plan, options, name, unit_log(plan, unit));
    words.push_back(fmt::format("--cpus-per-task={}", options.cpus));
    std::uint64_t mebibytes = (with_program(plan.units[unit].memory) >> 20) + 1;
    // No node may have a mebibyte more than was said.
    if (options.memory > 0) mebibytes = std::min(mebibytes, options.memory >> 20);
    words.push_back(fmt::format("--mem={}M", mebibytes));
    words.emplace_back("--requeue");
    words.push_back(fmt::format("--signal=B:USR1@{}", notice));
    if (!after.empty()) words.push_back(fmt::format("--dependency=afterok:{}", fmt::join(after, ":")));
    // Last, so that they prevail.
    words.insert(words.end(), options.sbatch.begin(), options.sbatch.end());
    words.push_back(unit_script(plan).string());
    words.push_back(std::to_string(unit));
    return words;
}

std::vector<std::string> next_words(const ClusterPlan& plan, const SlurmOptions& options,
                                    const std::string& name, const std::vector<std::string>& after) {
    std::vector<std::string> words = common_words(plan, options, name, plan.place() / "log" / "next.log");
    words.emplace_back("--cpus-per-task=1");
    words.push_back(fmt::format("--mem={}", next_memory));
    words.emplace_back("--requeue");
    if (!after.empty()) words.push_back(fmt::format("--dependency=afterany:{}", fmt::join(after, ":")));
    words.insert(words.end(), options.sbatch.begin(), options.sbatch.end());
    words.push_back(next_script(plan).string());
    return words;
}

std::filesystem::path unit_script(const ClusterPlan& plan) { return plan.place() / "unit.sh"; }
std::filesystem::path next_script(const ClusterPlan& plan) { return plan.place() / "next.sh"; }

std::string unit_script_text(const ClusterPlan& plan) {
    return "#!/bin/bash\n"
           "# A unit of a build: sbatch unit.sh N. Written by damier, anew with each submission.\n" +
           shell_quoted(own_program()) + " cluster unit --plan " + shell_quoted(plan.file().string()) +
           " --id \"$1\" &\n"
           "unit=$!\n"
           "asked=\n"
           "# Slurm sends USR1 before the time limit, and TERM where the job is cancelled.\n"
           "trap 'asked=time; kill -TERM \"$unit\"' USR1\n"
           "trap 'asked=end; kill -TERM \"$unit\"' TERM INT\n"
           "while :; do\n"
           "    wait \"$unit\"\n"
           "    code=$?\n"
           "    kill -0 \"$unit\" 2>/dev/null || break\n"
           "done\n"
           "if [ \"$code\" = 75 ] && [ \"$asked\" != end ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 3 ]; then\n"
           "    scontrol requeue \"$SLURM_JOB_ID\"\n"
           "fi\n"
           "exit \"$code\"\n";
}

std::string next_script_text(const ClusterPlan& plan, const std::vector<std::string>& options) {
    std::string text =
        "#!/bin/bash\n"
        "# Submits the units for which there was no room before. Written by damier.\n"
        "exec " +
        shell_quoted(own_program()) + " cluster submit --continue --plan " +
        shell_quoted(plan.file().string());
    for (const std::string& option : options) text += " " + shell_quoted(option);
    return text + "\n";
}

std::filesystem::path submitted_file(const ClusterPlan& plan) { return plan.place() / "submitted.tsv"; }

std::set<std::size_t> submitted_units(const ClusterPlan& plan) {
    std::set<std::size_t> units;
    const auto text = read_whole(submitted_file(plan));
    if (!text) return units;
    std::istringstream lines{*text};
    for (std::string line; std::getline(lines, line);) {
        const auto unit =
            parse_whole(line.substr(0, line.find('\t')), 0, static_cast<int>(plan.units.size()) - 1);
        if (!unit) continue;
        if (line.ends_with("\t-"))
            units.erase(static_cast<std::size_t>(*unit));
        else
            units.insert(static_cast<std::size_t>(*unit));
    }
    return units;
}

// Seconds: units may run on several machines that share the folder over NFS.
constexpr int make_patience = 120;

std::string makefile_text(const ClusterPlan& plan) {
    // Phony: times of files on several machines tell nothing, and a unit whose tables are there is soon
    // through.
    std::string text =
        "# The units of a build. Written by damier plan --format make; run it with make -j N -f THIS_FILE.\n"
        "# RUN='srun -c8' or the like starts each unit elsewhere.\n"
        "RUN =\n\n"
        ".PHONY: all";
    for (std::size_t u = 0; u < plan.units.size(); ++u) text += fmt::format(" u{}", u);
    text += "\nall:";
    for (std::size_t u = 0; u < plan.units.size(); ++u) text += fmt::format(" u{}", u);
    text += "\n";
    const std::string command = for_make(shell_quoted(own_program())) + " cluster unit --plan " +
                                for_make(shell_quoted(plan.file().string())) + " --id ";
    for (std::size_t u = 0; u < plan.units.size(); ++u) {
        text += fmt::format("\nu{}:", u);
        for (const std::size_t parent : plan.units[u].parents) text += fmt::format(" u{}", parent);
        text += fmt::format("\n\t$(RUN) {}{} --patience {}\n", command, u, make_patience);
    }
    return text;
}

}  // namespace damier
