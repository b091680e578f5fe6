#include "rules/variants.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/describe.hpp"
#include "rules/reading.hpp"

namespace damier {

namespace {

// Calls f with each variant as a type.
template <class F>
void for_each_variant(F f) {
    [&]<class... V>(std::type_identity<std::tuple<V...>>) {
        const auto one = [&]<class Type>(std::type_identity<Type> type) {
            if constexpr (!std::is_same_v<Type, EndOfVariants>) f(type);
        };
        (one(std::type_identity<V>{}), ...);
    }(std::type_identity<Variants>{});
}

template <class V>
std::vector<const Rules*> rules_of_readings() {
    return []<std::size_t... number>(std::index_sequence<number...>) {
        return std::vector<const Rules*>{&ReadingOf<V, number>::rules...};
    }
    (std::make_index_sequence<reading_count(V::rules)>{});
}

const Rules* find_variant(std::string_view name) {
    if (name.empty()) return nullptr;
    for (const Rules* rules : all_rules()) {
        const auto& others = rules->other_names;
        if (rules->name == name || std::find(others.begin(), others.end(), name) != others.end() ||
            (rules->game_type != 0 && std::to_string(rules->game_type) == name)) {
            return rules;
        }
    }
    return nullptr;
}

// The number of the reading with these settings, "first=white,half-turn=no".
Result<std::size_t> reading_number(const Rules& variant, std::string_view settings) {
    std::array<std::optional<std::size_t>, std::tuple_size_v<decltype(variant.settings)>> values;
    for (bool more = true; more;) {
        const std::size_t comma = settings.find(',');
        const auto chosen = find_setting(variant.settings, settings.substr(0, comma), variant.name);
        if (!chosen) return fail(chosen.error());
        auto& value = values.at(chosen->setting);
        if (value) {
            return fail(ErrorKind::usage, "the setting " +
                                              std::string{variant.settings.at(chosen->setting).name} +
                                              " of " + std::string{variant.name} + " is given twice");
        }
        value = chosen->value;
        more = comma != settings.npos;
        if (more) settings.remove_prefix(comma + 1);
    }
    std::size_t number = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        number = number * std::max<std::size_t>(1, variant.settings[i].value_count()) + values[i].value_or(0);
    return number;
}

template <class Set>
std::unique_ptr<const BoardGame<Set>> make(const Rules& rules, const BoardShape& shape) {
    std::unique_ptr<const BoardGame<Set>> game;
    for_each_variant([&]<class V>(std::type_identity<V>) {
        if (!game) game = make_reading<V, Set>(rules, shape);
    });
    return game;
}

template <class Set>
Result<ChosenGame> choose(const Rules& rules, const BoardShape& shape) {
    auto game = make<Set>(rules, shape);
    if (!game) return fail(ErrorKind::usage, "the variant is not in the list");
    return game;
}

}  // namespace

Result<ChosenGame> choose_game(const Rules& rules, const BoardShape& shape) {
    if (shape.squares() <= SquareSet64::capacity) return choose<SquareSet64>(rules, shape);
    return choose<SquareSet128>(rules, shape);
}

Result<ChosenGame> choose_game(std::string_view variant, std::string_view board_size) {
    const Result<const Rules*> rules = rules_named(variant);
    if (!rules) return fail(rules.error());
    const Result<BoardShape> shape = board_of(**rules, board_size);
    if (!shape) return fail(shape.error());
    return choose_game(**rules, *shape);
}

std::vector<const Rules*> all_rules() {
    std::vector<const Rules*> all;
    for_each_variant([&]<class V>(std::type_identity<V>) { all.push_back(&V::rules); });
    return all;
}

std::vector<const Rules*> readings_of(const Rules& rules) {
    std::vector<const Rules*> readings;
    for_each_variant([&]<class V>(std::type_identity<V>) {
        if (V::rules.name == rules.variant()) readings = rules_of_readings<V>();
    });
    return readings;
}

const Rules& same_play_as(const Rules& rules) {
    const std::uint64_t fingerprint = rules_fingerprint(rules);
    for (const Rules* reading : readings_of(rules)) {
        if (rules_fingerprint(*reading) == fingerprint &&
            reading->board.is.bottom_left_plays == rules.board.is.bottom_left_plays &&
            reading->board.is.every_square_plays == rules.board.is.every_square_plays) {
            return *reading;
        }
    }
    return rules;
}

const SettingValueOf<Rules>& value_in(const Rules& rules, const RuleSetting& setting) {
    const SettingValueOf<Rules>* found = &setting.values[0];
    const std::vector<const Rules*> readings = readings_of(rules);
    const auto number = std::ranges::find(readings, rules.name, &Rules::name) - readings.begin();
    for_each_setting_of(rules, static_cast<std::size_t>(number),
                        [&](const RuleSetting& s, const auto& value) {
                            if (s.name == setting.name) found = &value;
                        });
    return *found;
}

Result<const Rules*> rules_named(std::string_view name) {
    const std::size_t colon = name.find(':');
    const Rules* variant = find_variant(name.substr(0, colon));
    if (variant == nullptr) {
        std::string message = "unknown variant \"" + std::string{name.substr(0, colon)} + "\"; one of:";
        for (const Rules* rules : all_rules())
            message += (rules == all_rules().front() ? " " : ", ") + std::string{rules->name};
        return fail(ErrorKind::usage, message);
    }
    if (colon == name.npos) return variant;
    const auto number = reading_number(*variant, name.substr(colon + 1));
    if (!number) return fail(number.error());
    return readings_of(*variant).at(*number);
}

const Rules* find_rules(std::string_view name) { return rules_named(name).value_or(nullptr); }

Error unknown_variant(std::string_view name) { return rules_named(name).error(); }

Result<BoardShape> board_of(const Rules& rules, std::string_view size) {
    if (size.empty()) return rules.board.is;
    const auto shape = parse_board_size(size, rules.board);
    if (!shape) {
        return fail(ErrorKind::usage,
                    "board \"" + std::string{size} +
                        "\" is not ROWSxCOLUMNS with rows and columns both even or both odd, at least "
                        "3 rows and 2 columns, and at most " +
                        std::to_string(max_squares) + " squares");
    }
    return *shape;
}

}  // namespace damier
