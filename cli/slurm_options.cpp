#include "cli/slurm_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"

namespace damier {

void SlurmOptions::add_to(CLI::App& command) {
    add_whole(command, "--cpus", cpus, 1, most_threads, "Processors of a unit; 1 unless given");
    const auto read_memory = [this](const std::string& text) {
        const auto bytes = parse_bytes(text);
        if (!bytes) refuse("--mem must be a size as in 120G, not \"" + text + "\"");
        memory = *bytes;
        memory_text = text;
    };
    command
        .add_option_function<std::string>("--mem", read_memory,
                                          "Memory that a node has for a unit, which asks for no more; with "
                                          "less than the plan says it takes longer")
        ->type_name("SIZE");
    const auto read_time = [this](const std::string& text) {
        const bool known = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
            return (c >= '0' && c <= '9') || c == ':' || c == '-';
        });
        if (!known)
            refuse("--time must be a time of Slurm's, as in 90, 12:00:00 or 2-0, not \"" + text + "\"");
        time = text;
    };
    command
        .add_option_function<std::string>("--time", read_time,
                                          "Time limit of a unit; unless given, that of the partition")
        ->type_name("T");
    command.add_option("--partition", partition, "Partition of Slurm's")->type_name("P");
    command
        .add_option("--sbatch-arg", sbatch,
                    "A further option of sbatch, as in --sbatch-arg=--account=me; may be given several times")
        ->type_name("ARG")
        ->allow_extra_args(false);
    add_whole(command, "--max-queued", max_queued, 2, 1'000'000,
              "Most jobs in the queue at a time; 2000 unless given, fewer where Slurm has room for fewer");
    command.add_flag("--dry-run", dry_run, "Print what would be submitted; change nothing");
}

std::vector<std::string> SlurmOptions::words() const {
    std::vector<std::string> words{fmt::format("--cpus={}", cpus),
                                   fmt::format("--max-queued={}", max_queued)};
    if (!memory_text.empty()) words.push_back("--mem=" + memory_text);
    if (!time.empty()) words.push_back("--time=" + time);
    if (!partition.empty()) words.push_back("--partition=" + partition);
    for (const std::string& word : sbatch) words.push_back("--sbatch-arg=" + word);
    return words;
}

}  // namespace damier
