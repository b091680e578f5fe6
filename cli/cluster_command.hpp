// The subcommands of `damier cluster`.
#pragma once

#include "cli/cluster_plan.hpp"
#include "cli/command.hpp"

namespace damier {

void add_cluster_unit(CLI::App& cluster, Action& chosen);
void add_cluster_submit(CLI::App& cluster, Action& chosen);
void add_cluster_status(CLI::App& cluster, Action& chosen);
void add_cluster_cancel(CLI::App& cluster, Action& chosen);

// The plan of a build on a cluster; its units take about so many minutes on machines of so many threads.
//
Result<ClusterPlan> make_cluster_plan(const AnyGame& game, const std::string& metric,
                                      const RuleArguments& rules, int pieces, const std::string& folder,
                                      Effort effort, double minutes, int threads);
// Without a folder: for its figures.
Result<ClusterPlan> sketch_cluster_plan(const AnyGame& game, const std::string& metric,
                                        const RuleArguments& rules, int pieces, Effort effort, double minutes,
                                        int threads);

// --unit-minutes
CLI::Option* add_unit_minutes(CLI::App& command, double& minutes);

}  // namespace damier
