// damier variants: the list of variants, the rules of one as data, or those in which two differ.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/text_table.hpp"
#include "rules/describe.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

struct Options {
    std::string show;
    std::vector<std::string> diff;  // two variants, or none
    bool json = false;
};

std::vector<std::string> other_names(const Rules& rules) {
    std::vector<std::string> names;
    for (std::string_view other : rules.other_names) {
        if (!other.empty()) names.emplace_back(other);
    }
    return names;
}

std::string fingerprint(const Rules& rules) { return fmt::format("{:016x}", rules_fingerprint(rules)); }

Json summary(const Rules& rules) {
    Json object;
    object["variant"] = rules.name;
    object["other_names"] = other_names(rules);
    object["title"] = rules.title;
    object["game_type"] = rules.game_type;
    object["board"] = rules.board.is.name();
    object["rule_book"] = rules.rule_book;
    object["fingerprint"] = fingerprint(rules);
    return object;
}

void list(const Options& options, Console& console) {
    if (options.json) {
        for (const Rules* rules : all_rules()) print_json(console, summary(*rules));
        return;
    }
    TextTable table{5};
    table.add({"variant", "board", "GameType", "other names", "title"});
    for (const Rules* rules : all_rules()) {
        table.add({std::string{rules->name}, rules->board.is.name(), std::to_string(rules->game_type),
                   fmt::format("{}", fmt::join(other_names(*rules), ", ")), std::string{rules->title}});
    }
    console.print(table.text());
}

void show(const Rules& rules, const Options& options, Console& console) {
    if (options.json) {
        Json object = summary(rules);
        object["rules"] = Json::array();
        for (const RuleLine& line : describe(rules)) {
            object["rules"].push_back(
                {{"rule", line.rule}, {"value", line.value}, {"article", line.article}});
        }
        print_json(console, object);
        return;
    }
    console.print("{} ({})\n", rules.title, rules.name);
    console.print("articles of: {}\n", rules.rule_book);
    console.print("fingerprint of the rules of movement: {}\n\n", fingerprint(rules));
    TextTable table{3};
    for (const RuleLine& line : describe(rules)) {
        table.add({std::string{line.rule}, line.value, std::string{line.article}});
    }
    console.print(table.text());
}

void show_differences(const Rules& a, const Rules& b, const Options& options, Console& console) {
    const std::vector<RuleDifference> found = differences(a, b);
    if (options.json) {
        Json object;
        object["variants"] = {a.name, b.name};
        object["same_movement"] = rules_fingerprint(a) == rules_fingerprint(b);
        object["differences"] = Json::array();
        for (const RuleDifference& d : found) {
            object["differences"].push_back(
                {{"rule", d.rule}, {"values", d.values}, {"of_movement", d.of_movement}});
        }
        print_json(console, object);
        return;
    }
    TextTable table{3};
    table.add({"rule", std::string{a.name}, std::string{b.name}});
    for (const RuleDifference& d : found) table.add({std::string{d.rule}, d.values[0], d.values[1]});
    console.print(table.text());
}

ExitCode run(const Options& options, Console& console) {
    if (!options.diff.empty()) {
        std::array<const Rules*, 2> rules{};
        for (std::size_t i = 0; i < 2; ++i) {
            rules[i] = find_rules(options.diff[i]);
            if (rules[i] == nullptr) return console.report(unknown_variant(options.diff[i]));
        }
        show_differences(*rules[0], *rules[1], options, console);
        return ExitCode::done;
    }
    if (options.show.empty()) {
        list(options, console);
        return ExitCode::done;
    }
    const Rules* rules = find_rules(options.show);
    if (rules == nullptr) return console.report(unknown_variant(options.show));
    show(*rules, options, console);
    return ExitCode::done;
}

}  // namespace

void add_variants_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "variants", "List the variants, or print the rules of one or the differences of two");
    auto& options = options_of<Options>(*command, chosen, run);
    command
        ->add_option("--show", options.show,
                     "Print the rules of this variant, with the articles they come from")
        ->type_name("V");
    command->add_option("--diff", options.diff, "Print the rules in which two variants differ")
        ->type_name("A B")
        ->expected(2)
        ->excludes("--show");
    add_json(*command, options.json);
    command->footer(
        "Examples:\n"
        "  damier variants\n"
        "  damier variants --show russian\n"
        "  damier variants --diff russian brazilian\n"
        "  damier variants --json");
}

}  // namespace damier
