// Gives the units of a plan to Slurm: ordinary batch jobs that wait for each other, as many as there is room
// for, and one that submits the rest.
#pragma once

#include "cli/cluster_plan.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"
#include "cli/slurm_options.hpp"

namespace damier {

struct Submission {
    // The next window of one that is under way? Else every byte of what is there is checked, and what failed
    // is tried again.
    bool continued = false;
    // Seconds until a table that is not there has failed: as long as an NFS client may go on believing that a
    // file is not there, and some more.
    int patience = 75;
};

// Keeps the running jobs of this plan, cancels all others of this set of tables, and submits what is missing.
ExitCode submit_plan(const ClusterPlan& plan, const SlurmOptions& options, const Submission& submission,
                     Console& console);

}  // namespace damier
