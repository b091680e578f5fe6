// damier pdn check: everything that is wrong with game files, a line each.
#include "cli/arguments.hpp"
#include "cli/audit_text.hpp"
#include "cli/json.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_run.hpp"

namespace damier {

namespace {

struct Options {
    PdnArguments input;
    bool json = false;
    bool notes = false;
};

class Check {
public:
    explicit Check(const Options& options) : options_{options} {}

    void make(const PdnTask& task, PdnItem& item) const {
        if (task.replayed == nullptr && !item.is_rest) {
            add({Severity::error, "no-variant",
                 std::string{"the moves cannot be checked: "} + std::string{task.no_variant} +
                     "; name it with --variant",
                 task.raw.place, 0},
                task, item);
            ++item.found[static_cast<std::size_t>(Severity::error)];
        }
        for (const Diagnostic& d :
             task.replayed != nullptr ? task.replayed->diagnostics() : task.raw.diagnostics) {
            if (d.severity != Severity::note || options_.notes) add(d, task, item);
        }
    }

private:
    void add(const Diagnostic& d, const PdnTask& task, PdnItem& item) const {
        if (!options_.json) {
            item.text += fmt::format("{}:{}:{}: {}\n", task.file, d.place.line, d.place.column,
                                     diagnostic_text(d, task.raw.number));
            return;
        }
        Json object;
        object["file"] = task.file;
        object["line"] = d.place.line;
        object["column"] = d.place.column;
        object["game"] = task.raw.number;
        object["ply"] = d.ply;
        object["variant"] = item.rules != nullptr ? Json(item.rules->name) : Json(nullptr);
        object["severity"] = severity_name(d.severity);
        object["code"] = d.code;
        object["message"] = d.message;
        item.text += json_line(object);
    }

    const Options& options_;
};

ExitCode run(const Options& options, Console& console) {
    const Check check{options};
    std::size_t games = 0;
    std::array<std::size_t, 3> found = {};
    const auto make = [&](const PdnTask& task, PdnItem& item) { check.make(task, item); };
    const auto use = [&](PdnItem& item) {
        console.print(item.text);
        games += !item.is_rest;
        for (std::size_t i = 0; i < found.size(); ++i) found[i] += item.found[i];
    };
    const ExitCode code = run_games(options.input, console, make, use, make, true);
    if (code == ExitCode::usage) return code;
    console.say(
        fmt::format("games: {}; errors: {}; warnings: {}; notes: {}", games, found[2], found[1], found[0]));
    return found[2] > 0 ? worst(code, ExitCode::checked_false) : code;
}

}  // namespace

void add_pdn_check(CLI::App& pdn, Action& chosen) {
    CLI::App* command =
        pdn.add_subcommand("check", "Tell everything that is wrong, with file, line and column");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    command->add_flag("--notes", options.notes, "Tell also what is unusual and not wrong");
    add_json(*command, options.json);
    command->footer(
        "Exit code 1 if there are errors. The codes at the end of the lines are those of "
        "docs/diagnostics.md.\n\n"
        "Examples:\n"
        "  damier pdn check games.pdn\n"
        "  damier pdn check --strict --json --jobs 8 'archive/*.pdn'");
}

}  // namespace damier
