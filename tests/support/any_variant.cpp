#include "tests/support/any_variant.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "rules/variants.hpp"

namespace damier::test {

template <class Set>
std::unique_ptr<const BoardGame<Set>> make_game(const Rules& rules, const BoardShape& shape) {
    std::unique_ptr<const BoardGame<Set>> game;
    const auto try_one = [&]<class V>(std::type_identity<V>) {
        if constexpr (!std::is_same_v<V, EndOfVariants>) {
            if (!game) game = make_reading<V, Set>(rules, shape);
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

std::vector<const Rules*> every_reading() {
    std::vector<const Rules*> readings;
    for (const Rules* variant : all_rules()) {
        for (const Rules* reading : readings_of(*variant)) readings.push_back(reading);
    }
    return readings;
}

std::vector<const Rules*> every_variant() {
    std::vector<const Rules*> readings = every_reading();
    std::erase_if(readings, [](const Rules* reading) { return &same_play_as(*reading) != reading; });
    return readings;
}

std::string name_of_test(const ::testing::TestParamInfo<const Rules*>& info) {
    std::string name{info.param->name};
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

}  // namespace damier::test
