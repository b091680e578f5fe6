// The game files of `damier pdn` and how they are to be read.
#pragma once

#include <CLI/CLI.hpp>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "formats/pdn_reader.hpp"
#include "rules/result.hpp"
#include "rules/rules.hpp"

namespace damier {

struct PdnArguments {
    std::vector<std::string> files;
    std::string variant;  // empty: told from the tags or from the moves
    std::string encoding;
    bool strict = false;
    bool nested = false;
    int jobs = 1;

    void add_to(CLI::App& command);
    Result<PdnOptions> options() const;
    // The names with patterns replaced by the files that they match, in alphabetical order; `-` is standard
    // input.
    Result<std::vector<std::string>> names() const;
};

// An open file, or standard input as <stdin>.
struct PdnInput {
    std::string name;
    std::unique_ptr<std::istream> stream;
};

// What is wrong behind the last game, or with the file as a whole: that it could not be read to its end, that
// there is no game in it. Nothing that is only unusual.
ExitCode report_rest(const PdnReader& reader, const std::string& file, Console& console);

// `again`: it must be possible to rewind it; standard input is then copied to a temporary file first.
Result<PdnInput> open_pdn(const std::string& name, bool again);

}  // namespace damier
