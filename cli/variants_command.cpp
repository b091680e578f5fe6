// damier variants: the list of variants, the rules of one as data, or those in which two differ.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/text_table.hpp"
#include "rules/describe.hpp"
#include "rules/draw_rule_text.hpp"
#include "rules/rulebooks.hpp"
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

// Of a rulebook or of rules of movement; `chosen` gives the value that is in force.
template <class Settings, class Chosen>
Json settings_json(const Settings& settings, Chosen chosen) {
    Json list = Json::array();
    for (const auto& setting : settings) {
        if (setting.name.empty()) continue;
        Json object{
            {"setting", setting.name}, {"question", setting.question}, {"default", setting.values[0].name}};
        chosen(setting, object);
        object["values"] = Json::array();
        for (const auto& value : setting.values) {
            if (value.name.empty()) continue;
            object["values"].push_back({{"value", value.name}, {"meaning", value.meaning}});
            if (!value.source.empty()) object["values"].back()["source"] = value.source;
        }
        list.push_back(object);
    }
    return list;
}

// `note` is set behind a value: that it is the default.
template <class SettingType, class Note>
void print_setting(const SettingType& setting, Note note, Console& console) {
    console.print("setting {}: {}\n", setting.name, setting.question);
    for (const auto& value : setting.values) {
        if (value.name.empty()) continue;
        console.print("    {}={}: {}{}{}\n", setting.name, value.name, value.meaning,
                      value.source.empty() ? "" : fmt::format(" [{}]", value.source), note(value));
    }
}

Json summary(const Rules& rules) {
    Json object;
    object["variant"] = rules.name;
    object["other_names"] = other_names(rules);
    object["title"] = rules.title;
    object["game_type"] = rules.game_type;
    object["board"] = rules.board.is.name();
    object["rule_book"] = rules.rule_book;
    object["fingerprint"] = fingerprint(rules);
    object["settings"] = settings_json(rules.settings, [&](const RuleSetting& setting, Json& one) {
        one["value"] = value_in(rules, setting).name;
    });
    return object;
}

void list(const Options& options, Console& console) {
    if (options.json) {
        for (const Rules* rules : all_rules()) print_json(console, summary(*rules));
        return;
    }
    TextTable table{6};
    table.add({"variant", "board", "GameType", "other names", "title", "settings"});
    for (const Rules* rules : all_rules()) {
        table.add({std::string{rules->name}, rules->board.is.name(), std::to_string(rules->game_type),
                   fmt::format("{}", fmt::join(other_names(*rules), ", ")), std::string{rules->title},
                   list_of_settings(rules->settings)});
    }
    console.print(table.text());
}

// Nothing where there is nothing to say.
Json json_of(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json rulebook_json(const Rulebook& book, const Rules& rules) {
    Json object;
    object["rulebook"] = book.name;
    object["title"] = book.title;
    object["edition"] = json_of(book.edition);
    object["default"] = book.name == rules.rulebook;
    object["source"] = book.source;
    object["draws"] = Json::array();
    for (const DrawRule& rule : book.rules) {
        if (rule.kind == DrawKind::none) continue;
        object["draws"].push_back({{"article", rule.article},
                                   {"limit", limit_text(rule)},
                                   {"condition", json_of(condition_text(rule.condition))},
                                   {"restarts", json_of(restarts_text(rule))},
                                   {"acts", json_of(acts_text(rule))},
                                   {"confidence", name(rule.confidence)},
                                   {"remark", json_of(rule.remark)}});
    }
    object["settings"] = settings_json(book.settings, [](const Setting&, Json&) {});
    return object;
}

void print_rulebook(const Rulebook& book, const Rules& rules, Console& console) {
    console.print("\nrulebook {}{}: {}{}\n", book.name, book.name == rules.rulebook ? " (default)" : "",
                  book.title, book.edition.empty() ? "" : fmt::format(", {}", book.edition));
    console.print("source: {}\n", book.source);
    TextTable table{6};
    table.add({"article", "draw after", "in", "restarts at", "how", "known from"});
    for (const DrawRule& rule : book.rules) {
        if (rule.kind == DrawKind::none) continue;
        const std::string condition = condition_text(rule.condition);
        table.add({std::string{rule.article}, limit_text(rule),
                   condition.empty() ? "any position" : condition, restarts_text(rule), acts_text(rule),
                   std::string{name(rule.confidence)}});
    }
    console.print(table.text());
    for (const DrawRule& rule : book.rules) {
        if (!rule.remark.empty()) console.print("{}: {}\n", rule.article, rule.remark);
    }
    for (const Setting& setting : book.settings) {
        if (setting.name.empty()) continue;
        print_setting(
            setting,
            [&](const SettingValue& value) { return &value == &setting.values[0] ? " (default)" : ""; },
            console);
    }
}

void show(const Rules& rules, const Options& options, Console& console) {
    if (options.json) {
        Json object = summary(rules);
        object["rules"] = Json::array();
        for (const RuleLine& line : describe(rules)) {
            object["rules"].push_back(
                {{"rule", line.rule}, {"value", line.value}, {"article", line.article}});
        }
        object["rulebooks"] = Json::array();
        for (const Rulebook* book : rulebooks_of(rules))
            object["rulebooks"].push_back(rulebook_json(*book, rules));
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
    for (const RuleSetting& setting : rules.settings) {
        if (setting.name.empty()) continue;
        const auto& chosen = value_in(rules, setting);
        print_setting(
            setting,
            [&](const auto& value) {
                if (&value == &chosen && &value != &setting.values[0]) return " (chosen)";
                return &value == &setting.values[0] ? " (default)" : "";
            },
            console);
    }
    for (const Rulebook* book : rulebooks_of(rules)) print_rulebook(*book, rules, console);
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
        ->add_option(
            "--show", options.show,
            "Print the rules of this variant, its settings and its rulebooks, with the articles they come "
            "from")
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
        "  damier variants --diff thai thai:half-turn=no,removal=at-end\n"
        "  damier variants --json");
}

}  // namespace damier
