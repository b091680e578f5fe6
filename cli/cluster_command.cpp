// damier cluster: builds on several machines that share a folder.
#include "cli/cluster_command.hpp"

#include <fmt/format.h>

#include <system_error>

#include "cli/arguments.hpp"
#include "cli/cluster_submit.hpp"

namespace damier {

Result<ClusterPlan> sketch_cluster_plan(const AnyGame& game, const std::string& metric,
                                        const RuleArguments& rules, int pieces, Effort effort, double minutes,
                                        int threads) {
    const auto counted = rules.open(game, metric);
    if (!counted) return fail(counted.error());
    const Result<BuildPlan> build = game.plan(metric, pieces, {});
    if (!build) return fail(build.error());
    ClusterPlan plan;
    plan.variant = game.rules().name;
    plan.board = game.shape().name();
    plan.metric = metric;
    plan.pieces = pieces;
    if (*counted != nullptr) {
        plan.rules = rules;
        plan.rules.rulebook = (*counted)->rulebook();
        plan.draw_rules = (*counted)->fingerprint();
    }
    plan.fingerprint = plan.identity(game).rules_fingerprint;
    plan.serial_seconds = build->seconds;
    UnitSizes sizes;
    const double seconds = 60.0 * minutes * threads;
    // Packs wait for each other, and hold up all that is large: so they are smaller than what is divided.
    sizes.pack_up_to = seconds / 4;
    if (minutes > 0) sizes.divide_from = seconds;
    // Frames of effort max need a codec that is trained on all of them.
    sizes.divide_tables = effort != Effort::max;
    plan.units = plan_units(*build, game.rules(), sizes);
    return plan;
}

Result<ClusterPlan> make_cluster_plan(const AnyGame& game, const std::string& metric,
                                      const RuleArguments& rules, int pieces, const std::string& folder,
                                      Effort effort, double minutes, int threads) {
    Result<ClusterPlan> plan = sketch_cluster_plan(game, metric, rules, pieces, effort, minutes, threads);
    if (!plan) return plan;
    std::error_code error;
    std::filesystem::path absolute = std::filesystem::absolute(folder, error);
    if (!error) absolute = std::filesystem::weakly_canonical(absolute, error);
    if (error) return fail(ErrorKind::io, folder + ": " + error.message());
    plan->folder = absolute.string();
    plan->effort = effort;
    return plan;
}

CLI::Option* add_unit_minutes(CLI::App& command, double& minutes) {
    minutes = 5;
    return add_number(
        command, "--unit-minutes", minutes, 0, 1440,
        "Minutes that a unit takes, about: small slices are packed together, larger ones divided; 5 unless "
        "given, 0: each slice is a unit");
}

namespace {

struct SubmitOptions {
    SlurmOptions slurm;
    std::string plan;
    Submission submission;
};

ExitCode run_submit(const SubmitOptions& options, Console& console) {
    const auto plan = read_plan(options.plan);
    if (!plan) return console.report(plan.error());
    return submit_plan(*plan, options.slurm, options.submission, console);
}

}  // namespace

void add_cluster_submit(CLI::App& cluster, Action& chosen) {
    CLI::App* command =
        cluster.add_subcommand("submit", "Submit the units of a plan whose tables are missing to Slurm");
    auto& options = options_of<SubmitOptions>(*command, chosen, run_submit);
    command->add_option("--plan", options.plan, "The plan")->required()->type_name("FILE");
    options.slurm.add_to(*command);
    command->add_flag("--continue", options.submission.continued,
                      "Submit only what there was no room for before: what the job called next does");
    add_whole(*command, "--patience", options.submission.patience, 0, 86400,
              "With --continue, seconds until a table that does not appear has failed; 75 unless given");
    command->footer(
        "As damier build --cluster slurm, for a plan that is written already.\n\n"
        "Example:\n"
        "  damier cluster submit --plan tables/.cluster/english-8x8.wld.6/plan.jsonl --cpus 32 --mem 60G");
}

void add_cluster_command(CLI::App& program, Action& chosen) {
    CLI::App* command =
        program.add_subcommand("cluster", "Builds on a cluster: run a unit, see how far it is, cancel it");
    command->require_subcommand(1);
    for (const auto add : {add_cluster_unit, add_cluster_submit, add_cluster_status, add_cluster_cancel})
        add(*command, chosen);
    command->footer(
        "A build on a cluster begins with damier build --cluster slurm, or with damier plan --format "
        "make.\n\n"
        "Examples:\n"
        "  damier build --variant english --pieces 6 --dir tables --cluster slurm --cpus 32 --mem 60G\n"
        "  damier cluster status --dir tables\n"
        "  damier cluster cancel --dir tables");
}

}  // namespace damier
