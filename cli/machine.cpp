#include "cli/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

namespace damier {

namespace {

// The program's own control group (version 2) is the root of what it sees in a container; elsewhere its
// limits are looked up by the path in /proc/self/cgroup.
std::ifstream cgroup_file(const std::string& name) {
    std::string group;
    std::ifstream groups{"/proc/self/cgroup"};
    for (std::string line; std::getline(groups, line);) {
        if (line.starts_with("0::")) group = line.substr(3);
    }
    if (std::ifstream file{"/sys/fs/cgroup" + group + "/" + name}) return file;
    return std::ifstream{"/sys/fs/cgroup/" + name};
}

template <class Number>
std::optional<Number> next(std::istream& in) {
    Number number{};
    if (in >> number && number > 0) return number;
    return std::nullopt;  // "max"
}

}  // namespace

int usable_cpus() {
    int cpus = static_cast<int>(std::thread::hardware_concurrency());
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) cpus = std::min(cpus, CPU_COUNT(&allowed));
    std::ifstream quota = cgroup_file("cpu.max");  // microseconds in each period, or "max"; the period
    const auto time = next<long>(quota);
    const auto period = next<long>(quota);
    if (time && period) cpus = std::min(cpus, static_cast<int>((*time + *period - 1) / *period));
    if (const char* slurm = std::getenv("SLURM_CPUS_PER_TASK")) {
        const int allotted = std::atoi(slurm);
        if (allotted > 0) cpus = std::min(cpus, allotted);
    }
    return std::max(cpus, 1);
}

std::uint64_t usable_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    auto memory = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    std::ifstream limit = cgroup_file("memory.max");
    if (const auto bytes = next<std::uint64_t>(limit)) memory = std::min(memory, *bytes);
    return memory;
}

}  // namespace damier
