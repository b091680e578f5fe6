// Square sets of both widths against std::set.
#include "rules/square.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace damier {
namespace {

template <class Set>
class SquareSets : public ::testing::Test {
protected:
    using Plain = std::set<int>;

    static Plain random_plain(std::mt19937_64& random) {
        Plain plain;
        const auto one_in = 1 + random() % 12;
        for (int i = 0; i < Set::capacity; ++i) {
            if (random() % one_in == 0) plain.insert(i);
        }
        return plain;
    }
    static Set set_of(const Plain& plain) {
        Set set;
        for (int i : plain) set.insert(square(i));
        return set;
    }
    static Plain plain_of(Set set) {
        Plain plain;
        int last = -1;
        for (Square s : set) {
            EXPECT_GT(index(s), last);
            plain.insert(last = index(s));
        }
        return plain;
    }
};
using Sets = ::testing::Types<SquareSet64, SquareSet128>;
TYPED_TEST_SUITE(SquareSets, Sets);

TYPED_TEST(SquareSets, BehaveLikeSets) {
    constexpr int capacity = TypeParam::capacity;
    std::mt19937_64 random{5};
    for (int i = 0; i < 300; ++i) {
        const auto a = this->random_plain(random);
        const auto b = this->random_plain(random);
        const TypeParam x = this->set_of(a);
        const TypeParam y = this->set_of(b);
        EXPECT_EQ(this->plain_of(x), a);
        EXPECT_EQ(static_cast<std::size_t>(x.size()), a.size());
        EXPECT_EQ(x.empty(), a.empty());
        EXPECT_EQ(static_cast<bool>(x), !a.empty());
        for (int s = 0; s < capacity; ++s) {
            const bool in_a = a.contains(s);
            const bool in_b = b.contains(s);
            EXPECT_EQ(x.contains(square(s)), in_a);
            EXPECT_EQ((x | y).contains(square(s)), in_a || in_b);
            EXPECT_EQ((x & y).contains(square(s)), in_a && in_b);
            EXPECT_EQ((x ^ y).contains(square(s)), in_a != in_b);
            EXPECT_EQ((x - y).contains(square(s)), in_a && !in_b);
        }
        EXPECT_EQ(x == y, a == b);
        TypeParam z = x;
        EXPECT_EQ(z |= y, x | y);
        EXPECT_EQ(z &= x, x);
        EXPECT_EQ(z -= y, x - y);
        if (a.empty()) continue;
        EXPECT_EQ(index(x.front()), *a.begin());
        EXPECT_EQ(index(x.back()), *a.rbegin());
        z = x;
        z.erase_front();
        EXPECT_EQ(z, x - TypeParam::of(x.front()));
        z = x;
        z.erase(x.back());
        EXPECT_EQ(z, x - TypeParam::of(x.back()));
        for (int by : {-capacity + 1, -63, -5, -1, 0, 1, 4, 63, capacity - 1}) {
            typename TestFixture::Plain moved;
            for (int s : a) {
                if (s + by >= 0 && s + by < capacity) moved.insert(s + by);
            }
            EXPECT_EQ(this->plain_of(x.shifted(by)), moved) << by;
        }
    }
}

TYPED_TEST(SquareSets, First) {
    for (int count = 0; count <= TypeParam::capacity; ++count) {
        EXPECT_EQ(TypeParam::first(count).size(), count);
        if (count > 0) {
            EXPECT_EQ(index(TypeParam::first(count).back()), count - 1);
        }
    }
}

TEST(Popcount, CountsBits) {
    std::mt19937_64 random{6};
    for (int i = 0; i < 1'000; ++i) {
        const std::uint64_t bits = random() & random();
        EXPECT_EQ(popcount(bits), std::popcount(bits));
    }
    EXPECT_EQ(popcount(0), 0);
    EXPECT_EQ(popcount(~std::uint64_t{0}), 64);
}

}  // namespace
}  // namespace damier
