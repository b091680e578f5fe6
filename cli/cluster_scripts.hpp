// What Slurm is given: names of jobs, words of sbatch, the scripts that jobs run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cluster_plan.hpp"
#include "cli/slurm_options.hpp"

namespace damier {

// "damier-1f00ba11-": how the names of all jobs of this set of tables (whatever its plan) in this folder
// begin; "damier-1f00ba11-c0ffee00-": those of this plan, then "u17" or "next".
std::string set_prefix(const ClusterPlan& plan);
std::string plan_prefix(const ClusterPlan& plan);

// The unit that a job of this plan is of.
std::optional<std::size_t> unit_of_job(const ClusterPlan& plan, const std::string& name);

// A word for the shell.
std::string shell_quoted(std::string_view word);

// What a job asks for whose unit needs so many bytes: those, the program, and some more.
std::uint64_t with_program(std::uint64_t memory);

// The words behind `sbatch`, for a unit that waits for these jobs to succeed.
std::vector<std::string> unit_words(const ClusterPlan& plan, const SlurmOptions& options, std::size_t unit,
                                    const std::string& name, const std::vector<std::string>& after);
// For the job that submits the rest when these jobs are over.
std::vector<std::string> next_words(const ClusterPlan& plan, const SlurmOptions& options,
                                    const std::string& name, const std::vector<std::string>& after);

std::filesystem::path unit_script(const ClusterPlan& plan);
std::filesystem::path next_script(const ClusterPlan& plan);
std::string unit_script_text(const ClusterPlan& plan);
std::string next_script_text(const ClusterPlan& plan, const std::vector<std::string>& options);

// Lines `unit<TAB>job` of what was submitted since a build was last begun anew; `unit<TAB>-`: it was
// withdrawn while it waited.
std::filesystem::path submitted_file(const ClusterPlan& plan);
std::set<std::size_t> submitted_units(const ClusterPlan& plan);

// The same units as rules of GNU make, for sites without Slurm.
std::string makefile_text(const ClusterPlan& plan);

}  // namespace damier
