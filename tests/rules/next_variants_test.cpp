// The variants to come, written as data only, run through the unchanged generator
// (docs/design/next-variants.md).
#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "rules/game_impl.hpp"
#include "rules/perft_impl.hpp"
#include "rules/variants/international.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

constexpr BoardShape dark_corner_right{.width = 8, .height = 8, .bottom_left_plays = false};

// International rules with some of them changed.
constexpr Rules like_international(std::string_view name, BoardShape board, int men_rows, auto change) {
    Rules rules = International::rules;
    rules.name = name;
    rules.board.is = board;
    rules.men_rows.is = men_rows;
    change(rules);
    return rules;
}

struct Italian {
    static constexpr Rules rules = like_international("italian", dark_corner_right, 3, [](Rules& r) {
        r.man_captures.is = diagonal_forward;
        r.king_range.is = KingRange::one_step;
        r.king_landing.is = KingLanding::behind;
        r.man_takes_king.is = false;
        r.precedence.is = {Precedence::most_pieces, Precedence::by_king, Precedence::most_kings,
                           Precedence::earliest_king};
        r.promotion_in_capture.is = PromotionInCapture::ends_move;
    });
};
struct Spanish {
    static constexpr Rules rules = like_international("spanish", dark_corner_right, 3, [](Rules& r) {
        r.man_captures.is = diagonal_forward;
        r.precedence.is = {Precedence::most_pieces, Precedence::most_kings};
        r.promotion_in_capture.is = PromotionInCapture::ends_move;
    });
};
struct Czech {
    static constexpr Rules rules = like_international("czech", {}, 3, [](Rules& r) {
        r.man_captures.is = diagonal_forward;
        r.king_landing.is = KingLanding::must_continue;
        r.precedence.is = {Precedence::by_king};
        r.promotion_in_capture.is = PromotionInCapture::ends_move;
    });
};
struct Thai {
    static constexpr Rules rules = like_international("thai", {}, 2, [](Rules& r) {
        r.man_captures.is = diagonal_forward;
        r.king_landing.is = KingLanding::behind;
        r.precedence.is = {Precedence::none};
        r.removal.is = Removal::at_once;
        r.capture_turns_back.is = true;
        r.promotion_in_capture.is = PromotionInCapture::ends_move;
    });
};
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
struct Canadian {
    static constexpr Rules rules =
        like_international("canadian", {.width = 12, .height = 12}, 5, [](Rules&) {});
};

template <class V>
class NextVariants : public testing::Test {};

struct NameOf {
    template <class V>
    static std::string GetName(int) {
        return std::string{V::rules.name};
    }
};
using AllNext = testing::Types<Italian, Spanish, Czech, Thai, Frisian, Turkish, Canadian>;
TYPED_TEST_SUITE(NextVariants, AllNext, NameOf);

TYPED_TEST(NextVariants, PerftEqualsPublishedCounts) {
    const Game<TypeParam, SquareSet128> game;  // 72 squares need it, and all others fit
    const std::uint64_t bound = test::sanitized() ? 100'000 : 3'000'000;
    int rows = 0;
    for (const auto& row : test::read_data("perft_next_variants.tsv")) {
        const auto nodes = std::stoull(row.at("nodes"));
        if (row.at("variant") != TypeParam::rules.name || nodes > bound) continue;
        const auto position = parse_fen<SquareSet128>(row.at("fen"), game.board().shape());
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
