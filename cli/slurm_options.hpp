// What a user says of the jobs of a build on Slurm.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace damier {

struct SlurmOptions {
    int cpus = 1;              // a unit
    std::uint64_t memory = 0;  // bytes that a node has for a unit; 0: not said
    std::string memory_text;   // as given
    std::string time;          // of Slurm's --time
    std::string partition;
    std::vector<std::string> sbatch;  // further options of sbatch
    int max_queued = 2000;            // jobs at a time
    bool dry_run = false;             // print what would be submitted

    void add_to(CLI::App& command);
    // Options that say the same.
    std::vector<std::string> words() const;
};

}  // namespace damier
