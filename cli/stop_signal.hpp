// Ctrl-C and the signals that ask a program to end: the first asks the work to stop at a good place, the
// second ends the program at once.
#pragma once

#include <signal.h>

#include <array>

#include "solver/slice_solver.hpp"

namespace damier {

// SIGINT, SIGTERM and SIGHUP, unless the program was started with them ignored. One object at a time.
class StopSignal {
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    static bool received();
    static StopRequest request() {
        return [] { return received(); };
    }

private:
    static constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace damier
