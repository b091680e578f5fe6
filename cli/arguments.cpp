#include "cli/arguments.hpp"

#include <dirent.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <system_error>

#include "cli/machine.hpp"
#include "cli/present_tables.hpp"
#include "cli/quantity_text.hpp"

namespace damier {

namespace {

template <class Number>
std::optional<Number> parse_all(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
    unsigned shift = 0;
    if (!text.empty()) {
        constexpr std::string_view suffixes = "KMGT";
        const std::size_t suffix = suffixes.find(text.back());
        if (suffix != std::string_view::npos) {
            shift = 10 * (static_cast<unsigned>(suffix) + 1);
            text.remove_suffix(1);
        }
    }
    const auto number = parse_all<std::uint64_t>(text);
    if (!number || *number == 0 || *number > std::numeric_limits<std::uint64_t>::max() >> shift)
        return std::nullopt;
    return *number << shift;
}

std::optional<double> parse_share(std::string_view text) {
    const bool percent = !text.empty() && text.back() == '%';
    if (percent) text.remove_suffix(1);
    const auto number = parse_all<double>(text);
    if (!number) return std::nullopt;
    const double share = percent ? *number / 100 : *number;
    if (!(share > 0 && share <= 1)) return std::nullopt;
    return share;
}

std::optional<int> parse_whole(std::string_view text, int least, int most) {
    const auto number = parse_all<int>(text);
    if (!number || *number < least || *number > most) return std::nullopt;
    return number;
}

Result<void> check_readable(const std::string& folder) {
    if (DIR* open = ::opendir(folder.c_str())) {
        ::closedir(open);
        return {};
    }
    return fail(ErrorKind::io,
                fmt::format("cannot read folder '{}': {}", folder, std::generic_category().message(errno)));
}

// CLI11 wants its own exceptions; the message is ours.
void refuse(const std::string& message) {
    throw CLI::ValidationError(message, CLI::ExitCodes::ValidationError);
}

void refuse_word(const std::string& option, const std::vector<std::string>& allowed,
                 const std::string& word) {
    std::string words;
    for (std::size_t i = 0; i < allowed.size(); ++i)
        words += (i == 0 ? "" : i + 1 == allowed.size() ? " or " : ", ") + allowed[i];
    refuse(fmt::format("{} must be {}, not \"{}\"", option, words, word));
}

CLI::Option* add_whole(CLI::App& command, const std::string& name, int& target, int least, int most,
                       const std::string& description) {
    const auto read = [name, &target, least, most](const std::string& text) {
        const auto number = parse_whole(text, least, most);
        if (!number)
            refuse(
                fmt::format("{} must be a whole number from {} to {}, not \"{}\"", name, least, most, text));
        target = *number;
    };
    return command.add_option_function<std::string>(name, read, description)->type_name("N");
}

CLI::Option* add_number(CLI::App& command, const std::string& name, double& target, double least, double most,
                        const std::string& description) {
    const auto read = [name, &target, least, most](const std::string& text) {
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool read_all = error == std::errc{} && end == text.data() + text.size();
        if (!read_all || !(number >= least && number <= most))
            refuse(fmt::format("{} must be a number from {} to {}, not \"{}\"", name, least, most, text));
        target = number;
    };
    return command.add_option_function<std::string>(name, read, description)->type_name("N");
}

void need_one_of(CLI::App& command, const std::vector<CLI::Option*>& options,
                 const std::vector<CLI::Option*>& others) {
    command.parse_complete_callback([options, others] {
        const auto given = [](const CLI::Option* option) { return option->count() > 0; };
        const auto extra = std::ranges::find_if(options, given);
        if (extra == options.end() || std::ranges::any_of(others, given)) return;
        std::string names;
        for (const CLI::Option* other : others) names += (names.empty() ? "" : " or ") + other->get_name();
        refuse(fmt::format("{} needs {}", (*extra)->get_name(), names));
    });
}

void GameArguments::add_to(CLI::App& command) {
    command
        .add_option("--variant", variant,
                    "The variant: a name, another name or PDN GameType of `damier variants`; with settings "
                    "behind it, as in thai:half-turn=no, another reading of its rules")
        ->required()
        ->type_name("V");
    command.add_option("--board", board, "Another size of board: rows x columns, as in 6x6")
        ->type_name("RxC");
}

Result<std::unique_ptr<AnyGame>> GameArguments::open() const {
    Result<ChosenGame> game = choose_game(variant, board);
    if (!game) return fail(std::move(game.error()));
    return any_game(std::move(*game));
}

void FolderArguments::add_to(CLI::App& command) {
    command.add_option("--dir", folders, "A folder with tables; may be given several times")
        ->required()
        ->type_name("DIR")
        ->allow_extra_args(false);
}

Result<std::unique_ptr<TableSet>> FolderArguments::open(const AnyGame& game, std::string_view metric,
                                                        std::shared_ptr<const CountedRules> counted) const {
    std::vector<std::filesystem::path> paths;
    std::vector<std::filesystem::path> own;
    const TableIdentity identity = TableIdentity::of(game.rules(), game.shape(), metric, std::move(counted));
    for (const std::string& folder : folders) {
        if (auto readable = check_readable(folder); !readable) return fail(std::move(readable.error()));
        paths.emplace_back(folder);
        if (!has_other_draw_rules(identity, folder)) own.emplace_back(folder);
    }
    return std::make_unique<TableSet>(identity, own.empty() ? std::move(paths) : std::move(own));
}

Result<std::unique_ptr<TableSet>> FolderArguments::open_first(const AnyGame& game,
                                                              const std::vector<std::string_view>& metrics,
                                                              std::string_view none) const {
    for (const std::string_view metric : metrics) {
        auto tables = open(game, metric);
        if (!tables || !(*tables)->present().empty()) return tables;
    }
    return open(game, none);
}

void add_metric(CLI::App& command, std::string& metric, std::string_view preset) {
    metric = preset;
    const auto read = [&metric](const std::string& text) {
        const auto known = with_metric(text, [](auto) -> Result<void> { return {}; });
        if (!known) refuse("--metric: " + known.error().message);
        metric = text;
    };
    command
        .add_option_function<std::string>(
            "--metric", read,
            fmt::format("What the tables hold: wld (win, loss or draw), dtw (plies to the end), dtz (plies "
                        "to the next "
                        "capture or man's move), rule (the result under the draw rules of a rulebook){}",
                        preset.empty() ? std::string{} : fmt::format("; {} unless given", preset)))
        ->type_name("M");
}

void add_fens(CLI::App& command, std::vector<std::string>& fens) {
    command
        .add_option("FEN", fens,
                    "Positions, as in \"W:W31,K32:B1-12\"; - reads standard input, a position a line")
        ->required()
        ->type_name("");
}

void add_rulebook(CLI::App& command, std::string& rulebook, std::vector<std::string>& settings,
                  const std::string& description) {
    command.add_option("--rulebook", rulebook, description)->type_name("R");
    command
        .add_option("--setting", settings,
                    "How an open point of the rulebook is decided, as in 7.2.6-unit=plies; may be given "
                    "several times")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all();
}

void add_side(CLI::App& command, std::optional<Color>& side, const std::string& description) {
    add_choice<Color>(command, "--side", side, {{"white", Color::white}, {"black", Color::black}},
                      description, "C");
}

CLI::Option* add_json(CLI::App& command, bool& json) {
    return command.add_flag("--json", json, "Write JSON, an object a line");
}

CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::uint64_t& bytes,
                       const std::string& description) {
    const auto read = [name, &bytes](const std::string& text) {
        const auto number = parse_bytes(text);
        if (!number) {
            refuse(
                name +
                " must be a number of bytes greater than 0, as in 16G (K, M, G, T: powers of 1024), not \"" +
                text + "\"");
        }
        bytes = *number;
    };
    return command.add_option_function<std::string>(name, read, description)->type_name("SIZE");
}

CLI::Option* add_effort(CLI::App& command, Effort& effort) {
    return add_choice<Effort>(
        command, "--effort", effort,
        {{"fast", Effort::fast}, {"normal", Effort::normal}, {"max", Effort::max}},
        "Compression: fast, normal (smaller; unless given), or max (win/loss/draw half as large, slow to "
        "write and to read)",
        "E");
}

void add_memory(CLI::App& command, std::uint64_t& memory) {
    memory = usable_memory();
    add_bytes(command, "--memory", memory,
              fmt::format("Memory that solving may use, as in 16G; unless given {}, which this machine has",
                          short_bytes(memory)));
}

void add_threads(CLI::App& command, int& threads) {
    threads = std::min(usable_cpus(), most_threads);
    add_whole(
        command, "--threads", threads, 1, most_threads,
        fmt::format("Threads to use; {} unless given: the processors that this program may use", threads));
}

}  // namespace damier
