#include "cli/fen_input.hpp"

#include <unistd.h>

#include <algorithm>

#include "cli/command_files.hpp"
#include "cli/line_reader.hpp"

namespace damier {

namespace {

// Blanks at both ends are no part of what is echoed; a tab would break the columns of the answer.
std::string trimmed(std::string text) {
    for (char& c : text) {
        if (c == '\t') c = ' ';
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

}  // namespace

ExitCode for_each_position(
    const std::vector<std::string>& fens, const BoardShape& shape, Console& console,
    const std::function<Result<ExitCode>(const std::string& text, const Placement& placement)>& answer,
    const std::function<void()>& bad) {
    if (std::ranges::find(fens, "-") != fens.end()) {
        const auto files = CommandFiles{}.reads("FEN", "-").check();
        if (!files) return console.report(files.error());
    }
    ExitCode code = ExitCode::done;
    const auto refuse = [&](Error error, std::string_view source, std::size_t line) {
        error.place.line = line;
        code = worst(code, console.report(error, source));
        bad();
    };
    const auto take = [&](const std::string& text, std::string_view source, std::size_t line) {
        const auto placement = parse_placement(text, shape, EmptySide::allowed);
        if (!placement) return refuse(placement.error(), source, line);
        const Result<ExitCode> answered = answer(trimmed(text), *placement);
        if (answered) {
            code = worst(code, *answered);
            return;
        }
        Error error = answered.error();
        if (error.place.column > 0) error.place.column += text.find_first_not_of(" \t");
        refuse(std::move(error), source, line);
    };

    std::size_t argument = 0;
    for (const std::string& fen : fens) {
        ++argument;
        if (fen != "-") {
            take(fen, "<arguments>", argument);
            continue;
        }
        LineReader reader{STDIN_FILENO};
        std::string line;
        bool cut = false;
        while (!console.output_failed()) {
            if (reader.waits()) console.flush();
            const Result<bool> more = reader.next(line, cut);
            if (!more) return worst(code, console.report(more.error()));
            if (!*more) break;
            const std::size_t first = line.find_first_not_of(" \t");
            if (first == std::string::npos || line[first] == '#') continue;
            if (cut) {
                refuse({ErrorKind::bad_input,
                        "the line is too long for a position",
                        {1, LineReader::longest + 1}},
                       "<stdin>", reader.line());
            } else {
                take(line, "<stdin>", reader.line());
            }
        }
    }
    return code;
}

}  // namespace damier
