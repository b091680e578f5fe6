#include "cli/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

extern char** environ;

namespace damier {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    std::array<int, 2> ends{-1, -1};  // read, write
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    bool open() const { return ends[0] >= 0; }
    void close_end(std::size_t i) {
        if (ends[i] >= 0) ::close(ends[i]);
        ends[i] = -1;
    }
};

std::string error_text(int error) { return std::generic_category().message(error); }

// Reads both to their ends; false where the time ran out before.
bool read_all(Pipe& out, Pipe& err, ProcessOutcome& outcome, Clock::time_point end) {
    const std::array<std::string*, 2> texts{&outcome.out, &outcome.err};
    std::array<Pipe*, 2> pipes{&out, &err};
    while (out.ends[0] >= 0 || err.ends[0] >= 0) {
        std::array<pollfd, 2> waiting{};
        for (std::size_t i = 0; i < 2; ++i) waiting[i] = {pipes[i]->ends[0], POLLIN, 0};
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return false;
        if (::poll(waiting.data(), 2, static_cast<int>(std::min<long long>(left, 1000))) < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (waiting[i].revents == 0) continue;
            std::array<char, 65536> buffer;
            const ssize_t got = ::read(waiting[i].fd, buffer.data(), buffer.size());
            if (got > 0) texts[i]->append(buffer.data(), static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) pipes[i]->close_end(0);
        }
    }
    return true;
}

// False where the time ran out before the process ended.
bool wait_for(pid_t process, int& status, Clock::time_point end) {
    for (;;) {
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == process) return true;
        if (ended < 0 && errno != EINTR) return true;
        if (Clock::now() >= end) return false;
        ::usleep(2000);
    }
}

}  // namespace

Result<ProcessOutcome> run_process(const std::vector<std::string>& words, std::chrono::seconds limit) {
    Pipe out;
    Pipe err;
    if (!out.open() || !err.open()) return fail(ErrorKind::io, "cannot make a pipe: " + error_text(errno));
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
    pid_t process = 0;
    const int error = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return fail(error == ENOENT ? ErrorKind::not_answerable : ErrorKind::io,
                    "cannot run " + words[0] + ": " + error_text(error));
    }

    out.close_end(1);
    err.close_end(1);
    ProcessOutcome outcome;
    int status = 0;
    const auto end = Clock::now() + limit;
    if (!read_all(out, err, outcome, end) || !wait_for(process, status, end)) {
        ::kill(process, SIGKILL);
        ::waitpid(process, &status, 0);
        return fail(ErrorKind::io,
                    fmt::format("{} did not answer within {} seconds", words[0], limit.count()));
    }
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

std::string complaint(const ProcessOutcome& outcome) {
    const std::string line = outcome.err.substr(0, outcome.err.find('\n'));
    return line.empty() ? fmt::format("exit code {}", outcome.code) : line;
}

}  // namespace damier
