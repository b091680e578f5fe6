// Other programs: run to their end, their output kept.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "rules/result.hpp"

namespace damier {

struct ProcessOutcome {
    int code = 0;  // 128 + signal where one ended it
    std::string out;
    std::string err;
};

// Looks the program up in PATH, gives it no input, and kills it after `limit`. ErrorKind::io where it cannot
// be started or was killed so; the message names it.
Result<ProcessOutcome> run_process(const std::vector<std::string>& words, std::chrono::seconds limit);

// What it said, for a message: the first line of its error stream, or its code.
std::string complaint(const ProcessOutcome& outcome);

}  // namespace damier
