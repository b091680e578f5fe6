#include "egtb/frame_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "egtb/table_name.hpp"
#include "tests/egtb/sample_table.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

class FrameCacheTest : public testing::Test {
protected:
    CachedTable table(std::uint32_t alphabet, std::vector<std::uint64_t> values,
                      std::uint32_t values_per_frame, std::shared_ptr<FrameCache> cache) {
        const TableHeader header = sample_header(alphabet, std::move(values), values_per_frame);
        EXPECT_TRUE(write_sample(folder_.path(), header, 3, IfPresent::replace));
        return {*TableFile::open(folder_.path() / table_file_name(header)), std::move(cache)};
    }
    ScratchFolder folder_;
};

TEST_F(FrameCacheTest, GivesTheValuesOfItsTables) {
    const auto cache = std::make_shared<FrameCache>(std::size_t{1} << 20);
    const CachedTable three = table(3, {5'000, 3'000}, 500, cache);
    const CachedTable wide = table(300, {2'000}, 100, cache);
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t i = 0; i < 3'000; ++i) {
            ASSERT_EQ(three.symbol(0, i).value(), sample_symbol(0, i, 3));
            ASSERT_EQ(three.symbol(1, i).value(), sample_symbol(1, i, 3));
            ASSERT_EQ(wide.symbol(0, i % 2'000).value(), sample_symbol(0, i % 2'000, 300));
        }
    }
    EXPECT_EQ(cache->misses(), 6U + 6U + 20U);
    EXPECT_EQ(cache->hits() + cache->misses(), 2U * 9'000U);
    const auto frame = three.frame(0);
    ASSERT_TRUE(frame);
    EXPECT_EQ((*frame)->symbol(7), sample_symbol(0, 7, 3));
    EXPECT_EQ(*three.frame(0), *frame) << "the same frame, not another copy";
}

TEST_F(FrameCacheTest, KeepsItsBound) {
    for (std::size_t bound : {0U, 1U, 1'000U, 20'000U, 3U << 20}) {
        const auto cache = std::make_shared<FrameCache>(bound);
        const CachedTable wide = table(300, {60'000}, 100, cache);
        std::mt19937 random(1);
        for (int i = 0; i < 5'000; ++i) {
            const std::uint64_t value = random() % 60'000;
            ASSERT_EQ(wide.symbol(0, value).value(), sample_symbol(0, value, 300));
            ASSERT_LE(cache->bytes(), bound);
        }
        EXPECT_EQ(cache->max_bytes(), bound);
        if (bound == 20'000U) {
            EXPECT_GT(cache->bytes(), bound / 2) << "the bound is made use of";
        }
        if (bound == 3U << 20) {
            EXPECT_EQ(cache->misses(), 600U) << "all frames fit";
        }
    }
}

TEST_F(FrameCacheTest, OftenUsedFramesStay) {
    const auto cache = std::make_shared<FrameCache>(20 * 500);
    const CachedTable wide = table(300, {60'000}, 100, cache);
    ASSERT_TRUE(wide.symbol(0, 0));
    for (std::uint64_t frame = 1; frame < 600; ++frame) {
        ASSERT_TRUE(wide.symbol(0, 100 * frame));
        ASSERT_TRUE(wide.symbol(0, 1));
    }
    EXPECT_EQ(cache->misses(), 600U);
}

TEST_F(FrameCacheTest, FramesOutliveTheCache) {
    auto cache = std::make_shared<FrameCache>(1'000);
    std::optional<CachedTable> wide = table(300, {1'000}, 100, cache);
    const auto frame = wide->frame(3);
    ASSERT_TRUE(frame);
    for (std::uint64_t i = 0; i < 10; ++i) ASSERT_TRUE(wide->frame(i));
    wide.reset();
    cache.reset();
    EXPECT_EQ((*frame)->symbol(5), sample_symbol(0, 305, 300));
}

TEST_F(FrameCacheTest, ManyThreads) {
    const auto cache = std::make_shared<FrameCache>(30'000);
    const CachedTable three = table(3, {100'000}, 500, cache);
    const CachedTable wide = table(300, {60'000}, 100, cache);
    std::vector<std::thread> threads;
    std::vector<int> wrong(4);
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            std::mt19937 random(static_cast<unsigned>(t));
            for (int i = 0; i < 20'000; ++i) {
                const std::uint64_t value = random() % 60'000;
                wrong[t] += three.symbol(0, value).value() != sample_symbol(0, value, 3);
                wrong[t] += wide.symbol(0, value).value() != sample_symbol(0, value, 300);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(4));
    EXPECT_LE(cache->bytes(), cache->max_bytes());
    EXPECT_EQ(cache->hits() + cache->misses(), 4U * 40'000U);
}

TEST_F(FrameCacheTest, ErrorsAreNotKept) {
    const TableHeader header = sample_header(3, {701, 400}, 250);
    ASSERT_TRUE(write_sample(folder_.path(), header));
    Bytes bytes = read_file(folder_.path() / table_file_name(header));
    const std::uint64_t at = TableFile::open(make_memory_source(bytes, "x"))->footer().index_offset - 10;
    bytes[at] ^= std::byte{4};
    auto file = TableFile::open(make_memory_source(bytes, "x"));
    ASSERT_TRUE(file);
    const CachedTable damaged(std::move(*file), std::make_shared<FrameCache>(1'000'000));
    EXPECT_TRUE(damaged.symbol(0, 0));
    EXPECT_EQ(damaged.symbol(1, 399).error().kind, ErrorKind::table_damaged);
    EXPECT_EQ(damaged.symbol(1, 399).error().kind, ErrorKind::table_damaged);
}

}  // namespace
}  // namespace damier
