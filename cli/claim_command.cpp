// damier claim: published games under the draw rules of a rulebook.
#include "cli/arguments.hpp"
#include "cli/audit_text.hpp"
#include "cli/claim_text.hpp"
#include "cli/command.hpp"
#include "cli/command_files.hpp"
#include "cli/pdn_input.hpp"
#include "rules/rulebooks.hpp"

namespace damier {

namespace {

constexpr int longest_game = 100'000;

struct Options {
    GameArguments game;
    std::string rulebook;
    std::vector<std::string> settings;
    int at = -1;
    std::vector<std::string> files;
    bool json = false;
};

struct Totals {
    std::size_t games = 0;
    std::size_t with_rule = 0;
    std::array<std::size_t, 3> claims = {};  // by ClaimVerdict
    std::size_t results = 0;
    std::size_t cut = 0;  // not read to their end, or refused
};

class Claims {
public:
    Claims(const AnyGame& game, const Rulebook& book, const DrawRules& rules, const Options& options,
           Console& console)
        : game_{game}, book_{book}, rules_{rules}, options_{options}, console_{console} {}

    void file(const std::string& name) {
        const auto input = open_pdn(name, false);
        if (!input) return refuse(input.error(), {});
        PdnReader reader{*input->stream};
        RawGame raw;
        while (!console_.output_failed() && reader.next(raw)) judge_game(input->name, raw);
        code_ = worst(code_, report_rest(reader, input->name, console_));
    }

    ExitCode finish() {
        console_.say(fmt::format(
            "games: {}; with a draw rule that holds: {}; claims right: {}, wrong: {}, unknown: {}; results "
            "after a draw: {}; not replayed to their end: {}",
            totals_.games, totals_.with_rule, totals_.claims[0], totals_.claims[1], totals_.claims[2],
            totals_.results, totals_.cut));
        if (totals_.claims[1] + totals_.results > 0) return worst(code_, ExitCode::checked_false);
        return totals_.cut > 0 ? worst(code_, ExitCode::bad_input) : code_;
    }

private:
    void judge_game(const std::string& file, const RawGame& raw) {
        ++totals_.games;
        const Result<DrawsOfGame> game = game_.draws(raw, rules_);
        if (!game) {
            ++totals_.cut;
            Error error = game.error();
            error.message = fmt::format("error: game {}: {} (bad-counter)", raw.number, error.message);
            console_.report(error, file);
            return;
        }
        totals_.cut += !game->replayed || !raw.whole;
        for (const Diagnostic& diagnostic : game->diagnostics) {
            if (diagnostic.severity == Severity::note) continue;
            console_.report({ErrorKind::bad_input, diagnostic_text(diagnostic, raw.number), diagnostic.place},
                            file);
        }
        const GameDraws& draws = game->draws;
        ClaimedGame claimed{file, raw, book_, *game, {}, std::nullopt};
        for (MadeClaim& made : claims_made(raw, *game)) take(claimed, std::move(made));
        if (options_.at >= 0) at(claimed, static_cast<std::size_t>(options_.at));
        const bool decided = game->result == GameResult::white_wins || game->result == GameResult::black_wins;
        if (decided && game->ending == GameEnding::on_the_board)
            claimed.drawn_before = draws.drawn_by_itself();
        totals_.results += claimed.drawn_before.has_value();
        for (const RuleInGame& found : draws.rules) {
            if (found.holds.empty()) continue;
            ++totals_.with_rule;
            break;
        }
        if (options_.json) return print_json(console_, claim_json(game_, claimed));
        for (const std::string& line : claim_lines(claimed)) console_.print("{}\n", line);
    }

    void take(ClaimedGame& claimed, MadeClaim made) {
        JudgedClaim judged = judge(made.claim, claimed.game.draws, rules_);
        ++totals_.claims[static_cast<std::size_t>(judged.verdict)];
        claimed.claims.push_back({std::move(made), std::move(judged)});
    }

    void at(ClaimedGame& claimed, std::size_t ply) {
        if (ply > claimed.game.moves.size()) {
            refuse({ErrorKind::usage,
                    fmt::format("game {} has no ply {}, it has {}", claimed.raw.number, ply,
                                claimed.game.moves.size()),
                    claimed.raw.place},
                   claimed.file);
            return;
        }
        const TextPlace place = ply == 0 ? claimed.raw.place : claimed.game.moves[ply - 1];
        take(claimed, {{DrawClaim::Ground::any, 0, ply}, fmt::format("--at {}", ply), place});
    }

    void refuse(const Error& error, std::string_view source) {
        code_ = worst(code_, console_.report(error, source));
    }

    const AnyGame& game_;
    const Rulebook& book_;
    const DrawRules& rules_;
    const Options& options_;
    Console& console_;
    ExitCode code_ = ExitCode::done;
    Totals totals_;
};

ExitCode run(const Options& options, Console& console) {
    const auto files = CommandFiles{}.reads("GAMES", options.files).check();
    if (!files) return console.report(files.error());
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto book = rulebook_for((*game)->rules(), options.rulebook);
    if (!book) return console.report(book.error());
    const auto rules = draw_rules(**book, options.settings, (*game)->shape());
    if (!rules) return console.report(rules.error());
    Claims claims{**game, **book, *rules, options, console};
    for (const std::string& file : options.files) {
        if (console.output_failed()) break;
        claims.file(file);
    }
    return claims.finish();
}

}  // namespace

void add_claim_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "claim", "Say which draw rules hold in the games of PDN files, and judge the claims that were made");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    add_rulebook(*command, options.rulebook, options.settings,
                 "The draw rules; unless given, those that the variant names (damier variants --show V)");
    add_whole(*command, "--at", options.at, 0, longest_game,
              "Judge a claim made when so many plies have been played");
    add_json(*command, options.json);
    command->add_option("GAMES", options.files, "PDN files; - reads standard input")
        ->required()
        ->type_name("");
    command->footer(
        "A line for each rule that holds, with the plies at which it does (0 is the first position), and for "
        "each "
        "claim;\n"
        "a summary at the end on standard error. Exit code 1 if a claim is wrong, or a game was won after it "
        "had been\n"
        "drawn by a rule that needs no claim; 4 if there is no such finding, but a game could not be "
        "replayed to its "
        "end.\n\n"
        "Examples:\n"
        "  damier claim --variant english games.pdn\n"
        "  damier claim --variant russian --rulebook russia --at 8 --json - < games.pdn");
}

}  // namespace damier
