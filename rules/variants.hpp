// The list of variants, and the one place where a name chosen at run time becomes a type.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "rules/game.hpp"
#include "rules/result.hpp"

// The first inclusion brings the files of the variants.
#define DAMIER_VARIANT(type, file)
#include "rules/variants/list.def"
#undef DAMIER_VARIANT

namespace damier {

struct EndOfVariants {};

// Every variant in the order of list.def.
using Variants = decltype([] {
    return std::type_identity<std::tuple<
#define DAMIER_VARIANT(type, file) type,
#include "rules/variants/list.def"
#undef DAMIER_VARIANT
        EndOfVariants>>{};
}())::type;

// The rules of every variant, for lists and messages.
std::vector<const Rules*> all_rules();

// The readings of a variant (rules/reading.hpp), itself first; of a reading, those of its variant.
std::vector<const Rules*> readings_of(const Rules& rules);

// The first reading that moves alike, on the same squares: tables and certificates are named by it and serve
// all that share it.
const Rules& same_play_as(const Rules& rules);

// The value of one of the settings in these rules.
const SettingValueOf<Rules>& value_in(const Rules& rules, const RuleSetting& setting);

// By name, other name or PDN GameType number, with the settings of a reading behind it in any order, defaults
// or not: "thai", "31:first=white,half-turn=no". ErrorKind::usage where there is none: the message says what
// there is.
Result<const Rules*> rules_named(std::string_view name);
const Rules* find_rules(std::string_view name);  // nullptr
Error unknown_variant(std::string_view name);    // where find_rules finds none

// The board of a variant, or the given size ("6x6": rows x columns) in its colouring and numbering.
Result<BoardShape> board_of(const Rules& rules, std::string_view size = {});

// A game whose variant and board are chosen at run time, by the width of the set that its board needs.
using ChosenGame = std::variant<std::unique_ptr<const BoardGame<SquareSet64>>,
                                std::unique_ptr<const BoardGame<SquareSet128>>>;

// `rules` are those of a variant of the list.
Result<ChosenGame> choose_game(const Rules& rules, const BoardShape& shape);
// The variant by name, the board by size as for board_of.
Result<ChosenGame> choose_game(std::string_view variant, std::string_view board_size = {});

// f(game) for that game, a `const BoardGame<Set>&`; f returns a Result whatever the width.
template <class F>
auto with_game(const Result<ChosenGame>& chosen, F&& f)
    -> std::invoke_result_t<F, const BoardGame<SquareSet64>&> {
    if (!chosen) return fail(chosen.error());
    return std::visit([&](const auto& game) { return f(*game); }, *chosen);
}
template <class F>
auto with_game(const Rules& rules, const BoardShape& shape, F&& f) {
    return with_game(choose_game(rules, shape), std::forward<F>(f));
}
template <class F>
auto with_game(std::string_view variant, std::string_view board_size, F&& f) {
    return with_game(choose_game(variant, board_size), std::forward<F>(f));
}

}  // namespace damier
