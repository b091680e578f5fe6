// damier verify: the digests of the tables, and every value recomputed from its successors.
#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/present_tables.hpp"
#include "cli/progress.hpp"
#include "cli/quantity_text.hpp"
#include "cli/rule_arguments.hpp"
#include "cli/slice_json.hpp"
#include "cli/stop_signal.hpp"
#include "cli/value_text.hpp"

namespace damier {

namespace {

struct Options {
    GameArguments game;
    FolderArguments folders;
    std::string metric;
    RuleArguments rules;
    VerifyOptions verify;
    int threads = 1;
    bool json = false;
    bool quiet = false;
};

struct Totals {
    std::size_t tables = 0;
    std::uint64_t checked = 0;
    std::uint64_t wrong = 0;
};

void print(const AnyGame& game, const Slice& slice, const SliceCheck& check, const Options& options,
           Console& console) {
    if (options.json) {
        Json object = slice_json(game, options.metric, slice);
        object["checked"] = check.checked;
        object["wrong"] = check.wrong;
        object["examples"] = Json::array();
        for (const WrongValueLine& wrong : check.examples) {
            object["examples"].push_back({{"fen", wrong.fen},
                                          {"stored", value_text(wrong.stored)},
                                          {"recomputed", value_text(wrong.recomputed)}});
        }
        print_json(console, object);
        return;
    }
    console.print("{}\t{} checked\t{} wrong\n", slice.name(), check.checked, check.wrong);
    for (const WrongValueLine& wrong : check.examples) {
        console.print("wrong\t{}\tstored {}\trecomputed {}\n", wrong.fen, value_text(wrong.stored),
                      value_text(wrong.recomputed));
    }
}

std::string names_of(const std::vector<Slice>& slices) {
    std::string names;
    for (const Slice& slice : slices) names += (names.empty() ? "" : ", ") + slice.name();
    return names;
}

// Tables that cannot be used, each told once, and those that cannot be checked without them.
class Unusable {
public:
    explicit Unusable(Console& console) : console_{console} {}

    void add(const Slice& slice, const Error& error) {
        code_ = worst(code_, console_.report(error));
        slices_.push_back(slice);
        faults_.push_back(subject(error));
    }
    bool has(const Slice& slice) const { return std::ranges::find(slices_, slice) != slices_.end(); }

    // Of those that positions of the slice lead to; tables come before those that need them.
    std::vector<Slice> needed_by(const AnyGame& game, TableSet& tables, const Slice& slice) {
        std::vector<Slice> needed;
        for (const Slice& next : successors(game.rules(), slice)) {
            if (!has(next)) {
                if (const auto table = tables.table(next); !table) add(next, table.error());
            }
            if (has(next)) needed.push_back(next);
        }
        return needed;
    }

    // Those that an error tells of: captures are looked up through further tables.
    std::vector<Slice> behind(const Error& error) const {
        std::vector<Slice> found;
        for (std::size_t i = 0; i < slices_.size(); ++i) {
            if (faults_[i] == subject(error)) found.push_back(slices_[i]);
        }
        return found;
    }

    void skip(const Slice& slice) { skipped_.push_back(slice); }

    ExitCode finish() {
        if (!skipped_.empty())
            console_.say(fmt::format("{} not checked, for want of {}: {}", counted(skipped_.size(), "table"),
                                     names_of(slices_), names_of(skipped_)));
        return code_;
    }

private:
    // What a message is about, without what was found: that differs by the part of a file that is read.
    static std::string subject(const Error& error) {
        return error.message.substr(0, error.message.find(" ("));
    }

