// The tree of contexts: it finds what symbols depend on, and comes back from its bytes.
#include "egtb/context_tree.hpp"

#include <gtest/gtest.h>

#include <random>

namespace damier {
namespace {

constexpr int features = 12;
using Features = std::array<std::uint8_t, features>;

Features random_features(std::mt19937_64& random) {
    Features f{};
    for (auto& value : f) value = static_cast<std::uint8_t>(random() % feature_values);
    return f;
}

template <class F>
ContextSamples samples_of(std::size_t count, F symbol) {
    std::mt19937_64 random{7};
    ContextSamples samples{features};
    for (std::size_t n = 0; n < count; ++n) {
        const Features f = random_features(random);
        for (int i = 0; i < features; ++i) samples.add_feature(i, f[static_cast<std::size_t>(i)]);
        samples.add_symbol(static_cast<std::uint8_t>(symbol(f, random)));
    }
    return samples;
}

const ContextTree::Leaf& leaf_at(const ContextTree& tree, const Features& f) {
    return tree.leaf([&](int i) { return f[static_cast<std::size_t>(i)]; });
}

TEST(ContextTree, FindsWhatSymbolsDependOn) {
    // Feature 3 decides; where it is 4, feature 8 does.
    const auto symbol = [](const Features& f, auto&) { return f[3] == 4 ? f[8] % 3 : f[3] % 3; };
    const auto samples = samples_of(20'000, symbol);
    const ContextTree tree = ContextTree::grown(samples, samples.size());
    std::mt19937_64 random{8};
    for (int n = 0; n < 1'000; ++n) {
        const Features f = random_features(random);
        const ContextTree::Leaf& leaf = leaf_at(tree, f);
        EXPECT_EQ(leaf.symbols[0], symbol(f, random));
        EXPECT_LT(leaf.miss[0], 200u);
    }
}

TEST(ContextTree, ProbabilitiesAreThoseOfTheSamples) {
    // Seventy, twenty, ten in a hundred, whatever the features say.
    const auto samples = samples_of(50'000, [](const Features&, auto& random) {
        const auto n = random() % 10;
        return n < 7 ? 2 : n < 9 ? 0 : 1;
    });
    const ContextTree tree = ContextTree::grown(samples, samples.size());
    const ContextTree::Leaf& leaf = leaf_at(tree, {});
    EXPECT_EQ(leaf.symbols, (std::array<std::uint8_t, 3>{2, 0, 1}));
    EXPECT_NEAR(leaf.miss[0] / 65'536.0, 0.3, 0.02);
    EXPECT_NEAR(leaf.miss[1] / 65'536.0, 1 / 3.0, 0.02);
    // There is nothing to split by.
    ByteWriter bytes;
    tree.put(bytes);
    EXPECT_EQ(bytes.bytes().size(), 3u);
}

TEST(ContextTree, GrowsFromNothing) {
    const ContextTree tree = ContextTree::grown(ContextSamples{features}, 0);
    EXPECT_EQ(leaf_at(tree, {}).symbols.size(), 3u);
}

ContextTree large_tree() {
    return ContextTree::grown(samples_of(30'000,
                                         [](const Features& f, auto& random) {
                                             return random() % 20 == 0 ? random() % 3
                                                                       : (f[0] + f[5] + f[9] / 2) % 3u;
                                         }),
                              1'000'000);
}

TEST(ContextTree, ComesBackFromItsBytes) {
    const ContextTree tree = large_tree();
    ByteWriter out;
    tree.put(out);
    EXPECT_GT(out.bytes().size(), 200u);
    ByteReader in{out.bytes()};
    const auto read = ContextTree::get(in, features);
    ASSERT_TRUE(read);
    EXPECT_EQ(in.left(), 0u);
    std::mt19937_64 random{9};
    for (int n = 0; n < 10'000; ++n) {
        const Features f = random_features(random);
        const auto& a = leaf_at(tree, f);
        const auto& b = leaf_at(*read, f);
        ASSERT_EQ(a.symbols, b.symbols);
        ASSERT_EQ(a.miss, b.miss);
    }
    ByteWriter again;
    read->put(again);
    EXPECT_EQ(again.bytes(), out.bytes());
}

TEST(ContextTree, RefusesWhatIsNoTree) {
    ByteWriter out;
    large_tree().put(out);
    const Bytes& bytes = out.bytes();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        ByteReader in{std::span{bytes}.first(length)};
        EXPECT_FALSE(ContextTree::get(in, features)) << length;
    }
    // A feature that there is not.
    ByteReader fewer{bytes};
    EXPECT_FALSE(ContextTree::get(fewer, 1));
    // No end: inner nodes for ever, with one child each; and none at all.
    for (const std::byte children : {std::byte{1}, std::byte{0}, std::byte{32}}) {
        Bytes endless;
        for (int i = 0; i < 100'000; ++i) {
            endless.push_back(std::byte{0});
            endless.push_back(children);
        }
        ByteReader in{endless};
        EXPECT_FALSE(ContextTree::get(in, features)) << static_cast<int>(children);
    }
    // Any bytes at all: no crash.
    std::mt19937_64 random{10};
    for (int n = 0; n < 20'000; ++n) {
        Bytes noise(random() % 60);
        for (auto& b : noise)
            b = static_cast<std::byte>(random() % 4 == 0 ? 250 + random() % 6 : random() % 14);
        ByteReader in{noise};
        (void)ContextTree::get(in, features);
    }
}

}  // namespace
}  // namespace damier
