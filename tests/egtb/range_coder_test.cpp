// The range coder: what was put comes back, and takes as many bits as theory says.
#include "egtb/range_coder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace damier {
namespace {

struct Decision {
    bool miss;
    MissProbability probability;
};

Bytes encoded(const std::vector<Decision>& decisions) {
    RangeEncoder encoder;
    for (const Decision& d : decisions) encoder.put(d.miss, d.probability);
    return encoder.finish();
}

void expect_comes_back(const std::vector<Decision>& decisions) {
    const Bytes bytes = encoded(decisions);
    RangeDecoder decoder{bytes};
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        ASSERT_EQ(decoder.miss(decisions[i].probability), decisions[i].miss)
            << i << " of " << decisions.size();
    }
}

// Misses as likely as their probabilities say, or `scale` times as likely.
std::vector<Decision> random_decisions(std::mt19937_64& random, std::size_t count, double scale = 1) {
    std::vector<Decision> decisions;
    for (std::size_t i = 0; i < count; ++i) {
        // Of all magnitudes.
        const auto probability = static_cast<MissProbability>(
            std::clamp(65'536 * std::exp2(-std::uniform_real_distribution<>{0, 16}(random)), 1.0, 65'535.0));
        const bool miss = std::uniform_real_distribution<>{0, 65'536}(random) < probability * scale;
        decisions.push_back({miss, probability});
    }
    return decisions;
}

TEST(RangeCoder, GivesBackWhatWasPut) {
    std::mt19937_64 random{1};
    for (std::size_t count = 0; count < 300; ++count) {
        for (double scale : {0.0, 0.5, 1.0, 10.0, 1e9}) {
            expect_comes_back(random_decisions(random, count, scale));
            if (HasFatalFailure()) return;
        }
    }
    expect_comes_back(random_decisions(random, 100'000));
}

// Misses of the least and of the largest probability push the code to both ends, where carries run far.
TEST(RangeCoder, CarriesFar) {
    std::mt19937_64 random{2};
    for (int run = 0; run < 3'000; ++run) {
        std::vector<Decision> decisions;
        for (int i = 0; i < 60; ++i) {
            const auto probability = static_cast<MissProbability>(random() % 2 ? 65'535 : 1 + random() % 3);
            decisions.push_back({.miss = random() % 8 != 0, .probability = probability});
        }
        expect_comes_back(decisions);
        if (HasFatalFailure()) return;
    }
}

TEST(RangeCoder, HitsTakeNoBytes) {
    EXPECT_TRUE(encoded({}).empty());
    EXPECT_TRUE(encoded(std::vector<Decision>(100'000, {false, 5})).empty());
}

TEST(RangeCoder, TakesTheBitsOfTheory) {
    std::mt19937_64 random{3};
    const auto decisions = random_decisions(random, 200'000);
    double bits = 0;
    for (const Decision& d : decisions) {
        bits -= std::log2((d.miss ? d.probability : 65'536 - d.probability) / 65'536.0);
    }
    EXPECT_NEAR(static_cast<double>(encoded(decisions).size()), bits / 8, bits / 8 * 0.002);
}

}  // namespace
}  // namespace damier
