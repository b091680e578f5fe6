// damier pdn filter: the games that fit all conditions.
#include <algorithm>
#include <limits>

#include "cli/arguments.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_output.hpp"
#include "egtb/slice.hpp"
#include "formats/game_claims.hpp"
#include "formats/game_date.hpp"
#include "formats/text_encoding.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

struct Options {
    PdnArguments input;
    PdnOutputArguments output;
    std::vector<std::string> tags;
    std::string from;
    std::string to;
    std::string result;
    int least_plies = 0;
    int most_plies = std::numeric_limits<int>::max();
    std::string material;
    std::string position;
    int ends_in = 0;  // 0: no condition
    bool errors = false;
    bool no_errors = false;
    bool inverted = false;
};

struct TagCondition {
    std::string name;
    std::string value;
    bool whole = true;  // =, not ~
};

class Conditions {
public:
    static Result<Conditions> of(const Options& options) {
        Conditions made{options};
        for (const std::string& text : options.tags) {
            const std::size_t mark = text.find_first_of("=~");
            if (mark == 0 || mark == std::string::npos) {
                return fail(ErrorKind::usage,
                            fmt::format("--tag must be NAME=VALUE or NAME~PART, not \"{}\"", text));
            }
            made.tags_.push_back({std::string{known_tag_name(text.substr(0, mark))},
                                  small_letters(text.substr(mark + 1)), text[mark] == '='});
        }
        for (const auto& [option, text, date] :
             {std::tuple{"--from", &options.from, &made.from_}, std::tuple{"--to", &options.to, &made.to_}}) {
            if (text->empty()) continue;
            *date = parse_date(*text);
            if (!*date)
                return fail(ErrorKind::usage, fmt::format("{} must be a date, not \"{}\"", option, *text));
        }
        if (made.from_ && made.to_ && before(*made.to_, *made.from_))
            return fail(ErrorKind::usage,
                        fmt::format("--from {} is after --to {}", options.from, options.to));
        if (options.least_plies > options.most_plies)
            return fail(ErrorKind::usage, fmt::format("--min-plies {} is more than --max-plies {}",
                                                      options.least_plies, options.most_plies));
        if (!options.result.empty()) {
            for (const GameResult result : {GameResult::unknown, GameResult::white_wins, GameResult::draw,
                                            GameResult::black_wins, GameResult::both_lose}) {
                std::string text{name(result)};
                std::ranges::replace(text, ' ', '-');
                if (text == options.result) made.result_ = result;
            }
            if (!made.result_) {
                return fail(
                    ErrorKind::usage,
                    fmt::format(
                        "--result must be white-wins, draw, black-wins, both-lose or unknown, not \"{}\"",
                        options.result));
            }
        }
        if (!options.material.empty()) {
            made.material_ = parse_slice(options.material);
            if (!made.material_) {
                return fail(
                    ErrorKind::usage,
                    fmt::format("--material must be as in KKvKM, White first, not \"{}\"", options.material));
            }
        }
        return made;
    }

    enum class Fit { no, yes, unknown };

    Fit fit(const PdnTask& task, const PdnItem& item) const {
        const Fit all_hold = all(task, item);
        if (all_hold == Fit::unknown) return Fit::unknown;
        return (all_hold == Fit::yes) != options_.inverted ? Fit::yes : Fit::no;
    }

private:
    explicit Conditions(const Options& options) : options_{options} {}

    Fit all(const PdnTask& task, const PdnItem& item) const {
        const bool errors = item.found[static_cast<std::size_t>(Severity::error)] > 0;
        if ((options_.errors && !errors) || (options_.no_errors && errors)) return Fit::no;
        for (const TagCondition& condition : tags_) {
            if (!has(task.raw.tags, condition)) return Fit::no;
        }
        if ((from_ || to_) && !in_time(task.raw.tags)) return Fit::no;
        const bool needs_moves = result_ || material_ || !options_.position.empty() || options_.ends_in > 0 ||
                                 options_.least_plies > 0 ||
                                 options_.most_plies < std::numeric_limits<int>::max();
        if (!needs_moves) return Fit::yes;
        if (task.replayed == nullptr) return Fit::unknown;
        return task.replayed->visit([&](const auto& view, const auto& record) {
            return record_fits(view, record) ? Fit::yes : Fit::no;
        });
    }

    static bool has(const std::vector<GameTag>& tags, const TagCondition& condition) {
        return std::ranges::any_of(tags, [&](const GameTag& tag) {
            if (tag.name != condition.name) return false;
            const std::string value = small_letters(tag.value);
            return condition.whole ? value == condition.value
                                   : value.find(condition.value) != std::string::npos;
        });
    }

    static bool before(const GameDate& a, const GameDate& b) {
        if (a.year != b.year) return a.year < b.year;
        if (a.month == 0 || b.month == 0 || a.month != b.month)
            return a.month != 0 && b.month != 0 && a.month < b.month;
        return a.day != 0 && b.day != 0 && a.day < b.day;
    }

    // What is not known of a date fits.
    bool in_time(const std::vector<GameTag>& tags) const {
        const GameTag* tag = tag_with_value(tags, "Date");
        const auto date = tag == nullptr ? std::nullopt : parse_date(tag->value);
        if (!date) return false;
        return !(from_ && before(*date, *from_)) && !(to_ && before(*to_, *date));
    }

