// Binomials and counts that do not fit, against Pascal's triangle in 128 bits.
#include "egtb/binomial.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "rules/square.hpp"

namespace damier {
namespace {

constexpr uint128 most = binomial_overflow;  // marks what does not fit, so it is no number itself

TEST(Binomial, IsPascalsTriangle) {
    // Saturating: larger numbers than `most` need not be exact.
    std::vector<uint128> row{1};
    for (int n = 0; n <= 128; ++n) {
        for (int k = 0; k <= n; ++k) {
            const uint128 exact = row[static_cast<std::size_t>(k)];
            const auto expected = exact < most ? static_cast<std::uint64_t>(exact) : binomial_overflow;
            EXPECT_EQ(binomial(n, k), expected) << n << " over " << k;
        }
        std::vector<uint128> next(row.size() + 1, 1);
        for (std::size_t k = 1; k < row.size(); ++k) next[k] = std::min(row[k - 1] + row[k], most);
        row = std::move(next);
    }
}

TEST(Binomial, KnownValues) {
    EXPECT_EQ(binomial(32, 12), 225'792'840u);
    EXPECT_EQ(binomial(50, 20), 47'129'212'243'960u);
    EXPECT_EQ(binomial(50, 25), 126'410'606'437'752u);
    EXPECT_EQ(binomial(72, 10), 536'211'932'256u);
    EXPECT_EQ(binomial(67, 33), 14'226'520'737'620'288'370u);  // the largest in the middle of a row
    EXPECT_EQ(binomial(68, 34), binomial_overflow);
    EXPECT_EQ(binomial(72, 30), binomial_overflow);
    EXPECT_EQ(binomial(128, 128), 1u);
}

TEST(Binomial, OutsideOfTheTriangleIsNothing) {
    for (const auto& [n, k] : {std::pair{-1, 0}, {-1, -1}, {5, -1}, {5, 6}, {0, 1}, {0, 40}, {30, 31}}) {
        EXPECT_EQ(binomial(n, k), 0u) << n << " over " << k;
    }
    EXPECT_EQ(binomial(0, 0), 1u);
}

TEST(Counts, ProductsAndSumsDoNotWrap) {
    const std::uint64_t max = binomial_overflow - 1;
    EXPECT_EQ(checked_product(3, 4), 12u);
    EXPECT_EQ(checked_product(0, max), 0u);
    EXPECT_EQ(checked_product(1, max), max);
    EXPECT_EQ(checked_product(max, 2), binomial_overflow);
    EXPECT_EQ(checked_product(std::uint64_t{1} << 32, std::uint64_t{1} << 32), binomial_overflow);
    // 2^64 - 1 = 3 * 5 * 17 * ... is the mark.
    EXPECT_EQ(checked_product(3, max / 3 + 1), binomial_overflow);
    EXPECT_EQ(checked_product(binomial_overflow, 1), binomial_overflow);
    EXPECT_EQ(checked_product(1, binomial_overflow), binomial_overflow);
    EXPECT_EQ(checked_sum(max, 0), max);
    EXPECT_EQ(checked_sum(max, 1), binomial_overflow);
    EXPECT_EQ(checked_sum(max, max), binomial_overflow);
    EXPECT_EQ(checked_sum(binomial_overflow, 0), binomial_overflow);
    EXPECT_EQ(checked_sum(2, 3), 5u);
}

}  // namespace
}  // namespace damier
