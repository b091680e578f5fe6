// The list of variants, and the one place where a name chosen at run time becomes a type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
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

// By name, other name or PDN GameType number; nullptr where there is none.
const Rules* find_rules(std::string_view name);

// "unknown variant "x"; one of: english, ..."
Error unknown_variant(std::string_view name);

// The board of a variant, or the given size ("6x6": rows x columns) in its colouring and numbering.
Result<BoardShape> board_of(const Rules& rules, std::string_view size = {});

namespace detail {

template <class F, class Last>
auto with_game_among(const Rules&, const BoardShape&, F&&, std::tuple<Last>*)
    -> std::invoke_result_t<F, const Game<English, SquareSet64>&> {
    return fail(ErrorKind::usage, "the variant is not in the list");
}

template <class F, class V, class... Rest>
requires(sizeof...(Rest) > 0) auto with_game_among(const Rules& rules, const BoardShape& shape, F&& f,
                                                   std::tuple<V, Rest...>*)
    -> std::invoke_result_t<F, const Game<English, SquareSet64>&> {
    if (&rules != &V::rules) {
        return with_game_among(rules, shape, std::forward<F>(f), static_cast<std::tuple<Rest...>*>(nullptr));
    }
    if (shape.squares() <= OfficialSet<V>::capacity) return f(Game<V>{shape});
    return f(Game<V, SquareSet128>{shape});
}

}  // namespace detail

// Calls f with the Game of this variant on this board; f returns a Result whatever the game. The choice is
// made here once, never per position.
template <class F>
auto with_game(const Rules& rules, const BoardShape& shape, F&& f) {
    return detail::with_game_among(rules, shape, std::forward<F>(f), static_cast<Variants*>(nullptr));
}

template <class F>
auto with_game(std::string_view variant, std::string_view board_size, F&& f)
    -> std::invoke_result_t<F, const Game<English, SquareSet64>&> {
    const Rules* rules = find_rules(variant);
    if (rules == nullptr) return fail(unknown_variant(variant));
    const Result<BoardShape> shape = board_of(*rules, board_size);
    if (!shape) return fail(shape.error());
    return with_game(*rules, *shape, std::forward<F>(f));
}

}  // namespace damier
