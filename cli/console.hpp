// Where the program writes: data to standard output, everything else to standard error.
#pragma once

#include <fmt/format.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "cli/exit_code.hpp"
#include "rules/result.hpp"

namespace damier {

// Safe to use from several threads at once, but for print() and flush().
class Console {
public:
    Console();

    // Data, buffered. After a failed write nothing more is written; the end of the program reports it.
    void print(std::string_view text);
    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        print(std::string_view{fmt::format(format, std::forward<Args>(args)...)});
    }
    void flush();
    // Is there no sense in producing more?
    bool output_failed() const { return output_error_ != 0; }
    // Writes what is buffered; ExitCode::io and a message where not all data could be written.
    ExitCode finish(ExitCode so_far);

    // A line for the user: "damier: text".
    void say(std::string_view text);
    // "damier: source:line:column: message"; gives the exit code. Errors without a place leave out what they
    // lack.
    ExitCode report(const Error& error, std::string_view source = {});

    // A line on the terminal that the next one overwrites; empty takes it away. Nothing where standard error
    // is no terminal.
    void status(std::string_view text);
    bool has_terminal() const { return terminal_; }

private:
    void write_error_stream(std::string_view text);

    std::string buffer_;
    int output_error_ = 0;  // errno
    bool terminal_ = false;
    std::mutex mutex_;
    bool status_shown_ = false;
};

}  // namespace damier
