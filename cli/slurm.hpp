// Slurm, through its own programs: sbatch, squeue, scancel, scontrol and, where accounts are kept, sacctmgr.
// What they print is read strictly.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rules/result.hpp"

namespace damier {

struct SlurmJob {
    std::string id;
    std::string name;
    std::string state;   // PENDING, RUNNING, ...
    std::string reason;  // of waiting: Dependency, JobHeldUser, ...
    std::string nodes;

    bool running() const { return state != "PENDING"; }
    // Waits until somebody releases it, or for what can never come.
    bool stuck() const;
};

// The jobs of this user that are not over and whose names begin so. ErrorKind::not_answerable where there is
// no Slurm here.
Result<std::vector<SlurmJob>> slurm_jobs(std::string_view prefix);
// A line of what squeue is asked for.
Result<SlurmJob> parse_slurm_job(std::string_view line);

// How many more jobs the controller and this user's limits have room for.
Result<std::size_t> slurm_room();

// The words behind `sbatch`; gives the number of the job.
Result<std::string> slurm_submit(std::vector<std::string> words);
Result<std::string> parse_job_number(std::string_view text);

// And waits until they are gone, at most a minute.
Result<void> slurm_cancel(const std::vector<std::string>& jobs, std::string_view prefix);

}  // namespace damier
