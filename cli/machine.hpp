// What of the machine this program may use.
#pragma once

#include <cstdint>

namespace damier {

// Processors: those that the scheduler allows, no more than the control group's quota or Slurm's allotment.
int usable_cpus();

// Bytes of memory: of the machine, or of the control group where that is less.
std::uint64_t usable_memory();

}  // namespace damier
