// Options that several commands share, read strictly: what is not understood is an error that says what is
// allowed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/any_game.hpp"
#include "egtb/frame_codec.hpp"
#include "egtb/table_set.hpp"
#include "rules/result.hpp"

namespace damier {

// More pieces than any table that can be built; it bounds the list of slices.
inline constexpr int most_pieces = 16;
inline constexpr int most_threads = 1024;

// "4096", "16G": bytes; K, M, G and T are powers of 1024. Nothing where it is something else, 0 or too large.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
// "0.01", "1%": a share greater than 0 and at most 1.
std::optional<double> parse_share(std::string_view text);
// A whole number in decimal digits, nothing around it.
std::optional<int> parse_whole(std::string_view text, int least, int most);

// Ends the reading of the command line with exit code 2 and this message.
[[noreturn]] void refuse(const std::string& message);
[[noreturn]] void refuse_word(const std::string& option, const std::vector<std::string>& allowed,
                              const std::string& word);

// An option that takes one of a few words; each sets the target to its value.
template <class Value, class Target>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Target& target,
                        const std::vector<std::pair<std::string, Value>>& choices,
                        const std::string& description, const std::string& type_name) {
    const auto read = [name, &target, choices](const std::string& word) {
        std::vector<std::string> allowed;
        for (const auto& [text, value] : choices) {
            allowed.push_back(text);
            if (text != word) continue;
            target = value;
            return;
        }
        refuse_word(name, allowed, word);
    };
    return command.add_option_function<std::string>(name, read, description)->type_name(type_name);
}

CLI::Option* add_whole(CLI::App& command, const std::string& name, int& target, int least, int most,
                       const std::string& description);
// The same of any number.
CLI::Option* add_number(CLI::App& command, const std::string& name, double& target, double least, double most,
                        const std::string& description);

// Refuses the options unless one of the others is given too.
void need_one_of(CLI::App& command, const std::vector<CLI::Option*>& options,
                 const std::vector<CLI::Option*>& others);

// ErrorKind::io where it cannot be listed.
Result<void> check_readable(const std::string& folder);

// --variant and --board.
struct GameArguments {
    std::string variant;
    std::string board;

    void add_to(CLI::App& command);
    Result<std::unique_ptr<AnyGame>> open() const;
};

// --dir, several times, for commands that read tables.
struct FolderArguments {
    std::vector<std::string> folders;

    void add_to(CLI::App& command);
    // Fails where a folder cannot be read. `counted`: of metric `rule`, the draw rules; of several folders
    // those that hold tables of other rules are left out, unless all do.
    Result<std::unique_ptr<TableSet>> open(const AnyGame& game, std::string_view metric = WldMetric::name,
                                           std::shared_ptr<const CountedRules> counted = {}) const;
    // The tables of the first of these metrics that the folders have any of; of `none` where there is none.
    Result<std::unique_ptr<TableSet>> open_first(const AnyGame& game,
                                                 const std::vector<std::string_view>& metrics,
                                                 std::string_view none) const;
};

// --metric; `preset` unless given.
void add_metric(CLI::App& command, std::string& metric, std::string_view preset = WldMetric::name);
// FEN or `-` for standard input, at least one.
void add_fens(CLI::App& command, std::vector<std::string>& fens);
// --rulebook and --setting, the latter several times.
void add_rulebook(CLI::App& command, std::string& rulebook, std::vector<std::string>& settings,
                  const std::string& description);
CLI::Option* add_json(CLI::App& command, bool& json);
void add_side(CLI::App& command, std::optional<Color>& side, const std::string& description);
// As for parse_bytes; `bytes` keeps its value unless the option is given.
CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::uint64_t& bytes,
                       const std::string& description);
CLI::Option* add_effort(CLI::App& command, Effort& effort);
// --memory; unless given, what this machine has.
void add_memory(CLI::App& command, std::uint64_t& memory);
void add_threads(CLI::App& command, int& threads);  // default: usable_cpus()

}  // namespace damier
