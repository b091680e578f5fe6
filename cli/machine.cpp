#include "cli/machine.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
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

// 0 where the variable is no number.
std::uint64_t number_in_environment(const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 0;
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
    const auto slurm = static_cast<int>(number_in_environment("SLURM_CPUS_PER_TASK"));
    if (slurm > 0) cpus = std::min(cpus, slurm);
    return std::max(cpus, 1);
}

std::uint64_t usable_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    auto memory = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    std::ifstream limit = cgroup_file("memory.max");
    if (const auto bytes = next<std::uint64_t>(limit)) memory = std::min(memory, *bytes);
    const auto mebibytes = [](const char* name) { return number_in_environment(name) << 20; };
    const std::uint64_t slurm =
        mebibytes("SLURM_MEM_PER_NODE") > 0
            ? mebibytes("SLURM_MEM_PER_NODE")
            : mebibytes("SLURM_MEM_PER_CPU") * number_in_environment("SLURM_CPUS_ON_NODE");
    if (slurm > 0) memory = std::min(memory, slurm);
    return memory;
}

std::string own_program() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

void allow_open_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string slurm_job() {
    const char* job = std::getenv("SLURM_JOB_ID");
    return job != nullptr ? job : "";
}

int slurm_restarts() { return static_cast<int>(number_in_environment("SLURM_RESTART_COUNT")); }

}  // namespace damier
