// damier pdn dedupe: every game once.
#include <span>
#include <unordered_set>

#include "cli/arguments.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_output.hpp"
#include "egtb/digest.hpp"

namespace damier {

namespace {

enum class Same { moves, last, tags };

struct Options {
    PdnArguments input;
    PdnOutputArguments output;
    Same same = Same::moves;
    bool duplicates = false;
};

constexpr char separator = '\0';

// What two games have in common if they are the same; 128 bits of it are kept.
std::string key_of(const PdnTask& task, const PdnItem& item, Same same) {
    std::string key;
    if (same == Same::tags) {
        for (const GameTag& tag : task.raw.tags) key += tag.name + separator + tag.value + separator;
    }
    if (task.replayed == nullptr || !item.replayed) {
        for (const RawMove& move : task.raw.moves) key += move.text + separator;
        for (const GameTag& tag : task.raw.tags) {
            if (tag.name == "FEN") key += tag.value + separator;
        }
        return key;
    }
    key += item.rules->name;
    key += separator;
    task.replayed->visit([&](const auto& view, const auto& record) {
        const auto add = [&](const auto& position) {
            key += write_fen(position, view.board().shape(), Notation::numeric) + separator;
        };
        // Games of which nothing is left but who played are no positions.
        if (record.moves.empty() && !record.set_up && same != Same::tags) {
            for (const GameTag& tag : task.raw.tags) key += tag.name + separator + tag.value + separator;
        }
        if (same == Same::last) {
            add(record.last);
            key += std::to_string(record.moves.size());
            return;
        }
        add(record.start);
        // A move is where it goes and what it takes; between two of them a position may be set up.
        auto position = record.start;
        for (const auto& played : record.moves) {
            if (played.before != position) add(played.before);
            position = view.apply(played.before, played.move);
            key += static_cast<char>(played.move.from);
            key += static_cast<char>(played.move.to);
            for (const Square s : played.move.captured) key += static_cast<char>(s);
            key += separator;
        }
        if (record.last != position) add(record.last);
        // Problems differ by what they claim.
        if (record.moves.empty()) key += name(record.result());
    });
    return key;
}

ExitCode run(const Options& options, Console& console) {
    auto output = PdnOutput::open(options.output);
    if (!output) return console.report(output.error());
    std::unordered_set<std::string> seen;
    std::size_t games = 0;
    ExitCode incomplete = ExitCode::done;
    const ExitCode code = run_games(
        options.input, console,
        [&](const PdnTask& task, PdnItem& item) {
            const std::string key = key_of(task, item, options.same);
            item.keys.push_back(to_hex(xxh3_128(std::as_bytes(std::span{key}))));
            item.text = output->text(task, item);
        },
        [&](PdnItem& item) {
            ++games;
            incomplete = worst(incomplete, output->report(item, console));
            if (seen.insert(std::move(item.keys.front())).second != options.duplicates) {
                console.print(output->encoded(item.text));
            }
        });
    if (code == ExitCode::usage) return code;
    incomplete = worst(incomplete, output->finish(console));
    console.say(fmt::format("games: {}; different: {}", games, seen.size()));
    return worst(code, incomplete);
}

}  // namespace

void add_pdn_dedupe(CLI::App& pdn, Action& chosen) {
    CLI::App* command =
        pdn.add_subcommand("dedupe", "Write every game once, the first of those that are the same");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    options.output.add_to(*command);
    add_choice<Same>(*command, "--by", options.same,
                     {{"moves", Same::moves}, {"last", Same::last}, {"tags", Same::tags}},
                     "What makes games the same: moves (unless given; start and moves), last (last position "
                     "and length), tags (moves and all tags)",
                     "W");
    command->add_flag("--duplicates", options.duplicates, "Write the others instead");
    command->footer(
        "Games are compared by the moves that they mean, not as they are written. Problems without moves are "
        "the same\n"
        "if position and result are.\n\n"
        "Example:\n"
        "  damier pdn dedupe 'archive/*.pdn' > once.pdn");
}

}  // namespace damier
