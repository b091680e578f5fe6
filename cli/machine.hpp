// What of the machine this program may use.
#pragma once

#include <cstdint>
#include <string>

namespace damier {

// Processors: those that the scheduler allows, no more than the control group's quota or Slurm's allotment.
int usable_cpus();

// Bytes of memory: of the machine, or of the control group or of Slurm's allotment where that is less.
std::uint64_t usable_memory();

// This program's file, for others to run it; empty where the system does not tell.
std::string own_program();

// Lets this program have as many files open as the system allows it to ask for: a unit reads those of many
// parts of slices.
void allow_open_files();

// The machine's name.
std::string host_name();

// The job of Slurm that this program runs in, and how often it was started anew; empty and 0 outside of
// Slurm.
std::string slurm_job();
int slurm_restarts();

}  // namespace damier
