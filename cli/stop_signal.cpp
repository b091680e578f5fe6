#include "cli/stop_signal.hpp"

#include <unistd.h>

#include <atomic>
#include <string_view>

#include "cli/exit_code.hpp"

namespace damier {

namespace {

std::atomic<int> signals_received{0};
static_assert(std::atomic<int>::is_always_lock_free, "used in a signal handler");

// Only what a signal handler may call.
void say(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void damier_stop_handler(int) {
    if (signals_received.fetch_add(1) == 0) {
        say("\ndamier: stopping; once more to abort at once\n");
    } else {
        say("\ndamier: aborted\n");
        ::_exit(static_cast<int>(ExitCode::interrupted));
    }
}

}  // namespace

StopSignal::StopSignal() {
    signals_received = 0;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = damier_stop_handler;
        action.sa_flags = SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(signals[i], &action, nullptr);
    }
}

StopSignal::~StopSignal() {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

bool StopSignal::received() { return signals_received.load(std::memory_order_relaxed) > 0; }

}  // namespace damier
