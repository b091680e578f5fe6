// damier pdn positions: the endings of games, as positions for `damier probe -`.
#include <unordered_set>

#include "cli/arguments.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_output.hpp"

namespace damier {

namespace {

struct Options {
    PdnArguments input;
    int pieces = 0;
    std::string fen;
};

ExitCode run(const Options& options, Console& console) {
    WriterOptions writer;
    if (!options.fen.empty()) {
        writer.fen = find_fen_dialect(options.fen);
        if (!writer.fen) {
            return console.report(
                {ErrorKind::usage,
                 fmt::format("--fen must be numeric, algebraic, dotted, lidraughts or hub, not \"{}\"",
                             options.fen),
                 {}});
        }
    }
    std::unordered_set<std::string> seen;
    UnreadGames unread;
    const Rules* rules = nullptr;
    ExitCode other = ExitCode::done;
    const ExitCode code = run_games(
        options.input, console,
        [&](const PdnTask& task, PdnItem& item) {
            if (task.replayed == nullptr) return;
            task.replayed->visit([&](const auto& view, const auto& record) {
                const auto add = [&](const auto& position) {
                    if (position.count() > options.pieces) return;
                    if (position.pieces(Color::white).empty() || position.pieces(Color::black).empty())
                        return;
                    item.keys.push_back(fen_text(view, position, writer));
                };
                for (const auto& played : record.moves) {
                    if (played.sure) add(played.before);
                }
                if (record.last_is_sure) add(record.last);
            });
        },
        [&](PdnItem& item) {
            other = worst(other, unread.report(item, console));
            if (item.keys.empty()) return;
            if (rules == nullptr) rules = item.rules;
            if (rules != item.rules) {
                other = worst(
                    other, console.report({ErrorKind::bad_input,
                                           fmt::format("game {} is of {}, others before it of {}; a list of "
                                                       "positions has one variant",
                                                       item.number, item.rules->name, rules->name),
                                           item.place},
                                          *item.file));
                return;
            }
            for (std::string& fen : item.keys) {
                const auto [position, is_new] = seen.insert(std::move(fen));
                if (is_new) console.print("{}\n", *position);
            }
        });
    if (code == ExitCode::usage) return code;
    unread.finish(console);
    console.say(fmt::format("positions of up to {} pieces: {}", options.pieces, seen.size()));
    return worst(code, other);
}

}  // namespace

void add_pdn_positions(CLI::App& pdn, Action& chosen) {
    CLI::App* command =
        pdn.add_subcommand("positions", "Write the positions of games with few pieces, each once");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, 200, "At most so many pieces")->required();
    command
        ->add_option("--fen", options.fen,
                     "numeric, algebraic, dotted, lidraughts or hub; plain PDN 3.0 unless given")
        ->type_name("F");
    command->footer(
        "A FEN a line, in the order of the games. What an ambiguous capture leaves open is left out.\n\n"
        "Example:\n"
        "  damier pdn positions --variant english --pieces 4 games.pdn | damier probe --variant english "
        "--dir tables -");
}

}  // namespace damier
