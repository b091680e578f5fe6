// damier audit: published games against the tables.
#include <algorithm>
#include <array>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/audit_html.hpp"
#include "cli/audit_rules.hpp"
#include "cli/audit_text.hpp"
#include "cli/command.hpp"
#include "cli/command_files.hpp"
#include "cli/diagram_arguments.hpp"
#include "cli/json.hpp"
#include "cli/pdn_input.hpp"
#include "cli/present_tables.hpp"
#include "cli/rule_arguments.hpp"
#include "rules/rulebooks.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::vector<std::string> files;
    int pieces = 0;        // 0: as many as the tables are complete for
    std::string rulebook;  // empty: results are held against the tables alone
    std::vector<std::string> settings;
    bool json = false;
    bool all = false;
    std::string diagram;
    std::string html;
};

struct Totals {
    std::size_t games = 0;
    std::size_t cut = 0;  // not read to their end, or not all of their text
    std::size_t positions = 0;
    std::size_t moves = 0;
    std::size_t results = 0;
    std::size_t known = 0;
    std::array<std::size_t, 3> claims = {};  // by Verdict
};

class Audit {
public:
    // `report` may be nullptr.
    Audit(const AnyGame& game, const AnyProber& prober, const AuditRules& draws, int pieces,
          const Options& options, AuditHtml* report, Console& console)
        : game_{game},
          prober_{prober},
          draws_{draws},
          pieces_{pieces},
          options_{options},
          report_{report},
          console_{console} {}

    // False where it makes no sense to go on with other files.
    bool file(const std::string& name) {
        const auto input = open_pdn(name, false);
        if (!input) {
            refuse(input.error(), {});
            return true;
        }
        PdnReader reader{*input->stream};
        RawGame raw;
        while (reader.next(raw)) {
            if (!audit(input->name, raw)) return false;
        }
        code_ = worst(code_, report_rest(reader, input->name, console_));
        return true;
    }

    ExitCode finish() {
        console_.say(fmt::format(
            "games: {}; positions of up to {} pieces: {}; moves that change the result: {}; "
            "wrong results: {}; "
            "known, not played out: {}; not replayed to their end: {}; claims: {} true, {} false, {} unknown",
            totals_.games, pieces_, totals_.positions, totals_.moves, totals_.results, totals_.known,
            totals_.cut, count_of(Verdict::holds), count_of(Verdict::refuted), count_of(Verdict::unknown)));
        if (totals_.moves + totals_.results + count_of(Verdict::refuted) > 0)
            return worst(code_, ExitCode::checked_false);
        return totals_.cut > 0 ? worst(code_, ExitCode::bad_input) : code_;
    }

private:
    bool audit(const std::string& file, const RawGame& raw) {
        Result<AuditedGame> audited = prober_.audit(raw, pieces_);
        if (!audited) {
            Error error = audited.error();
            if (error.place.line == 0) error.place = raw.place;
            refuse(error, file);
            return false;
        }
        if (draws_.book != nullptr) {
            if (const auto draws = game_.draws(raw, draws_.rules)) {
                if (const auto judged = judge_under_rules(*audited, *draws, draws_, game_.shape()); !judged) {
                    refuse({judged.error().kind, judged.error().message, raw.place}, file);
                    return false;
                }
            } else {
                refuse(draws.error(), file);
            }
        }
        ++totals_.games;
        totals_.positions += audited->positions;
        totals_.cut += !audited->replayed || !raw.whole;
        for (const Diagnostic& diagnostic : audited->diagnostics) {
            if (diagnostic.severity == Severity::note) continue;
            console_.report({ErrorKind::bad_input, diagnostic_text(diagnostic, raw.number), diagnostic.place},
                            file);
        }
        for (const FindingLine& finding : audited->findings) {
            count(finding.right_by_rule ? FindingKind::unexplained_result : finding.kind);
            show(options_.json ? finding_json(game_, file, raw.number, *audited, finding) : Json{},
                 finding_text(file, raw.number, *audited, finding), raw, finding.fen, finding.played,
                 finding.better);
        }
        for (const ClaimLine& claim : audited->claims) {
            // A result that is not believed has been told already.
            const bool refuted = claim.verdict == Verdict::refuted;
            ++totals_.claims[static_cast<std::size_t>(claim.verdict)];
            if (!options_.all && (!refuted || claim.source == ClaimSource::result)) continue;
            show(options_.json ? claim_json(game_, file, raw.number, claim) : Json{},
                 claim_text(file, raw.number, claim), raw, claim.fen, claim.played, claim.better);
        }
        return !console_.output_failed();
    }

    void show(const Json& json, const std::string& text, const RawGame& raw, const std::string& fen,
              const std::string& played, const std::vector<std::string>& better) {
        if (options_.json) {
            print_json(console_, json);
        } else {
            console_.print("{}\n", text);
            if (!options_.diagram.empty()) {
                console_.print(diagram_of(options_.diagram, fen, game_.shape(), played, better));
            }
        }
        if (report_ != nullptr) report_->add(raw, text, fen, played, better);
    }

    std::size_t count_of(Verdict verdict) const { return totals_.claims[static_cast<std::size_t>(verdict)]; }