    Console& console_;
    ExitCode code_ = ExitCode::done;
    std::vector<Slice> slices_;
    std::vector<std::string> faults_;  // of each
    std::vector<Slice> skipped_;
};

void print_skipped(const AnyGame& game, const Slice& slice, const std::vector<Slice>& needs,
                   const Options& options, Console& console) {
    if (!options.json) {
        console.print("{}\tnot checked\tneeds {}\n", slice.name(), names_of(needs));
        return;
    }
    Json object = slice_json(game, options.metric, slice);
    object["checked"] = 0;
    object["wrong"] = 0;
    object["examples"] = Json::array();
    object["needs"] = Json::array();
    for (const Slice& need : needs) object["needs"].push_back(need.name());
    print_json(console, object);
}

ExitCode verify_all(const AnyGame& game, TableSet& tables, const Options& options, Console& console,
                    Totals& totals) {
    ExitCode code = ExitCode::done;
    Unusable unusable{console};
    const auto jobs = present_tables(
        game, tables, [&](const Slice& slice, const Error& error) { unusable.add(slice, error); });
    if (!jobs) return console.report(jobs.error());
    VerifyOptions verify = options.verify;
    verify.threads = options.threads;
    Progress progress{console, options.quiet};
    progress.plan(values_of(*jobs), jobs->size());
    for (const PresentTable& job : *jobs) {
        if (console.output_failed()) break;
        progress.begin("digest", job.slice.name(), job.values, false);
        if (const auto whole = job.table->file().verify_all(); !whole) {
            unusable.add(job.slice, whole.error());
            progress.finish_slice();
            continue;
        }
        const auto skip = [&](const std::vector<Slice>& needs) {
            if (needs.empty()) return false;
            unusable.skip(job.slice);
            print_skipped(game, job.slice, needs, options, console);
            return true;
        };
        if (skip(unusable.needed_by(game, tables, job.slice))) {
            progress.finish_slice();
            continue;
        }
        progress.begin("verify", job.slice.name(), job.values);
        const auto check = game.verify(tables, job.slice, verify, StopSignal::request(),
                                       [&](std::uint64_t count) { progress.advanced(count); });
        progress.finish_slice();
        if (!check && check.error().kind == ErrorKind::interrupted) {
            console.say("interrupted");
            return ExitCode::interrupted;
        }
        if (!check) {
            if (!skip(unusable.behind(check.error()))) code = worst(code, console.report(check.error()));
            continue;
        }
        print(game, job.slice, *check, options, console);
        console.flush();
        ++totals.tables;
        totals.checked += check->checked;
        totals.wrong += check->wrong;
        if (check->wrong > 0) code = worst(code, ExitCode::checked_false);
    }
    return worst(code, unusable.finish());
}

ExitCode run(const Options& options, Console& console) {
    const auto game = options.game.open();
    if (!game) return console.report(game.error());
    const auto counted = options.rules.open(**game, options.metric);
    if (!counted) return console.report(counted.error());
    if (!options.quiet) say_left_out(counted->get(), console);
    const auto tables = options.folders.open(**game, options.metric, *counted);
    if (!tables) return console.report(tables.error());
    const StopSignal stop;
    const double start = Progress::steady_seconds();
    Totals totals;
    const ExitCode code = verify_all(**game, **tables, options, console, totals);
    if (!options.quiet && totals.tables > 0) {
        console.say(fmt::format("verified {} tables: {} values recomputed, {} wrong, in {:.1f} s",
                                totals.tables, totals.checked, totals.wrong,
                                Progress::steady_seconds() - start));
    }
    return code;
}

}  // namespace

void add_verify_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "verify", "Check tables: digests of the files, and every value recomputed from its successors");
    auto& options = options_of<Options>(*command, chosen, run);
    options.game.add_to(*command);
    options.folders.add_to(*command);
    add_metric(*command, options.metric);
    options.rules.add_to(*command);
    const auto read_sample = [&options](const std::string& text) {
        const auto share = parse_share(text);
        if (!share)
            refuse("--sample must be greater than 0 and at most 1, as in 0.01 or 1%, not \"" + text + "\"");
        options.verify.sample = *share;
    };
    command
        ->add_option_function<std::string>(
            "--sample", read_sample,
            "Recompute this share of the values, as in 0.01 or 1%, the same each time, and at least one of "
            "each table and side")
        ->type_name("P");
    add_threads(*command, options.threads);
    add_json(*command, options.json);
    command->add_flag("--quiet", options.quiet, "No progress");
    command->footer(
        "A line for each table; the first ten wrong values of a table as FEN, with what is stored and what "
        "is right.\n"
        "A table that needs a damaged or missing one is not checked, which is told.\n"
        "Exit code 1 if a value is wrong, 5 if a file is damaged, 3 if one is missing.\n\n"
        "Examples:\n"
        "  damier verify --variant english --dir tables\n"
        "  damier verify --variant english --dir tables --sample 1% --threads 4");
}

}  // namespace damier
