// The subcommands: each adds itself to the program, and sets what is done when it is the chosen one.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "cli/console.hpp"
#include "cli/exit_code.hpp"

namespace damier {

using Action = std::function<ExitCode(Console&)>;

void add_variants_command(CLI::App& program, Action& chosen);
void add_perft_command(CLI::App& program, Action& chosen);
void add_moves_command(CLI::App& program, Action& chosen);
void add_plan_command(CLI::App& program, Action& chosen);
void add_build_command(CLI::App& program, Action& chosen);
void add_probe_command(CLI::App& program, Action& chosen);
void add_stats_command(CLI::App& program, Action& chosen);
void add_verify_command(CLI::App& program, Action& chosen);
void add_repack_command(CLI::App& program, Action& chosen);
void add_audit_command(CLI::App& program, Action& chosen);
void add_claim_command(CLI::App& program, Action& chosen);
void add_pdn_command(CLI::App& program, Action& chosen);
void add_prove_command(CLI::App& program, Action& chosen);
void add_solve_command(CLI::App& program, Action& chosen);
void add_check_proof_command(CLI::App& program, Action& chosen);
void add_explore_command(CLI::App& program, Action& chosen);
void add_cluster_command(CLI::App& program, Action& chosen);

// The options of a command, which live as long as it; `run` gets them when the command is chosen.
template <class Options>
Options& options_of(CLI::App& command, Action& chosen, ExitCode (*run)(const Options&, Console&)) {
    auto options = std::make_shared<Options>();
    command.callback([options, &chosen, run] {
        chosen = [options, run](Console& console) { return run(*options, console); };
    });
    return *options;
}

}  // namespace damier