    void count(FindingKind kind) {
        switch (kind) {
            case FindingKind::result_changing_move:
                ++totals_.moves;
                break;
            case FindingKind::wrong_result:
                ++totals_.results;
                break;
            case FindingKind::unexplained_result:
                ++totals_.known;
                break;
        }
    }

    void refuse(const Error& error, std::string_view source) {
        code_ = worst(code_, console_.report(error, source));
    }

    const AnyGame& game_;
    const AnyProber& prober_;
    const AuditRules& draws_;
    int pieces_;
    const Options& options_;
    AuditHtml* report_;
    Console& console_;
    ExitCode code_ = ExitCode::done;
    Totals totals_;
};

Result<AuditRules> audit_rules(const Options& options, const AnyGame& game, Console& console) {
    if (options.rulebook.empty()) {
        if (options.settings.empty()) return AuditRules{};
        return fail(ErrorKind::usage, "--setting belongs to a --rulebook");
    }
    const auto book = rulebook_for(game.rules(), options.rulebook);
    if (!book) return fail(book.error());
    auto rules = draw_rules(**book, options.settings, game.shape());
    if (!rules) return fail(rules.error());
    AuditRules made{*book, std::move(*rules), nullptr, nullptr, 0};
    // Tables of these rules, where the folders have any: some books have no rule that tables can follow.
    const auto counted = CountedRules::of(**book, options.settings, made.rules);
    if (!counted) return made;
    auto tables = options.folders.open(game, RuleMetric::name, *counted);
    if (!tables) return fail(tables.error());
    if ((*tables)->present().empty()) return made;
    const bool others = std::ranges::all_of(options.folders.folders, [&](const std::string& folder) {
        return has_other_draw_rules((*tables)->identity(), folder) ||
               TableSet{(*tables)->identity(), {folder}}.present().empty();
    });
    if (others) {
        console.say(
            fmt::format("the tables of metric rule are not of rulebook {}, and not used", (*book)->name));
        return made;
    }
    const auto complete = complete_pieces(game, **tables);
    if (!complete) return fail(complete.error());
    auto prober = game.prober(**tables);
    if (!prober) return fail(prober.error());
    made.tables = std::move(*tables);
    made.prober = std::move(*prober);
    made.pieces = options.pieces == 0 ? *complete : std::min(options.pieces, *complete);
    console.say(fmt::format("results of up to {} pieces are held against tables of rulebook {}", made.pieces,
                            (*book)->name));
    say_left_out(counted->get(), console);
    return made;
}

ExitCode run(const Options& options, Console& console) {
    const auto files = CommandFiles{}
                           .reads("GAMES", options.files)
                           .reads_tables(options.folders.folders)
                           .writes("--html", options.html)
                           .check();
    if (!files) return console.report(files.error());
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const Result<AuditRules> draws = audit_rules(options, **game, console);
    if (!draws) return console.report(draws.error());
    // Any metric tells the result; wld is read fastest.
    auto tables = options.folders.open_first(**game, {WldMetric::name, DtwMetric::name, DtzMetric::name},
                                             WldMetric::name);
    if (tables && (*tables)->present().empty() && draws->tables)
        tables = options.folders.open(**game, RuleMetric::name, draws->tables->identity().counted);
    if (!tables) return console.report(tables.error());
    int pieces = options.pieces;
    if (pieces == 0) {
        const auto complete = complete_pieces(**game, **tables);
        if (!complete) return console.report(complete.error());
        pieces = *complete;
    }
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    std::optional<AuditHtml> report;
    if (!options.html.empty()) {
        report.emplace((*game)->shape());
        if (const auto opened = report->open(options.html); !opened) return console.report(opened.error());
    }
    Audit audit{**game, **prober, *draws, pieces, options, report ? &*report : nullptr, console};
    for (const std::string& file : options.files) {
        if (!audit.file(file)) break;
    }
    const ExitCode code = audit.finish();
    if (report) {
        if (const auto published = report->publish(); !published)
            return worst(code, console.report(published.error()));
    }
    return code;
}

}  // namespace

void add_audit_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand("audit",
                                               "Check games of PDN files against the tables: moves that "
                                               "change the result, wrong results, false claims");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, most_pieces,
              "Look at positions of up to so many pieces; unless given, as many as all tables are there for");
    command->add_flag("--all", options.all, "Tell all claims, true and unknown ones too");
    add_diagram(*command, options.diagram);
    command->add_option("--html", options.html, "Write a page with a board for everything that is told")
        ->type_name("FILE");
    add_rulebook(*command, options.rulebook, options.settings,
                 "Judge results under these draw rules as well; unless given, by the tables alone");
    add_json(*command, options.json);
    command->add_option("GAMES", options.files, "PDN files; - reads standard input")
        ->required()
        ->type_name("");
    command->footer(
        "A finding a line, a summary at the end on standard error. Claims are results, marks such as ! and ? "
        "and *,\n"
        "glyphs such as $2 and $18, and sentences such as \"White wins\" in five languages. Exit code 1 if a "
        "move changes\n"
        "the result, a result is wrong or a claim is false; 4 if there is no such finding, but a game could "
        "not be\n"
        "replayed to its end.\n\n"
        "Examples:\n"
        "  damier audit --variant english --dir tables games.pdn\n"
        "  damier audit --variant english --dir tables --all --html report.html games.pdn\n"
        "  damier audit --variant russian --dir tables --json - < games.pdn");
}

}  // namespace damier
