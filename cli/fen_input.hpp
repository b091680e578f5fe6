// The positions that a command is asked about: FENs of the command line, or lines of standard input for `-`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "formats/fen.hpp"
#include "rules/result.hpp"

namespace damier {

// Calls `answer` with each position and its text, in order. What cannot be read, or answered with an error,
// is reported with its place and passed over; `bad` is called for it. The column of such an error counts from
// the start of the text. Blank lines and lines that start with # are skipped. Output is flushed before the
// program waits for more input, so it can be used line by line. Gives the worst exit code of all.
ExitCode for_each_position(
    const std::vector<std::string>& fens, const BoardShape& shape, Console& console,
    const std::function<Result<ExitCode>(const std::string& text, const Placement& placement)>& answer,
    const std::function<void()>& bad = [] {});

}  // namespace damier
