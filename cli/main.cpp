#include "cli/program.hpp"

int main(int argc, char** argv) { return static_cast<int>(damier::run_program(argc, argv)); }
