// Value files: what was written comes back, whatever was altered, cut or is of something else is refused and
// removed.
#include "solver/value_file.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

class ValueFile : public ::testing::Test {
protected:
    using Values = SliceValues<SquareSet64, std::uint8_t>;

    Values random_values() {
        Values values{layout_};
        std::mt19937 random{5};
        for (Color c : both_colors) {
            for (std::size_t i = 0; i < layout_->size(); ++i)
                values.cells(c)[i] = static_cast<std::uint8_t>(random() % 3);
        }
        return values;
    }
    // The error of reading, and the file is gone; nothing where it was read, then with the values that were
    // written: of a zstd frame some bits do not matter.
    std::optional<Error> read_error(const Values& expected) {
        Values values{layout_};
        const auto read = files_.read(values, Threads{2});
        if (read) {
            for (Color c : both_colors)
                EXPECT_TRUE(
                    std::equal(values.cells(c), values.cells(c) + layout_->size(), expected.cells(c)));
            return std::nullopt;
        }
        EXPECT_FALSE(std::filesystem::exists(files_.path(slice_)));
        return read.error();
    }

    const Game<English> game_{board_for<English>()};
    AxisCache<SquareSet64> axes_{game_.board(), English::rules};
    const Slice slice_ = Slice::of(2, 1, 1, 1);
    std::shared_ptr<const SliceLayout<SquareSet64>> layout_ =
        std::make_shared<const SliceLayout<SquareSet64>>(axes_, slice_);
    const ScratchFolder folder_;
    const TableIdentity identity_ = TableIdentity::of(English::rules, game_.board().shape(), WldMetric::name);
    const ValueFiles files_{identity_, folder_.path() / "values"};
};

TEST_F(ValueFile, ComesBackTheSame) {
    ASSERT_GT(layout_->size(), 2u << 20);  // several frames
    const Values values = random_values();
    EXPECT_FALSE(files_.has(slice_));
    ASSERT_TRUE(files_.write(values, Threads{2}));
    EXPECT_TRUE(files_.has(slice_));
    Values back{layout_};
    ASSERT_TRUE(files_.read(back, Threads{2}));
    for (Color c : both_colors)
        EXPECT_TRUE(std::equal(values.cells(c), values.cells(c) + layout_->size(), back.cells(c)));
    files_.remove(slice_);
    EXPECT_FALSE(files_.has(slice_));
}

TEST_F(ValueFile, WhatIsAlteredIsRefusedAndRemoved) {
    const Values values = random_values();
    ASSERT_TRUE(files_.write(values, Threads{1}));
    const Bytes good = read_file(files_.path(slice_));
    std::mt19937 random{6};
    int refused = 0;
    for (int i = 0; i < 100; ++i) {
        Bytes altered = good;
        // Head and end more often than the frames between.
        const std::size_t at = i < 30   ? static_cast<std::size_t>(i)
                               : i < 60 ? good.size() - static_cast<std::size_t>(i - 29)
                                        : random() % good.size();
        altered[at] ^= std::byte{static_cast<unsigned char>(1u << random() % 8)};
        write_file(files_.path(slice_), altered);
        const auto error = read_error(values);
        EXPECT_TRUE(error || i >= 60) << at;
        EXPECT_TRUE(!error || error->kind == ErrorKind::table_damaged) << at;
        refused += error.has_value();
    }
    EXPECT_GT(refused, 95);
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, good.size() / 2, good.size() - 1}) {
        write_file(files_.path(slice_),
                   Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)));
        EXPECT_FALSE(files_.has(slice_));
        EXPECT_TRUE(read_error(values)) << size;
    }
}

TEST_F(ValueFile, OfSomethingElseIsNoneOfThis) {
    ASSERT_TRUE(files_.write(random_values(), Threads{1}));
    const ValueFiles other{TableIdentity::of(Russian::rules, game_.board().shape(), WldMetric::name),
                           folder_.path() / "values"};
    std::filesystem::copy_file(files_.path(slice_), other.path(slice_));
    EXPECT_FALSE(other.has(slice_));
    std::filesystem::copy_file(files_.path(slice_), files_.path(Slice::of(1, 2, 1, 1)));
    EXPECT_FALSE(files_.has(Slice::of(1, 2, 1, 1)));
    EXPECT_TRUE(files_.has(slice_));
}

}  // namespace
}  // namespace damier
