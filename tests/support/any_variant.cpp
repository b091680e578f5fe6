#include "tests/support/any_variant.hpp"

#include <algorithm>
#include <stdexcept>

#include "rules/variants.hpp"

namespace damier::test {

template <class Set>
std::unique_ptr<const BoardGame<Set>> make_game(const Rules& rules, const BoardShape& shape) {
    std::unique_ptr<const BoardGame<Set>> game;
    const auto try_one = [&]<class V>(std::type_identity<V>) {
        if constexpr (!std::is_same_v<V, EndOfVariants>) {
            if (&V::rules == &rules) game = std::make_unique<const Game<V, Set>>(shape);
        }
    };
    [&]<class... V>(std::type_identity<std::tuple<V...>>) {
        (try_one(std::type_identity<V>{}), ...);
    }(std::type_identity<Variants>{});
    if (!game) throw std::invalid_argument("not the rules of a variant of the list");
    return game;
}

template std::unique_ptr<const BoardGame<SquareSet64>> make_game(const Rules&, const BoardShape&);
template std::unique_ptr<const BoardGame<SquareSet128>> make_game(const Rules&, const BoardShape&);

std::vector<const Rules*> every_variant() { return all_rules(); }

std::string name_of_test(const ::testing::TestParamInfo<const Rules*>& info) {
    std::string name{info.param->name};
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace damier::test
