// Every variant on 6x6, 8x8 and 10x10 (or as many squares as 64 bits hold), for typed suites; random
// positions of random games.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "rules/variants.hpp"

namespace damier {

template <class Tuple, class... Done>
struct TypesOf;
template <class... Done>
struct TypesOf<std::tuple<EndOfVariants>, Done...> {
    using type = ::testing::Types<Done...>;
};
template <class V, class... Rest, class... Done>
struct TypesOf<std::tuple<V, Rest...>, Done...> {
    using type = typename TypesOf<std::tuple<Rest...>, Done..., V>::type;
};

using VariantTypes = TypesOf<Variants>::type;

// For suites of tables, files and threads that take long: what they test does not depend on the variant, or
// is tested for every variant by tests/solver/variant_tables_test.cpp in a cheaper way.
using CoreVariantTypes = ::testing::Types<English, Pool, Russian, Brazilian, International>;

struct VariantNames {
    template <class V>
    static std::string GetName(int) {
        return std::string{V::rules.name};
    }
};

inline std::vector<BoardShape> test_boards(const Rules& rules) {
    std::vector<BoardShape> boards;
    for (const char* size : {"6x6", "8x8", "10x10"}) {
        const auto board = board_of(rules, size);
        if (board && board->squares() <= SquareSet64::capacity) boards.push_back(*board);
    }
    return boards;
}

// Every position of a game in which `choose(n)` picks one of n moves; ends when there is no move.
template <class Game, class Choose>
std::vector<typename Game::Position> play_out(const Game& game, typename Game::Position position, int plies,
                                              Choose choose) {
    std::vector<typename Game::Position> positions{position};
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = game.moves(position);
        if (moves.empty()) break;
        position = game.apply(position, moves[choose(moves.size())]);
        positions.push_back(position);
    }
    return positions;
}

}  // namespace damier
