// The instruction sets that the bit-parallel solver is compiled for; the best one of the machine is chosen at
// run time.
#pragma once

#include <string_view>
#include <vector>

namespace damier {

enum class CpuPath { baseline, avx2, avx512 };

std::string_view name(CpuPath path);

// What this machine can run, the best one last.
std::vector<CpuPath> cpu_paths();

}  // namespace damier
