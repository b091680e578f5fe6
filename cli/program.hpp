// The program: reads the command line and runs the subcommand.
#pragma once

#include "cli/exit_code.hpp"

namespace damier {

ExitCode run_program(int argc, const char* const* argv);

}  // namespace damier
