// The exit codes of the program, and the one place where the kind of an error becomes one.
#pragma once

#include <algorithm>

#include "rules/result.hpp"

namespace damier {

enum class ExitCode : int {
    done = 0,
    checked_false = 1,   // a wrong value, result or move was found
    usage = 2,           // options or arguments that make no sense
    not_answerable = 3,  // a table is missing
    bad_input = 4,       // malformed or illegal FEN, PDN, move
    table_damaged = 5,
    io = 6,
    limit = 7,
    internal = 70,   // a mistake in the program (EX_SOFTWARE of sysexits.h)
    try_again = 75,  // a unit of a cluster: something that may pass (EX_TEMPFAIL)
    interrupted = 130,
};

constexpr ExitCode exit_code(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return ExitCode::usage;
        case ErrorKind::not_answerable:
            return ExitCode::not_answerable;
        case ErrorKind::bad_input:
            return ExitCode::bad_input;
        case ErrorKind::table_damaged:
        case ErrorKind::table_newer:
            return ExitCode::table_damaged;
        case ErrorKind::io:
            return ExitCode::io;
        case ErrorKind::limit:
            return ExitCode::limit;
        case ErrorKind::interrupted:
            return ExitCode::interrupted;
    }
    return ExitCode::internal;
}

// What a command that goes on after an error ends with: the highest code.
constexpr ExitCode worst(ExitCode a, ExitCode b) { return std::max(a, b); }

}  // namespace damier
