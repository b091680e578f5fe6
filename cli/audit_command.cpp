// damier audit: published games against the tables.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/arguments.hpp"
#include "cli/audit_text.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/present_tables.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::vector<std::string> files;
    int pieces = 0;  // 0: as many as the tables are complete for
    bool json = false;
};

struct Totals {
    std::size_t games = 0;
    std::size_t cut = 0;  // not replayed to their end
    std::size_t positions = 0;
    std::size_t moves = 0;
    std::size_t results = 0;
    std::size_t known = 0;
};

class Audit {
public:
    Audit(const AnyGame& game, const AnyProber& prober, int pieces, bool json, Console& console)
        : game_{game}, prober_{prober}, pieces_{pieces}, json_{json}, console_{console} {}

    // False where it makes no sense to go on with other files.
    bool file(const std::string& name) {
        if (name == "-") return games("<stdin>", std::cin);
        std::error_code ignored;
        std::ifstream in;
        errno = EISDIR;
        if (!std::filesystem::is_directory(name, ignored)) in.open(name, std::ios::binary);
        if (!in.is_open()) {
            refuse({ErrorKind::io,
                    fmt::format("cannot open file '{}': {}", name, std::generic_category().message(errno)),
                    {}},
                   {});
            return true;
        }
        return games(name, in);
    }

    ExitCode finish() {
        console_.say(
            fmt::format("games: {}; positions of up to {} pieces: {}; moves that change the result: {}; "
                        "wrong results: {}; "
                        "known, not played out: {}; not replayed to their end: {}",
                        totals_.games, pieces_, totals_.positions, totals_.moves, totals_.results,
                        totals_.known, totals_.cut));
        if (totals_.moves + totals_.results > 0) return worst(code_, ExitCode::checked_false);
        return totals_.cut > 0 ? worst(code_, ExitCode::bad_input) : code_;
    }

private:
    bool games(const std::string& name, std::istream& in) {
        PdnReader reader{in};
        RawGame raw;
        while (reader.next(raw)) {
            if (!audit(name, raw)) return false;
        }
        if (reader.failed())
            refuse({ErrorKind::io, fmt::format("cannot read file '{}' to its end", name), {}}, {});
        return true;
    }

    bool audit(const std::string& file, const RawGame& raw) {
        const Result<AuditedGame> audited = prober_.audit(raw, pieces_);
        if (!audited) {
            Error error = audited.error();
            if (error.place.line == 0) error.place = raw.place;
            refuse(error, file);
            return false;
        }
        ++totals_.games;
        totals_.positions += audited->positions;
        totals_.cut += !audited->replayed;
        for (const Diagnostic& diagnostic : audited->diagnostics) {
            if (diagnostic.severity == Severity::note) continue;
            console_.report({ErrorKind::bad_input, diagnostic_text(diagnostic, raw.number), diagnostic.place},
                            file);
        }
        for (const FindingLine& finding : audited->findings) {
            count(finding.kind);
            if (json_) {
                print_json(console_, finding_json(game_, file, raw.number, *audited, finding));
            } else {
                console_.print("{}\n", finding_text(file, raw.number, *audited, finding));
            }
        }
        return !console_.output_failed();
    }

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
    int pieces_;
    bool json_;
    Console& console_;
    ExitCode code_ = ExitCode::done;
    Totals totals_;
};

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto tables = options.folders.open(**game);
    if (!tables) return console.report(tables.error());
    int pieces = options.pieces;
    if (pieces == 0) {
        const auto complete = complete_pieces(**game, **tables);
        if (!complete) return console.report(complete.error());
        pieces = *complete;
    }
    const auto prober = (*game)->prober(**tables);
    if (!prober) return console.report(prober.error());
    Audit audit{**game, **prober, pieces, options.json, console};
    for (const std::string& file : options.files) {
        if (!audit.file(file)) break;
    }
    return audit.finish();
}

}  // namespace

void add_audit_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "audit",
        "Check games of PDN files against the tables: moves that change the result, and wrong results");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_whole(*command, "--pieces", options.pieces, 2, most_pieces,
              "Look at positions of up to so many pieces; unless given, as many as all tables are there for");
    add_json(*command, options.json);
    command->add_option("GAMES", options.files, "PDN files; - reads standard input")
        ->required()
        ->type_name("");
    command->footer(
        "A finding a line, a summary at the end on standard error. Exit code 1 if a move changes the result "
        "or a\n"
        "result is wrong; 4 if there is no such finding, but a game could not be replayed to its end.\n\n"
        "Examples:\n"
        "  damier audit --variant english --dir tables games.pdn\n"
        "  damier audit --variant russian --dir tables --json - < games.pdn");
}

}  // namespace damier
