// The subcommands of `damier pdn`.
#pragma once

#include "cli/command.hpp"

namespace damier {

void add_pdn_check(CLI::App& pdn, Action& chosen);
void add_pdn_convert(CLI::App& pdn, Action& chosen);
void add_pdn_filter(CLI::App& pdn, Action& chosen);
void add_pdn_dedupe(CLI::App& pdn, Action& chosen);
void add_pdn_split(CLI::App& pdn, Action& chosen);
void add_pdn_stats(CLI::App& pdn, Action& chosen);
void add_pdn_positions(CLI::App& pdn, Action& chosen);

}  // namespace damier
