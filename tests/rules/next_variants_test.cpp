// The variants to come that the solver is not ready for, written as data only and run through the generator
// (docs/design/next-variants.md).
#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "rules/game_impl.hpp"
#include "rules/perft.hpp"
#include "rules/variants/international.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

// International rules with some of them changed.
constexpr Rules like_international(std::string_view name, BoardShape board, int men_rows, auto change) {
    Rules rules = International::rules;
    rules.name = name;
    rules.board.is = board;
    rules.men_rows.is = men_rows;
    change(rules);
    return rules;
}

struct Frisian {
    static constexpr Rules rules =
        like_international("frisian", {.width = 10, .height = 10}, 4, [](Rules& r) {
            r.man_captures.is = diagonal_and_orthogonal;
            r.king_captures.is = diagonal_and_orthogonal;
            r.precedence.is = {Precedence::most_value, Precedence::by_king};
        });
};
struct Turkish {
    static constexpr Rules rules =
        like_international("turkish", {.every_square_plays = true}, 2, [](Rules& r) {
            r.man_moves.is = forward_and_sideways;
            r.man_captures.is = forward_and_sideways;
            r.king_moves.is = orthogonal;
            r.king_captures.is = orthogonal;
            r.removal.is = Removal::at_once;
        });
};

template <class V>
class NextVariants : public testing::Test {};

struct NameOf {
    template <class V>
    static std::string GetName(int) {
        return std::string{V::rules.name};
    }
};
using AllNext = testing::Types<Frisian, Turkish>;
TYPED_TEST_SUITE(NextVariants, AllNext, NameOf);

TYPED_TEST(NextVariants, PerftEqualsPublishedCounts) {
    const Game<TypeParam, SquareSet64> game;
    const std::uint64_t bound = test::sanitized() ? 100'000 : 3'000'000;
    int rows = 0;
    for (const auto& row : test::read_data("perft_next_variants.tsv")) {
        const auto nodes = std::stoull(row.at("nodes"));
        if (row.at("variant") != TypeParam::rules.name || nodes > bound) continue;
        const auto position = parse_fen<SquareSet64>(row.at("fen"), game.board().shape());
        ASSERT_TRUE(position) << position.error().message;
        const auto count = row.at("counting") == "merged" ? CaptureCount::merged : CaptureCount::ordered;
        EXPECT_EQ(perft(game, *position, std::stoi(row.at("depth")), count), nodes)
            << row.at("fen") << " depth " << row.at("depth") << " " << row.at("counting");
        ++rows;
    }
    EXPECT_GE(rows, 8);
}

}  // namespace
}  // namespace damier
