#include "rules/rulebooks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#define DAMIER_RULEBOOK(name)
#include "rules/rulebooks/list.def"
#undef DAMIER_RULEBOOK

namespace damier {

namespace {

constexpr std::array all_books{
#define DAMIER_RULEBOOK(name) &rulebooks::name,
#include "rules/rulebooks/list.def"
#undef DAMIER_RULEBOOK
};

bool is_for(const Rulebook& book, const Rules& rules) {
    return std::ranges::find(book.variants, rules.variant()) != book.variants.end();
}

std::string names(const std::vector<const Rulebook*>& books) {
    std::string list;
    for (const Rulebook* book : books) list += (list.empty() ? "" : ", ") + std::string{book->name};
    return list;
}

Result<void> set(DrawRules& rules, const Rulebook& book, std::string_view wanted) {
    const auto chosen = find_setting(book.settings, wanted, fmt::format("rulebook {}", book.name));
    if (!chosen) return fail(chosen.error());
    const auto& value = book.settings[chosen->setting].values[chosen->value];
    if (value.edit != nullptr) value.edit(rules);
    return {};
}

bool looks_at_diagonal(const Condition& condition) {
    return condition.diagonal != OnDiagonal::anywhere ||
           (condition.unless != nullptr && looks_at_diagonal(*condition.unless));
}

bool has_long_diagonal(const BoardShape& shape) {
    return shape.width == shape.height && !shape.every_square_plays;
}

}  // namespace

std::vector<const Rulebook*> all_rulebooks() { return {all_books.begin(), all_books.end()}; }

const Rulebook* find_rulebook(std::string_view name) {
    const auto found = std::ranges::find(all_books, name, &Rulebook::name);
    return found == all_books.end() ? nullptr : *found;
}

std::vector<const Rulebook*> rulebooks_of(const Rules& rules) {
    std::vector<const Rulebook*> books;
    for (const Rulebook* book : all_books) {
        if (is_for(*book, rules)) books.push_back(book);
    }
    // Not that of std::ranges, whose result clang 14 cannot compile.
    std::stable_partition(books.begin(), books.end(),
                          [&](const Rulebook* book) { return book->name == rules.rulebook; });
    return books;
}

Result<const Rulebook*> rulebook_for(const Rules& rules, std::string_view name) {
    const std::vector<const Rulebook*> books = rulebooks_of(rules);
    if (books.empty()) {
        return fail(ErrorKind::usage,
                    fmt::format("no rulebook with draw rules is known for {}", rules.title));
    }
    if (name.empty()) {
        if (books.front()->name == rules.rulebook) return books.front();
        return fail(ErrorKind::usage,
                    fmt::format("{} has no default rulebook; choose one of: {}", rules.title, names(books)));
    }
    const Rulebook* book = find_rulebook(name);
    if (book == nullptr) {
        return fail(ErrorKind::usage, fmt::format("unknown rulebook \"{}\"; for {} one of: {}", name,
                                                  rules.title, names(books)));
    }
    if (!is_for(*book, rules)) {
        return fail(ErrorKind::usage,
                    fmt::format("rulebook {} is not for {}; one of: {}", name, rules.title, names(books)));
    }
    return book;
}

Result<DrawRules> draw_rules(const Rulebook& book, std::span<const std::string> settings,
                             const BoardShape& shape) {
    DrawRules rules;
    for (const DrawRule& rule : book.rules) {
        if (rule.kind != DrawKind::none) rules.push_back(rule);
    }
    std::vector<std::string_view> done;
    for (const std::string_view setting : settings) {
        const std::string_view key = setting.substr(0, setting.find('='));
        if (std::ranges::find(done, key) != done.end())
            return fail(ErrorKind::usage, fmt::format("the setting {} is given twice", key));
        done.push_back(key);
        if (const auto is_set = set(rules, book, setting); !is_set) return fail(is_set.error());
    }
    for (const DrawRule& rule : rules) {
        if (looks_at_diagonal(rule.condition) && !has_long_diagonal(shape)) {
            return fail(
                ErrorKind::usage,
                fmt::format("{} of rulebook {} is about the long diagonal, and a board of {} has none",
                            rule.article, book.name, shape.name()));
        }
    }
    return rules;
}

}  // namespace damier
