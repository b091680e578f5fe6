#include "cli/pdn_input.hpp"

#include <fmt/format.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "cli/arguments.hpp"
#include "cli/audit_text.hpp"

namespace damier {

namespace {

Error refused(const std::string& what, const std::string& name) {
    return {ErrorKind::io,
            fmt::format("cannot {} '{}': {}", what, name, std::generic_category().message(errno)),
            {}};
}

// What cannot be rewound is copied to a file that has no name any more.
Result<std::unique_ptr<std::istream>> spooled(std::istream& in) {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    std::string path = (error ? std::filesystem::path{"/tmp"} : folder) / "damier-XXXXXX";
    const int made = ::mkstemp(path.data());
    if (made < 0) return fail(refused("make a temporary file", path));
    ::close(made);
    auto file = std::make_unique<std::fstream>(path, std::ios::in | std::ios::out | std::ios::binary);
    ::unlink(path.c_str());
    if (in.peek() != std::istream::traits_type::eof()) *file << in.rdbuf();
    if (!file->flush() || in.bad()) return fail(refused("copy standard input to", path));
    file->clear();
    file->seekg(0);
    return file;
}

}  // namespace

void PdnArguments::add_to(CLI::App& command) {
    command.add_option("FILES", files, "PDN files or patterns such as 'games/*.pdn'; - reads standard input")
        ->required()
        ->type_name("");
    command
        .add_option("--variant", variant,
                    "The variant of all games, with settings as in thai:half-turn=no; unless given, that of "
                    "their tags, else told from the moves of the file")
        ->type_name("V");
    command
        .add_option("--encoding", encoding,
                    "utf-8, latin-1, cp1252 or cp1251; unless given, told from the bytes")
        ->type_name("E");
    command.add_flag("--strict", strict, "What PDN 3.0 does not let writers do is an error");
    command.add_flag("--nested-comments", nested, "Braces inside comments are counted");
    add_whole(command, "--jobs", jobs, 1, most_threads, "Threads that replay games; 1 unless given");
}

Result<PdnOptions> PdnArguments::options() const {
    PdnOptions options;
    options.strict = strict;
    options.lexer.nested_comments = nested;
    if (encoding.empty()) return options;
    options.lexer.encoding = find_encoding(encoding);
    if (options.lexer.encoding) return options;
    return fail(ErrorKind::usage,
                fmt::format("--encoding must be utf-8, latin-1, cp1252 or cp1251, not \"{}\"", encoding));
}

Result<std::vector<std::string>> PdnArguments::names() const {
    std::vector<std::string> names;
    for (const std::string& file : files) {
        std::error_code ignored;
        if (file == "-" || file.find_first_of("*?[") == std::string::npos ||
            std::filesystem::exists(file, ignored)) {
            names.push_back(file);
            continue;
        }
        ::glob_t found{};
        const int code = ::glob(file.c_str(), 0, nullptr, &found);
        for (std::size_t i = 0; code == 0 && i < found.gl_pathc; ++i) names.emplace_back(found.gl_pathv[i]);
        ::globfree(&found);
        if (code != 0) return fail(ErrorKind::io, fmt::format("no file matches '{}'", file));
    }
    return names;
}

Result<PdnInput> open_pdn(const std::string& name, bool again) {
    PdnInput input{name, nullptr};
    if (name == "-") {
        input.name = "<stdin>";
        if (!again) {
            input.stream = std::make_unique<std::istream>(std::cin.rdbuf());
            return input;
        }
        auto copy = spooled(std::cin);
        if (!copy) return fail(std::move(copy.error()));
        input.stream = std::move(*copy);
        return input;
    }
    std::error_code ignored;
    errno = EISDIR;
    if (std::filesystem::is_directory(name, ignored)) return fail(refused("open file", name));
    auto file = std::make_unique<std::ifstream>(name, std::ios::binary);
    if (!file->is_open()) return fail(refused("open file", name));
    if (again && !std::filesystem::is_regular_file(name, ignored)) {
        auto copy = spooled(*file);
        if (!copy) return fail(std::move(copy.error()));
        input.stream = std::move(*copy);
        return input;
    }
    input.stream = std::move(file);
    return input;
}

ExitCode report_rest(const PdnReader& reader, const std::string& file, Console& console) {
    ExitCode code = ExitCode::done;
    const RawGame& rest = reader.rest();
    for (const Diagnostic& d : rest.diagnostics) {
        if (d.severity != Severity::error) continue;
        code = worst(code,
                     console.report({ErrorKind::bad_input, diagnostic_text(d, rest.number), d.place}, file));
    }
    if (!reader.failed()) return code;
    return worst(code,
                 console.report({ErrorKind::io, fmt::format("cannot read file '{}' to its end", file), {}}));
}

}  // namespace damier