    template <class S>
    bool record_fits(const BoardGame<S>& view, const GameRecord<S>& record) const {
        if (result_ && record.result() != *result_) return false;
        const auto plies = static_cast<long>(record.moves.size());
        if (plies < options_.least_plies || plies > options_.most_plies) return false;
        if (options_.ends_in > 0 && (!record.replayed || record.last.count() > options_.ends_in))
            return false;
        const auto reached = [&](auto fits) {
            return std::ranges::any_of(record.moves,
                                       [&](const PlayedMove<S>& played) { return fits(played.before); }) ||
                   fits(record.last);
        };
        if (material_ && !reached([&](const Position<S>& p) { return Slice::of(p) == *material_; }))
            return false;
        if (options_.position.empty()) return true;
        // On another board than that of the game it is no position, and then no game fits.
        const auto wanted = parse_fen<S>(options_.position, view.board().shape(), EmptySide::allowed);
        return wanted && reached([&](const Position<S>& p) { return p == *wanted; });
    }

    const Options& options_;
    std::vector<TagCondition> tags_;
    std::optional<GameDate> from_;
    std::optional<GameDate> to_;
    std::optional<GameResult> result_;
    std::optional<Slice> material_;
};

// A FEN that the board cannot be read on is a mistake of the caller; where no variant is named, that of one
// variant is enough.
Result<void> check_position(const std::string& fen, const std::string& variant) {
    if (fen.empty()) return {};
    const Rules* named = variant.empty() ? nullptr : find_rules(variant);
    std::optional<Error> first;
    for (const Rules* rules : all_rules()) {
        if (named != nullptr && rules != named) continue;
        const auto read = parse_placement(fen, rules->board, EmptySide::allowed);
        if (read) return {};
        if (!first) first = read.error();
    }
    return fail(*first);
}

ExitCode run(const Options& options, Console& console) {
    auto output = PdnOutput::open(options.output);
    if (!output) return console.report(output.error());
    const auto conditions = Conditions::of(options);
    if (!conditions) return console.report(conditions.error());
    if (const auto checked = check_position(options.position, options.input.variant); !checked)
        return console.report(checked.error(), "--position");
    std::size_t games = 0;
    std::size_t fit = 0;
    ExitCode incomplete = ExitCode::done;
    const ExitCode code = run_games(
        options.input, console,
        [&](const PdnTask& task, PdnItem& item) {
            const auto fits = conditions->fit(task, item);
            if (fits == Conditions::Fit::no) return;
            item.more = std::make_shared<Conditions::Fit>(fits);
            if (fits == Conditions::Fit::yes) item.text = output->text(task, item);
        },
        [&](PdnItem& item) {
            ++games;
            if (item.more == nullptr) return;
            fit += *std::static_pointer_cast<Conditions::Fit>(item.more) == Conditions::Fit::yes;
            incomplete = worst(incomplete, output->report(item, console));
            console.print(output->encoded(item.text));
        });
    if (code == ExitCode::usage) return code;
    incomplete = worst(incomplete, output->finish(console));
    console.say(fmt::format("games: {}; that fit: {}", games, fit));
    return worst(code, incomplete);
}

}  // namespace

void add_pdn_filter(CLI::App& pdn, Action& chosen) {
    CLI::App* command = pdn.add_subcommand("filter", "Write the games that fit all conditions");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    options.output.add_to(*command);
    constexpr int most = 1'000'000;
    command
        ->add_option("--tag", options.tags,
                     "NAME=VALUE or NAME~PART, capital or not; may be given several times")
        ->type_name("T")
        ->allow_extra_args(false);
    command->add_option("--from", options.from, "Not before this date, as in 2009 or 2009.04.17")
        ->type_name("D");
    command->add_option("--to", options.to, "Not after this date")->type_name("D");
    command->add_option("--result", options.result, "white-wins, draw, black-wins, both-lose or unknown")
        ->type_name("R");
    add_whole(*command, "--min-plies", options.least_plies, 0, most, "At least so many plies");
    add_whole(*command, "--max-plies", options.most_plies, 0, most, "At most so many plies");
    command->add_option("--material", options.material, "This material was reached, as in KKvKM, White first")
        ->type_name("M");
    command
        ->add_option("--position", options.position, "This position was reached, with the same side to move")
        ->type_name("FEN");
    add_whole(*command, "--ends-in", options.ends_in, 1, 200, "The last position has at most so many pieces");
    CLI::Option* errors = command->add_flag("--errors", options.errors, "Games with errors");
    command->add_flag("--no-errors", options.no_errors, "Games without errors")->excludes(errors);
    command->add_flag("--not", options.inverted, "The games that do not fit all conditions instead");
    command->footer(
        "Games are written as by damier pdn convert.\n\n"
        "Examples:\n"
        "  damier pdn filter --tag White~wiersma --from 1970 --result draw games.pdn\n"
        "  damier pdn filter --variant english --material KKvK --max-plies 80 'archive/*.pdn'");
}

}  // namespace damier
