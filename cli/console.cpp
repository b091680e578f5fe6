#include "cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace damier {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

// 0, or errno.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

std::size_t terminal_columns() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

}  // namespace

Console::Console() : terminal_{::isatty(STDERR_FILENO) == 1} {}

void Console::print(std::string_view text) {
    if (output_failed()) return;
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
}

void Console::flush() {
    if (!buffer_.empty()) status({});  // both may be the same terminal
    if (!output_failed()) output_error_ = write_all(STDOUT_FILENO, buffer_);
    buffer_.clear();
}

ExitCode Console::finish(ExitCode so_far) {
    flush();
    status({});
    if (!output_failed()) return so_far;
    const std::string reason = std::generic_category().message(output_error_);
    return worst(so_far, report({ErrorKind::io, "cannot write to standard output: " + reason, {}}));
}

void Console::say(std::string_view text) {
    const std::lock_guard lock{mutex_};
    write_error_stream(fmt::format("damier: {}\n", text));
}

ExitCode Console::report(const Error& error, std::string_view source) {
    std::string place{source};
    if (error.place.line != 0) place += fmt::format(":{}:{}", error.place.line, error.place.column);
    if (source.empty()) place.clear();
    say(place.empty() ? error.message : place + ": " + error.message);
    return exit_code(error.kind);
}

void Console::status(std::string_view text) {
    if (!terminal_) return;
    const std::lock_guard lock{mutex_};
    if (text.empty()) {
        write_error_stream({});
        return;
    }
    // A line that wraps could not be overwritten.
    write_all(STDERR_FILENO, fmt::format("\r{}\x1b[K", text.substr(0, terminal_columns() - 1)));
    status_shown_ = true;
}

// Nobody can be told if this fails.
void Console::write_error_stream(std::string_view text) {
    write_all(STDERR_FILENO, status_shown_ ? fmt::format("\r\x1b[K{}", text) : std::string{text});
    status_shown_ = false;
}

}  // namespace damier
