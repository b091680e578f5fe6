// damier pdn stats: what is in game files.
#include <algorithm>
#include <map>

#include "cli/arguments.hpp"
#include "cli/json.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_run.hpp"

namespace damier {

namespace {

struct Options {
    PdnArguments input;
    bool json = false;
};

// Of the games of one variant.
struct Counts {
    std::size_t games = 0;
    std::size_t replayed = 0;
    std::size_t no_moves = 0;
    std::size_t set_up = 0;
    std::size_t plies = 0;
    std::size_t captures = 0;
    std::size_t longest = 0;
    std::size_t variations = 0;
    std::size_t comments = 0;
    std::array<std::size_t, 5> results = {};  // by GameResult
    std::map<std::string_view, std::size_t> codes;

    void add(const Counts& other) {
        games += other.games;
        replayed += other.replayed;
        no_moves += other.no_moves;
        set_up += other.set_up;
        plies += other.plies;
        captures += other.captures;
        longest = std::max(longest, other.longest);
        variations += other.variations;
        comments += other.comments;
        for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
        for (const auto& [code, count] : other.codes) codes[code] += count;
    }
};

constexpr std::array all_results = {GameResult::white_wins, GameResult::draw, GameResult::black_wins,
                                    GameResult::both_lose, GameResult::unknown};

Counts count(const PdnTask& task) {
    Counts counts;
    counts.games = 1;
    counts.no_moves = task.raw.moves.empty();
    const auto& diagnostics = task.replayed != nullptr ? task.replayed->diagnostics() : task.raw.diagnostics;
    for (const Diagnostic& d : diagnostics) ++counts.codes[d.code];
    if (task.replayed == nullptr) {
        ++counts.results[static_cast<std::size_t>(GameResult::unknown)];
        return counts;
    }
    task.replayed->visit([&](const auto&, const auto& record) {
        counts.replayed = record.replayed;
        counts.set_up = record.set_up;
        counts.plies = counts.longest = record.moves.size();
        for (const auto& played : record.moves) counts.captures += played.move.is_capture();
        counts.variations = record.variations.size();
        for (const GameRemark& remark : record.remarks)
            counts.comments += remark.kind == GameRemark::Kind::comment;
        ++counts.results[static_cast<std::size_t>(record.result())];
    });
    return counts;
}

void print(std::string_view variant, const Counts& counts, bool json, Console& console) {
    if (json) {
        Json object;
        object["variant"] = variant;
        object["games"] = counts.games;
        object["replayed"] = counts.replayed;
        object["without_moves"] = counts.no_moves;
        object["set_up"] = counts.set_up;
        object["plies"] = counts.plies;
        object["longest"] = counts.longest;
        object["captures"] = counts.captures;
        object["variations"] = counts.variations;
        object["comments"] = counts.comments;
        object["results"] = Json::object();
        for (const GameResult result : all_results) {
            object["results"][std::string{name(result)}] = counts.results[static_cast<std::size_t>(result)];
        }
        object["diagnostics"] = Json::object();
        for (const auto& [code, times] : counts.codes) object["diagnostics"][std::string{code}] = times;
        print_json(console, object);
        return;
    }
    console.print("{}: {} games, {} replayed to their end, {} without moves, {} from another position\n",
                  variant, counts.games, counts.replayed, counts.no_moves, counts.set_up);
    console.print("  plies {}, longest game {}, captures {}, variations {}, comments {}\n", counts.plies,
                  counts.longest, counts.captures, counts.variations, counts.comments);
    std::string results;
    for (const GameResult result : all_results) {
        results += fmt::format("{}{} {}", results.empty() ? "" : ", ", name(result),
                               counts.results[static_cast<std::size_t>(result)]);
    }
    console.print("  results: {}\n", results);
    for (const auto& [code, times] : counts.codes) console.print("  {} {}\n", code, times);
}

ExitCode run(const Options& options, Console& console) {
    std::map<std::string_view, Counts> by_variant;
    const ExitCode code = run_games(
        options.input, console,
        [](const PdnTask& task, PdnItem& item) { item.more = std::make_shared<Counts>(count(task)); },
        [&](PdnItem& item) {
            by_variant[item.rules != nullptr ? item.rules->name : "unknown"].add(
                *std::static_pointer_cast<Counts>(item.more));
        });
    if (code == ExitCode::usage) return code;
    for (const auto& [variant, counts] : by_variant) print(variant, counts, options.json, console);
    return code;
}

}  // namespace

void add_pdn_stats(CLI::App& pdn, Action& chosen) {
    CLI::App* command =
        pdn.add_subcommand("stats", "Count games, plies, results and diagnostics of each variant");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    add_json(*command, options.json);
    command->footer(
        "Examples:\n"
        "  damier pdn stats games.pdn\n"
        "  damier pdn stats --json --jobs 8 'archive/*.pdn'");
}

}  // namespace damier
