#include "rules/variants.hpp"

#include <algorithm>
#include <utility>

namespace damier {

namespace {

template <std::size_t... I>
std::vector<const Rules*> collect(std::index_sequence<I...>) {
    return {&std::tuple_element_t<I, Variants>::rules...};
}

template <class Set, std::size_t... I>
std::unique_ptr<const BoardGame<Set>> make(const Rules& rules, const BoardShape& shape,
                                           std::index_sequence<I...>) {
    std::unique_ptr<const BoardGame<Set>> game;
    const auto try_variant = [&]<class V>(std::type_identity<V>) {
        if (&rules == &V::rules) game = std::make_unique<Game<V, Set>>(shape);
    };
    (try_variant(std::type_identity<std::tuple_element_t<I, Variants>>{}), ...);
    return game;
}

template <class Set>
Result<ChosenGame> choose(const Rules& rules, const BoardShape& shape) {
    auto game = make<Set>(rules, shape, std::make_index_sequence<std::tuple_size_v<Variants> - 1>{});
    if (!game) return fail(ErrorKind::usage, "the variant is not in the list");
    return game;
}

}  // namespace

Result<ChosenGame> choose_game(const Rules& rules, const BoardShape& shape) {
    if (shape.squares() <= SquareSet64::capacity) return choose<SquareSet64>(rules, shape);
    return choose<SquareSet128>(rules, shape);
}

Result<ChosenGame> choose_game(std::string_view variant, std::string_view board_size) {
    const Rules* rules = find_rules(variant);
    if (rules == nullptr) return fail(unknown_variant(variant));
    const Result<BoardShape> shape = board_of(*rules, board_size);
    if (!shape) return fail(shape.error());
    return choose_game(*rules, *shape);
}

std::vector<const Rules*> all_rules() {
    return collect(std::make_index_sequence<std::tuple_size_v<Variants> - 1>{});
}

const Rules* find_rules(std::string_view name) {
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

Error unknown_variant(std::string_view name) {
    std::string message = "unknown variant \"" + std::string{name} + "\"; one of:";
    for (const Rules* rules : all_rules())
        message += (rules == all_rules().front() ? " " : ", ") + std::string{rules->name};
    return {ErrorKind::usage, message, {}};
}

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
