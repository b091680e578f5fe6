// Subsets in colex order: that is the order of their bits read as numbers.
#include "egtb/subset_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace damier {
namespace {

template <class Set>
class Subsets : public ::testing::Test {};
using Sets = ::testing::Types<SquareSet64, SquareSet128>;
TYPED_TEST_SUITE(Subsets, Sets);

template <class Set>
Set consecutive(int first, int count) {
    return Set::first(first + count) - Set::first(first);
}

TYPED_TEST(Subsets, AreCountedInTheOrderOfTheirBits) {
    for (int first : {0, 1, 4, 27, TypeParam::capacity - 12}) {
        for (int width = 1; width <= 12; ++width) {
            std::vector<std::uint64_t> count(static_cast<std::size_t>(width) + 1, 0);
            std::vector<SubsetIndex<TypeParam>> index_of_size;
            for (int size = 0; size <= width; ++size) {
                index_of_size.emplace_back(consecutive<TypeParam>(first, width), size);
            }
            for (std::uint32_t bits = 0; bits < 1u << width; ++bits) {
                const auto set = TypeParam{bits}.shifted(first);
                const auto size = static_cast<std::size_t>(set.size());
                const SubsetIndex<TypeParam>& subsets = index_of_size[size];
                EXPECT_EQ(subsets.rank(set), count[size]);
                EXPECT_EQ(subsets.set(count[size]), set);
                ++count[size];
            }
            for (std::size_t size = 0; size < count.size(); ++size) {
                EXPECT_EQ(index_of_size[size].count(), count[size]);
                EXPECT_EQ(index_of_size[size].size(), static_cast<int>(size));
            }
        }
    }
}

TYPED_TEST(Subsets, OfLargeBoards) {
    std::mt19937_64 random{1};
    for (const auto& [first, width] :
         {std::pair{0, 32}, {4, 28}, {0, 50}, {5, 45}, {0, 63}, {0, 64}, {6, 66}, {0, 72}, {0, 128}}) {
        if (first + width > TypeParam::capacity) continue;
        for (int size : {1, 2, 5, 9, 12}) {
            const SubsetIndex<TypeParam> subsets{consecutive<TypeParam>(first, width), size};
            EXPECT_EQ(subsets.rank(consecutive<TypeParam>(first, size)), 0u);
            EXPECT_EQ(subsets.rank(consecutive<TypeParam>(first + width - size, size)), subsets.count() - 1);
            for (int i = 0; i < 300; ++i) {
                const std::uint64_t rank = random() % subsets.count();
                const TypeParam set = subsets.set(rank);
                EXPECT_EQ(set.size(), size);
                EXPECT_TRUE((set - consecutive<TypeParam>(first, width)).empty());
                EXPECT_EQ(subsets.rank(set), rank);
                if (rank > 0) {
                    EXPECT_LT(subsets.set(rank - 1).bits(), set.bits());
                }
            }
        }
    }
}

TYPED_TEST(Subsets, OfNoSquareAtAll) {
    const SubsetIndex<TypeParam> nothing{TypeParam{}, 0};
    EXPECT_EQ(nothing.count(), 1u);
    EXPECT_EQ(nothing.rank(TypeParam{}), 0u);
    EXPECT_TRUE(nothing.set(0).empty());
    EXPECT_EQ((SubsetIndex<TypeParam>{consecutive<TypeParam>(0, 3), 4}.count()), 0u);
}

}  // namespace
}  // namespace damier
