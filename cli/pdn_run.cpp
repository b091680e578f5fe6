#include "cli/pdn_run.hpp"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <map>

#include "cli/command_files.hpp"
#include "formats/variant_guess.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

// The replayers of one thread, a variant each.
class Replayers {
public:
    explicit Replayers(bool strict) : strict_{strict} {}

    AnyReplayer& of(const Rules& rules) {
        auto& known = known_[&rules];
        // The official board of a variant is always one that there is.
        if (!known) known = std::make_unique<AnyReplayer>(open_rules(rules, rules.board).value(), strict_);
        return *known;
    }

private:
    bool strict_;
    std::map<const Rules*, std::unique_ptr<AnyReplayer>> known_;
};

struct File {
    std::shared_ptr<const std::string> name;
    const Rules* rules = nullptr;  // of games whose tags name no variant
    bool named = false;            // by --variant, against which the tags have no say
    std::string no_variant;
};

class Runner {
public:
    Runner(const PdnArguments& arguments, PdnOptions options, Console& console, const MakeItem& make,
           const UseItem& use, const MakeItem& rest, bool tells_errors)
        : arguments_{arguments},
          options_{options},
          console_{console},
          make_{make},
          use_{use},
          rest_{rest},
          tells_errors_{tells_errors} {}

    ExitCode file(const std::string& name) {
        const bool guess = arguments_.variant.empty();
        auto input = open_pdn(name, guess);
        if (!input) return console_.report(input.error());
        File file{std::make_shared<const std::string>(input->name), nullptr, !guess, {}};
        if (guess) {
            find_variant(*input->stream, file);
        } else {
            file.rules = find_rules(arguments_.variant);
        }
        PdnReader reader{*input->stream, options_};
        if (arguments_.jobs == 1) {
            one_by_one(reader, file);
        } else {
            in_parallel(reader, file);
        }
        if (rest_ && !(reader.rest().elements.empty() && reader.rest().diagnostics.empty())) {
            PdnItem item;
            item.file = file.name;
            item.number = reader.rest().number;
            item.is_rest = true;
            for (const Diagnostic& d : reader.rest().diagnostics)
                ++item.found[static_cast<std::size_t>(d.severity)];
            rest_({*file.name, reader.rest(), nullptr, {}}, item);
            use_(item);
        }
        if (tells_errors_ && !reader.failed()) return ExitCode::done;
        return report_rest(reader, input->name, console_);
    }

private:
    // Looks at all games once, if there are some whose tags name no variant.
    void find_variant(std::istream& stream, File& file) {
        PdnReader reader{stream, options_};
        VariantVote vote;
        RawGame raw;
        while (reader.next(raw)) {
            bool named = false;
            variant_of_tags(raw.tags, named);
            if (!named) vote.add(raw);
        }
        stream.clear();
        stream.seekg(0);
        if (vote.games() == 0) return;
        const VariantGuess guess = vote.result();
        file.rules = guess.rules;
        if (guess.rules != nullptr) {
            console_.say(fmt::format("{}: variant {}: {}", *file.name, guess.rules->name, guess.reason));
        } else {
            file.no_variant = guess.reason;
        }
    }

    void process(const File& file, const RawGame& raw, Replayers& replayers, PdnItem& item) const {
        item.file = file.name;
        item.number = raw.number;
        item.place = raw.place;
        item.rules = file.rules;
        item.whole = raw.whole;
        std::string why = file.no_variant;
        if (!file.named) {
            bool named = false;
            const Rules* tagged = variant_of_tags(raw.tags, named);
            if (named) item.rules = tagged;
            if (named && tagged == nullptr)
                why = "the tags name a variant that is not there; see damier variants";
        }
        AnyReplayer* replayer = nullptr;
        if (item.rules != nullptr) {
            replayer = &replayers.of(*item.rules);
            replayer->replay(raw);
            item.replayed = replayer->visit([](const auto&, const auto& record) { return record.replayed; });
        }
        for (const Diagnostic& d : replayer != nullptr ? replayer->diagnostics() : raw.diagnostics) {
            ++item.found[static_cast<std::size_t>(d.severity)];
        }
        make_({*file.name, raw, replayer, why}, item);
    }

    void one_by_one(PdnReader& reader, const File& file) {
        Replayers replayers{arguments_.strict};
        RawGame raw;
        while (!console_.output_failed() && reader.next(raw)) {
            PdnItem item;
            process(file, raw, replayers, item);
            use_(item);
        }
    }

    void in_parallel(PdnReader& reader, const File& file) {
        using Batch = std::vector<RawGame>;
        using Items = std::vector<PdnItem>;
        constexpr std::size_t batch_games = 64;
        constexpr std::size_t batch_elements = 100'000;  // some megabytes
        tbb::enumerable_thread_specific<Replayers> replayers{[&] { return Replayers{arguments_.strict}; }};
        const auto jobs = static_cast<std::size_t>(arguments_.jobs);
        const tbb::global_control limit{tbb::global_control::max_allowed_parallelism, jobs};
        const auto read = [&](tbb::flow_control& control) -> std::shared_ptr<Batch> {
            auto batch = std::make_shared<Batch>();
            std::size_t elements = 0;
            while (!console_.output_failed() && batch->size() < batch_games && elements < batch_elements) {
                RawGame raw;
                if (!reader.next(raw)) break;
                elements += raw.elements.size() + raw.text.size() / 8;
                batch->push_back(std::move(raw));
            }
            if (batch->empty()) control.stop();
            return batch;
        };
        const auto replay = [&](const std::shared_ptr<Batch>& batch) {
            auto items = std::make_shared<Items>(batch->size());
            for (std::size_t i = 0; i < batch->size(); ++i) {
                process(file, (*batch)[i], replayers.local(), (*items)[i]);
            }
            return items;
        };
        const auto write = [&](const std::shared_ptr<Items>& items) {
            for (PdnItem& item : *items) use_(item);
        };
        tbb::parallel_pipeline(
            2 * jobs,
            tbb::make_filter<void, std::shared_ptr<Batch>>(tbb::filter_mode::serial_in_order, read) &
                tbb::make_filter<std::shared_ptr<Batch>, std::shared_ptr<Items>>(tbb::filter_mode::parallel,
                                                                                 replay) &
                tbb::make_filter<std::shared_ptr<Items>, void>(tbb::filter_mode::serial_in_order, write));
    }

    const PdnArguments& arguments_;
    PdnOptions options_;
    Console& console_;
    const MakeItem& make_;
    const UseItem& use_;
    const MakeItem& rest_;
    bool tells_errors_;
};

}  // namespace

ExitCode run_games(const PdnArguments& arguments, Console& console, const MakeItem& make, const UseItem& use,
                   const MakeItem& rest, bool tells_errors) {
    if (!arguments.variant.empty() && find_rules(arguments.variant) == nullptr) {
        return console.report(unknown_variant(arguments.variant));
    }
    const auto options = arguments.options();
    if (!options) return console.report(options.error());
    const auto names = arguments.names();
    if (!names) return console.report(names.error());
    if (const auto files = CommandFiles{}.reads("FILES", *names).check(); !files)
        return console.report(files.error());
    Runner runner{arguments, *options, console, make, use, rest, tells_errors};
    ExitCode code = ExitCode::done;
    for (const std::string& name : *names) {
        if (console.output_failed()) break;
        code = worst(code, runner.file(name));
    }
    return code;
}

}  // namespace damier
