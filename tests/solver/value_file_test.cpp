// Value files: what was written comes back, whatever was altered, cut or is of something else is refused.
#include "solver/value_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "solver/bit_solver.hpp"
#include "tests/solver/both_solvers.hpp"
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
    // The error of reading, and the file is gone or passes for none; nothing where it was read, then with the
    // values that were written: of a zstd frame some bits do not matter.
    std::optional<Error> read_error(const Values& expected) {
        const auto file = files_.open(slice_);
        if (file == nullptr) return Error{ErrorKind::table_damaged, "no value file", {}};
        Values values{layout_};
        const auto read = read_cells(*file, values, Threads{2});
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
    ASSERT_TRUE(write_cells(files_, values, Threads{2}));
    EXPECT_TRUE(files_.has(slice_));
    Values back{layout_};
    const auto file = files_.open(slice_);
    ASSERT_NE(file, nullptr);
    // What is open stays readable.
    files_.remove(slice_);
    EXPECT_FALSE(files_.has(slice_));
    EXPECT_EQ(file->form(), ValueForm::cells);
    ASSERT_TRUE(read_cells(*file, back, Threads{2}));
    for (Color c : both_colors)
        EXPECT_TRUE(std::equal(values.cells(c), values.cells(c) + layout_->size(), back.cells(c)));
}

TEST_F(ValueFile, WhatIsAlteredIsRefusedAndRemoved) {
    const Values values = random_values();
    ASSERT_TRUE(write_cells(files_, values, Threads{1}));
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
    ASSERT_TRUE(write_cells(files_, random_values(), Threads{1}));
    const ValueFiles other{TableIdentity::of(Russian::rules, game_.board().shape(), WldMetric::name),
                           folder_.path() / "values"};
    std::filesystem::copy_file(files_.path(slice_), other.path(slice_));
    EXPECT_FALSE(other.has(slice_));
    std::filesystem::copy_file(files_.path(slice_), files_.path(Slice::of(1, 2, 1, 1)));
    EXPECT_FALSE(files_.has(Slice::of(1, 2, 1, 1)));
    EXPECT_TRUE(files_.has(slice_));
}

// Pages of tiles: a solver that attaches the files of others solves from them as they do.
template <class M>
class TileFiles {
public:
    explicit TileFiles(const Rules& rules) : rules_{rules}, board_{board_for(rules, "6x6")} {
        for (const Slice& slice : slices_up_to(rules_, 3)) {
            if (!fits(slice, board_.squares(), board_.promotion_row(Color::white).size())) continue;
            slices_.push_back(slice);
        }
    }
    // All slices, up to three pieces, in files.
    void write() {
        const auto solver = new_solver({});
        for (const Slice& slice : slices_) {
            ASSERT_TRUE(solver->solve(slice, {}));
            ASSERT_TRUE(solver->save(slice, {}, files_, Threads{2}));
            if (!slice.symmetric()) solver->add_color_swapped(slice);
        }
    }
    // The cells of a slice; those before it from the files, or solved.
    Result<std::vector<std::uint8_t>> cells(const Slice& of, bool from_files, const BitSolverRoom& room) {
        const auto solver = new_solver(room);
        for (const Slice& slice : slices_) {
            const auto file = files_.open(slice);
            const Result<void> done = from_files && file && slice != of
                                          ? solver->attach(slice, {{SlicePart{}, file}})
                                          : solver->solve(slice, {});
            if (!done) return fail(done.error());
            if (slice == of) break;
            if (!slice.symmetric()) solver->add_color_swapped(slice);
        }
        AxisCache<SquareSet64> axes{board_, rules_};
        const auto layout = std::make_shared<const SliceLayout<SquareSet64>>(axes, of);
        auto source = solver->cells(layout, Threads{2});
        if (!source) return fail(source.error());
        std::vector<std::uint8_t> all;
        for (Color c : both_colors) {
            for (std::uint32_t b = 0; b < layout->blocks(); ++b) {
                if (auto there = (*source)->prepare(c, std::span{&b, 1}); !there) return fail(there.error());
                const auto* bytes = reinterpret_cast<const std::uint8_t*>((*source)->block(b));
                all.insert(all.end(), bytes, bytes + layout->block_size() * sizeof(typename M::Code));
            }
        }
        return all;
    }
    const std::filesystem::path& folder() const { return folder_.path(); }
    std::filesystem::path path(const Slice& slice) const { return files_.path(slice); }

private:
    std::unique_ptr<BitSolver<SquareSet64, M>> new_solver(const BitSolverRoom& room) const {
        return make_bit_solver<SquareSet64, M>(board_, rules_, cpu_paths().back(), room);
    }
    const Rules& rules_;
    Board<SquareSet64> board_;
    std::vector<Slice> slices_;
    ScratchFolder folder_;
    ValueFiles files_{TableIdentity::of(rules_, board_.shape(), M::name), folder_.path()};
};

template <class M>
void expect_same_from_files(const Rules& rules) {
    SCOPED_TRACE(std::string{rules.name} + " " + std::string{M::name});
    TileFiles<M> files{rules};
    files.write();
    // Promotions, men on both sides; captures of two at once.
    for (const Slice& slice : {Slice::of(2, 0, 1, 0), Slice::of(1, 1, 1, 0), Slice::of(0, 1, 2, 0)}) {
        Slice canonical = slice.canonical() ? slice : slice.color_swapped();
        const auto expected = files.cells(canonical, false, {});
        ASSERT_TRUE(expected);
        for (const BitSolverRoom& room : {BitSolverRoom{}, BitSolverRoom{1, files.folder()}}) {
            const auto found = files.cells(canonical, true, room);
            ASSERT_TRUE(found) << found.error().message;
            EXPECT_EQ(*found, *expected) << canonical.name();
        }
    }
}

TEST(TileFile, OthersSolveFromIt) {
    for (const char* variant : {"english", "international"}) {
        expect_same_from_files<WldMetric>(*find_rules(variant));
        expect_same_from_files<DtwMetric>(*find_rules(variant));
    }
}

TEST(TileFile, APageThatIsDamagedIsAnErrorAndTheFileGoes) {
    const Rules& rules = *find_rules("english");
    const Slice slice = Slice::of(1, 1, 1, 0);
    const Slice next = Slice::of(0, 1, 1, 0);
    TileFiles<WldMetric> files{rules};
    files.write();
    const auto expected = files.cells(slice, false, {});
    Bytes bytes = read_file(files.path(next));
    // In every frame, behind the magic number of zstd.
    std::size_t frames = 0;
    for (std::size_t i = 0; i + 12 < bytes.size(); ++i) {
        if (std::memcmp(bytes.data() + i, "\x28\xb5\x2f\xfd", 4) != 0) continue;
        bytes[i + 10] ^= std::byte{0x55};
        ++frames;
    }
    EXPECT_GT(frames, 2u);
    write_file(files.path(next), bytes);
    const auto found = files.cells(slice, true, {});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::table_damaged);
    EXPECT_NE(found.error().message.find(files.path(next).string()), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(files.path(next)));
    // Then it is solved, as what is not there.
    EXPECT_EQ(files.cells(slice, true, {}).value(), expected.value());
}

}  // namespace
}  // namespace damier
