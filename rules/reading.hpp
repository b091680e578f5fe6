// The readings of a variant: each way of deciding its open points (Rules::settings). A reading has rules as a
// variant has, known while compiling, so that the generator is as fast for it; but it is not in the list of
// variants, and most readings share the generator of another one, or its tables.
//
// A reading is named by what differs from the defaults, in the order of the variant's settings:
// "thai:half-turn=no,first=white". All of them together, by name: rules/variants.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "rules/rules.hpp"

namespace damier {

// How many readings there are, the variant as it is included.
constexpr std::size_t reading_count(const Rules& variant) {
    std::size_t count = 1;
    for (const RuleSetting& setting : variant.settings) {
        if (!setting.name.empty()) count *= setting.value_count();
    }
    return count;
}

// Calls f(setting, value) for each setting that a reading decides otherwise than the variant. Readings are
// numbered by the places of their values, those of the last setting first.
template <class F>
constexpr void for_each_setting_of(const Rules& variant, std::size_t reading, F f) {
    std::size_t below = reading_count(variant);
    for (const RuleSetting& setting : variant.settings) {
        if (setting.name.empty()) continue;
        below /= setting.value_count();
        const std::size_t value = reading / below % setting.value_count();
        if (value != 0) f(setting, setting.values[value]);
    }
}

// A text made while compiling. Tables have names of up to 64 characters (docs/table-format.md).
struct ReadingName {
    std::array<char, 64> text = {};
    std::size_t size = 0;

    constexpr ReadingName& operator+=(std::string_view more) {
        for (char c : more) text.at(size++) = c;
        return *this;
    }
    constexpr operator std::string_view() const { return {text.data(), size}; }  // NOLINT: reads as the text
};

constexpr ReadingName reading_name(const Rules& variant, std::size_t reading) {
    ReadingName name;
    name += variant.name;
    bool first = true;
    for_each_setting_of(variant, reading, [&](const RuleSetting& setting, const auto& value) {
        name += first ? ":" : ",";
        name += setting.name;
        name += "=";
        name += value.name;
        first = false;
    });
    return name;
}

// A reading as a type, for templates over variants; number 0 is the variant as it is.
template <Variant V, std::size_t number>
struct Reading {
    static constexpr ReadingName name = reading_name(V::rules, number);
    static constexpr Rules rules = changed(V::rules, [](Rules& r) {
        r.name = name;
        r.other_names.fill({});
        for_each_setting_of(V::rules, number, [&](const auto&, const auto& value) { value.edit(r); });
    });
};
template <Variant V, std::size_t number>
using ReadingOf = std::conditional_t<number == 0, V, Reading<V, number>>;

// Can the generator of one serve the other? What it is not compiled for is made equal here; every other rule
// counts, also such as come later.
constexpr bool share_generator(Rules a, Rules b) {
    a.name = b.name;
    a.other_names.fill({});
    b.other_names.fill({});
    a.settings.fill({});
    b.settings.fill({});
    a.title = b.title;
    a.rule_book = b.rule_book;
    a.game_type = b.game_type;
    a.board = b.board;
    a.men_rows = b.men_rows;
    a.rows_behind = b.rows_behind;
    a.first = b.first;
    a.no_move = b.no_move;
    a.notation = b.notation;
    a.capture_separator = b.capture_separator;
    a.first_player_result_first = b.first_player_result_first;
    a.two_point_results = b.two_point_results;
    a.rulebook = b.rulebook;
    return a == b;
}

// The first reading whose generator serves this one.
template <Variant V, std::size_t number, std::size_t candidate = 0>
constexpr std::size_t generator_of() {
    if constexpr (candidate == number ||
                  share_generator(ReadingOf<V, candidate>::rules, ReadingOf<V, number>::rules)) {
        return candidate;
    } else {
        return generator_of<V, number, candidate + 1>();
    }
}

// A name in files, which have a-z 0-9 - _ only: "thai:half-turn=no,first=white" is
// "thai_half-turn_no_first_white"; and back.
std::string name_in_files(std::string_view name);
std::string name_from_files(std::string_view name);

}  // namespace damier
