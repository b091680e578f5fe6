// Pages of tiles come back as they were, whatever was packed in between.
#include "solver/bit_store.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <random>

#include "tests/support/temporary_folder.hpp"

namespace damier {
namespace {

using namespace damier::bits;
using namespace damier::test;

constexpr std::size_t sizes[] = {192, 4096, 70'016, 1 << 20, 17 << 20};

// What page `number` of a slice holds.
void fill(std::byte* at, std::size_t size, std::size_t number) {
    std::mt19937_64 random{number};
    for (std::size_t i = 0; i + 8 <= size; i += 8) {
        const std::uint64_t bits = i % 1024 < 900 ? number : random();
        std::memcpy(at + i, &bits, 8);
    }
}
bool holds(const std::byte* at, std::size_t size, std::size_t number) {
    std::vector<std::byte> expected(size);
    fill(expected.data(), size, number);
    return std::memcmp(at, expected.data(), size) == 0;
}

int plane_of(std::size_t page) { return static_cast<int>(page % plane_count); }

// The scratch files that are open.
std::vector<std::filesystem::path> open_scratch_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"}) {
        std::error_code ignored;
        const std::string name = std::filesystem::read_symlink(entry, ignored).string();
        if (name.find("/.scratch.dmr.tmp.") != std::string::npos) files.push_back(entry);
    }
    return files;
}

void expect_pages_come_back(TileStore& store, std::size_t size) {
    SlicePages slice{store, {size, size, size}, 64, 12};
    for (std::size_t i = 0; i < 12; ++i) {
        fill(slice.create(plane_of(i), i), size, i);
        store.relieve(1);
    }
    std::size_t unlinked = 0;
    for (std::size_t i = 0; i < 12; ++i) unlinked += slice.links(plane_of(i))[i] == nullptr;
    EXPECT_GE(unlinked, 9u);
    Threads threads{2};
    for (int round = 0; round < 2; ++round) {
        std::atomic<int> wrong{0};
        threads.ranges(48, 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const std::size_t page = i / 4;
                if (!holds(slice.load(plane_of(page), page), size, page)) ++wrong;
            }
        });
        EXPECT_EQ(wrong, 0);
        store.relieve(threads);
    }
}

TEST(BitStore, PagesComeBack) {
    for (const std::size_t size : sizes) {
        SCOPED_TRACE(size);
        TileStore store{3 * size};
        expect_pages_come_back(store, size);
        EXPECT_EQ(open_scratch_files().size(), 0u);
    }
}

TEST(BitStore, PagesComeBackFromAFile) {
    const ScratchFolder folder;
    for (const std::size_t size : sizes) {
        SCOPED_TRACE(size);
        TileStore store{1, folder.path()};
        expect_pages_come_back(store, size);
    }
    TileStore store{1, folder.path()};
    {
        SlicePages slice{store, {4096, 4096, 4096}, 0, 2};
        fill(slice.create(0, 1), 4096, 1);
        store.relieve(1);
        EXPECT_EQ(open_scratch_files().size(), 1u);
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // also while it is used
    }
    EXPECT_EQ(open_scratch_files().size(), 0u);
}

TEST(BitStore, WhatTheDiskDoesNotGiveBackIsAnError) {
    const ScratchFolder folder;
    TileStore store{1, folder.path()};
    SlicePages slice{store, {4096, 4096, 4096}, 0, 2};
    for (std::size_t i = 0; i < 2; ++i) fill(slice.create(0, i), 4096, i);
    store.relieve(1);
    const auto files = open_scratch_files();
    ASSERT_EQ(files.size(), 1u);
    std::fstream file{files[0]};
    file.seekp(40);
    file << "nonsense" << std::flush;
    ASSERT_TRUE(file);
    try {
        for (std::size_t i = 0; i < 2; ++i) slice.load(0, i);
        ADD_FAILURE() << "no error";
    } catch (const StoreFailure& failure) {
        EXPECT_EQ(failure.error.kind, ErrorKind::io);
        EXPECT_NE(failure.error.message.find(folder.path().string()), std::string::npos);
    }
}

TEST(BitStore, AFullDiskIsAnError) {
    const ScratchFolder folder;
    const FileSizeLimit full{100};
    TileStore store{1, folder.path()};
    SlicePages slice{store, {4096, 4096, 4096}, 0, 1};
    fill(slice.create(0, 0), 4096, 0);
    try {
        store.relieve(1);
        ADD_FAILURE() << "no error";
    } catch (const StoreFailure& failure) {
        EXPECT_EQ(failure.error.kind, ErrorKind::io);
        EXPECT_NE(failure.error.message.find(folder.path().string()), std::string::npos);
        EXPECT_NE(failure.error.message.find("--memory"), std::string::npos);
    }
    TileStore nowhere{1, folder.path() / "nowhere"};
    SlicePages other{nowhere, {4096, 4096, 4096}, 0, 1};
    fill(other.create(0, 0), 4096, 0);
    EXPECT_THROW(nowhere.relieve(1), StoreFailure);
}

// Some pages of one plane, in a store that has room for sixteen.
struct SomePages {
    static constexpr std::size_t size = 1 << 16;
    TileStore store{16 * size};
    SlicePages slice{store, {size, size, size}, 0, 18};

    explicit SomePages(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) fill(slice.create(0, i), size, i);
    }
    void expect_there(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) EXPECT_TRUE(holds(slice.load(0, i), size, i));
    }
};

// Those that were used last stay.
TEST(BitStore, WhatIsUsedStays) {
    SomePages pages{10};
    auto& [store, slice] = pages;
    store.relieve(1);
    EXPECT_EQ(slice.links(0)[0], nullptr);  // to see who asks for it
    const std::byte* used = slice.load(0, 0);
    for (std::size_t i = 10; store.unpacked() < 16 * pages.size; ++i) fill(slice.create(0, i), pages.size, i);
    store.relieve(1);
    EXPECT_LE(store.unpacked(), 12 * pages.size);
    // Others, which went, take the places that are free.
    pages.expect_there(1, 8);
    EXPECT_EQ(slice.load(0, 0), used);
}

TEST(BitStore, MakesRoomForWhatIsToCome) {
    SomePages pages{8};
    pages.store.relieve(1);
    EXPECT_EQ(pages.store.unpacked(), 8 * pages.size);
    pages.store.relieve(1, 10 * pages.size);
    EXPECT_LE(pages.store.unpacked(), 6 * pages.size);
    pages.expect_there(0, 8);
}

TEST(BitStore, WithoutLimitNothingIsPacked) {
    TileStore store{0};
    SlicePages slice{store, {4096, 4096, 4096}, 0, 2};
    std::byte* page = slice.create(1, 1);
    store.relieve(1);
    EXPECT_EQ(slice.links(1)[1], page);
}

}  // namespace
}  // namespace damier
