// What a metric says of values, symbols and codes agrees (egtb/metric.hpp): checked for every value up to a
// length that no slice reaches, by the definitions of distances and not by a table.
#include "egtb/metric.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace damier {
namespace {

template <class M>
class Metrics : public ::testing::Test {
protected:
    static Rules rules(NoMove no_move) {
        Rules rules{};
        rules.no_move.is = no_move;
        return rules;
    }

    // Every value that a position can have, the best first.
    static std::vector<typename M::Value> values(const Rules& rules) {
        std::vector<typename M::Value> all;
        if constexpr (std::is_same_v<M, WldMetric>) {
            all = {Wld::win, Wld::draw, Wld::loss};
        } else if constexpr (std::is_same_v<M, RuleMetric>) {
            constexpr std::uint32_t longest = 1000;
            for (std::uint32_t plies = 0; plies <= longest; ++plies) all.push_back({Wld::win, plies});
            all.push_back({Wld::win, RuleValue::never});
            all.push_back({Wld::draw, 0});
            all.push_back({Wld::loss, RuleValue::never});
            for (std::uint32_t plies = longest + 1; plies-- > 0;) all.push_back({Wld::loss, plies});
        } else {
            constexpr std::uint32_t longest = 1000;
            // Where the end is a loss in 0, `dtw` has wins in odd numbers of plies; where it is a win, in
            // even ones.
            const bool parity = std::is_same_v<M, DtwMetric>;
            const std::uint32_t win = rules.no_move == NoMove::wins ? 0 : 1;
            for (std::uint32_t plies = win; plies <= longest; plies += parity ? 2 : 1)
                all.push_back({Wld::win, plies});
            all.push_back({Wld::draw, 0});
            const std::uint32_t most = parity ? longest - (longest + win + 1) % 2 : longest;
            for (std::uint32_t plies = most; plies != std::uint32_t(-1) && plies != std::uint32_t(-2);
                 plies -= parity ? 2 : 1) {
                if (plies == 0 && rules.no_move == NoMove::wins) break;
                all.push_back({Wld::loss, plies});
            }
        }
        return all;
    }
};

using AllMetrics = ::testing::Types<WldMetric, DtwMetric, DtzMetric, RuleMetric>;
TYPED_TEST_SUITE(Metrics, AllMetrics);

TYPED_TEST(Metrics, GoThroughSymbolsAndCodes) {
    using M = TypeParam;
    for (const NoMove no_move : {NoMove::loses, NoMove::draws, NoMove::wins}) {
        const Rules rules = this->rules(no_move);
        for (const auto& value : this->values(rules)) {
            EXPECT_EQ(M::value(rules, M::symbol(rules, value)), value);
            const auto code = M::code(rules, value);
            EXPECT_EQ(M::value_of_code(rules, code), value);
            EXPECT_NE(code, 0);
            EXPECT_EQ(code % 4, 0);
            EXPECT_EQ(code == M::draw_code, M::result(value) == Wld::draw);
        }
    }
}

// The codes are in the order of preference of the side that has moved, and turned() is one more move.
TYPED_TEST(Metrics, CodesOrderAndTurnAsMovesDo) {
    using M = TypeParam;
    for (const NoMove no_move : {NoMove::loses, NoMove::draws, NoMove::wins}) {
        const Rules rules = this->rules(no_move);
        const auto values = this->values(rules);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto code = M::code(rules, values[i]);
            for (const bool irreversible : {false, true}) {
                Passage passage;
                passage.man_move = irreversible;
                const auto ply = M::ply(nullptr, passage);
                EXPECT_EQ(M::turned(M::arrived(code, ply), ply),
                          M::code(rules, M::after_move(values[i], ply)));
                EXPECT_EQ(M::arrived(typename M::Code{0}, ply), 0);
            }
            if (i == 0) continue;
            // Worse for the side to move is better for the other.
            EXPECT_GT(code, M::code(rules, values[i - 1]));
            EXPECT_TRUE(M::better(values[i - 1], values[i]));
            EXPECT_FALSE(M::better(values[i], values[i - 1]));
        }
    }
}

// Every kind of ply, on numbers and on vectors alike: after_move() is written from the definition.
TEST(RulePlies, CodesTurnAsValuesDo) {
    const Rules rules{};
    using Vector [[gnu::vector_size(16)]] = RuleMetric::Code;
    for (const auto arrival :
         {RulePly::Arrival::goes_on, RulePly::Arrival::fresh, RulePly::Arrival::fresh_too}) {
        for (const std::uint32_t limit : {0u, 1u, 10u, 80u, no_limit}) {
            for (const bool late : {false, true}) {
                const RulePly ply{arrival, limit, late};
                for (const Wld result : {Wld::win, Wld::draw, Wld::loss}) {
                    for (std::uint32_t plies = 0; plies <= 101; ++plies) {
                        if (result == Wld::draw && plies > 0) break;
                        const RuleValue value{result, plies == 101 ? RuleValue::never : plies};
                        const auto code = RuleMetric::code(rules, value);
                        const auto expected = RuleMetric::code(rules, RuleMetric::after_move(value, ply));
                        ASSERT_EQ(RuleMetric::turned(RuleMetric::arrived(code, ply), ply), expected);
                        const Vector codes = Vector{} + code;
                        const Vector turned = RuleMetric::turned(RuleMetric::arrived(codes, ply), ply);
                        ASSERT_EQ(turned[0], expected);
                        ASSERT_EQ(turned[7], expected);
                    }
                }
            }
        }
    }
}

// What does not fit into codes is told apart from a number that does not exist.
TEST(RulePlies, ANumberThatIsTooLongStaysSo) {
    const Rules rules{};
    const RulePly ply;
    for (const Wld result : {Wld::win, Wld::loss}) {
        auto code = RuleMetric::code(rules, {result, 8'100});
        bool reached = false;
        for (int i = 0; i < 200; ++i) {
            code = RuleMetric::turned(code, ply);
            reached |= RuleMetric::too_long(code);
            EXPECT_FALSE(code == RuleMetric::draw_code || code == RuleMetric::never_wins ||
                         code == RuleMetric::never_loses);
        }
        EXPECT_TRUE(reached && RuleMetric::too_long(code));
    }
}

}  // namespace
}  // namespace damier
