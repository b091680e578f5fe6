// Units of a build, one after the other as several machines would run them: the files of one build, whatever
// happens to value files, in whole slices and in parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "egtb/atomic_file.hpp"
#include "solver/unit_plan.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Each unit by a build of its own, in an order that its parents allow but that is not that of the plan.
template <class V>
class UnitBuilds : public ::testing::Test {};
TYPED_TEST_SUITE(UnitBuilds, CoreVariantTypes, VariantNames);

// What happens to the value files: nothing; there are none; they are removed now and then, or damaged.
enum class Values { kept, none, removed, damaged };

// A byte of one of them.
void damage_one(const std::filesystem::path& values, std::mt19937& random) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{values}) files.push_back(entry);
    if (files.empty()) return;
    std::sort(files.begin(), files.end());
    const std::filesystem::path& file = files[random() % files.size()];
    Bytes bytes = read_file(file);
    bytes[random() % bytes.size()] ^= std::byte{0x41};
    write_file(file, bytes);
}

template <class V, Metric M = WldMetric>
void build_in_units(Values happens, const char* board, int pieces, const UnitSizes& sizes = {1e-4}) {
    SCOPED_TRACE(std::string{V::rules.name} +
                 ", what happens to value files: " + std::to_string(static_cast<int>(happens)));
    std::mt19937 random{11};
    const BuiltTables<V, SquareSet64, M> whole{board_for<V>(board), pieces};
    const ScratchFolder folder;
    const auto values = folder.path() / "values";
    const BuildPlan plan = plan_build(whole.game().board(), V::rules, M::name, pieces).value();
    const std::vector<BuildUnit> units = plan_units(plan, V::rules, sizes);
    const auto readers = readers_of(units, V::rules);
    ASSERT_GT(units.size(), 3u);
    std::set<std::size_t> left;
    std::size_t parts = 0;
    std::size_t refused = 0;
    for (std::size_t u = 0; u < units.size(); ++u) left.insert(u);
    while (!left.empty()) {
        std::vector<std::size_t> ready;
        for (const std::size_t u : left) {
            if (std::none_of(units[u].parents.begin(), units[u].parents.end(),
                             [&](std::size_t parent) { return left.contains(parent); }))
                ready.push_back(u);
        }
        ASSERT_FALSE(ready.empty());
        const std::size_t u = ready[random() % ready.size()];
        const BuildUnit& unit = units[u];
        BuildOptions options = with_threads(1 + static_cast<int>(u % 2));
        options.only = unit.slices;
        options.part = unit.part;
        options.frames = unit.frames;
        options.frame_shares = unit.frame_shares;
        const bool whole_slices = !unit.part && !unit.frames;
        if (happens != Values::none) {
            options.values = values;
            options.divided = divided_slices(units);
            for (const HandedOnValues& of : values_of(unit)) {
                if (whole_slices && readers.contains(of)) options.keep.push_back(of.slice);
            }
        }
        if (happens == Values::kept) options.memory = unit.memory;
        if (happens == Values::damaged && u > 0) damage_one(values, random);
        // Some of them twice.
        for (std::size_t times = 1 + random() % 4 / 3; times > 0; --times) {
            BuildLog log;
            const auto run = [&] {
                return build<SquareSet64, M>(whole.game(), folder.path() / "tables", pieces, log, options);
            };
            auto report = run();
            while (!report && happens == Values::damaged) {
                ASSERT_EQ(report.error().kind, ErrorKind::table_damaged);
                ++refused;
                report = run();
            }
            ASSERT_TRUE(report) << report.error().message;
            EXPECT_EQ(report->parts, whole_slices ? 0u : 1u);
            if (left.erase(u) > 0) {
                EXPECT_EQ(report->built, whole_slices ? unit.slices.size() : 0u);
            }
        }
        parts += !whole_slices;
        if (happens == Values::removed && random() % 4 == 0) std::filesystem::remove_all(values);
    }
    EXPECT_EQ(differences(content_of(whole.folder()), content_of(folder.path() / "tables")),
              std::vector<std::string>{});
    if (std::isfinite(sizes.divide_from)) {
        EXPECT_GT(parts, 10u);
    }
    if (happens == Values::damaged) {
        EXPECT_GT(refused, 0u);
    }
}

TYPED_TEST(UnitBuilds, GiveTheSameFilesAsOneBuild) {
    const int pieces = sanitized() ? 3 : 4;
    for (const Values happens : {Values::kept, Values::none, Values::removed})
        build_in_units<TypeParam>(happens, "6x6", pieces);
}

TYPED_TEST(UnitBuilds, GiveTheSameDistances) {
    build_in_units<TypeParam, DtwMetric>(Values::kept, "6x6", 3);
    build_in_units<TypeParam, DtzMetric>(Values::kept, "6x6", 3);
}

// Every slice of more than a few placements is divided.
TYPED_TEST(UnitBuilds, InPartsGiveTheSameFiles) {
    build_in_units<TypeParam>(Values::kept, "6x6", sanitized() ? 3 : 4, {1e-3, 1e-3});
    for (const Values happens : {Values::removed, Values::damaged})
        build_in_units<TypeParam>(happens, "6x6", 3, {2e-5, 2e-5});
    build_in_units<TypeParam>(Values::damaged, "6x6", 3, {2e-5, 2e-5, false});
}
TEST(UnitParts, GiveTheSameFilesOnTheOfficialBoards) {
    build_in_units<English>(Values::kept, "", sanitized() ? 3 : 4, {1e-2, 3e-3});
    build_in_units<International>(Values::kept, "", 3, {1e-4, 1e-4});
}

class PartOfABuild : public ::testing::Test {
protected:
    Result<BuildReport> build_part(const Slice& slice) const {
        BuildOptions options = with_threads(1);
        options.only = {slice};
        BuildLog log;
        return build(tables_.game(), tables_.folder(), 3, log, options);
    }
    BuiltTables<English> tables_{board_for<English>("6x6"), 3};
    const Slice child_ = Slice::of(2, 0, 1, 0);
    const Slice parent_ = Slice::of(1, 0, 1, 0);
};

TEST_F(PartOfABuild, WantsWhatItIsBuiltUpon) {
    std::filesystem::remove(tables_.path(child_));
    const FolderContent before = content_of(tables_.folder());
    std::filesystem::remove(tables_.path(parent_));
    const auto absent = build_part(child_);
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().kind, ErrorKind::not_answerable);
    EXPECT_NE(absent.error().message.find(tables_.file_name(parent_)), std::string::npos);
    put_content(tables_.folder(), before);

    Bytes damaged = read_file(tables_.path(parent_));
    damaged[damaged.size() / 2] ^= std::byte{4};
    write_file(tables_.path(parent_), damaged);
    const auto refused = build_part(child_);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::table_damaged);
    EXPECT_NE(refused.error().message.find(tables_.file_name(parent_)), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(tables_.path(child_)));
    put_content(tables_.folder(), before);
    EXPECT_TRUE(build_part(child_));
}

TEST_F(PartOfABuild, LeavesAloneWhatOthersWrite) {
    std::filesystem::remove(tables_.path(child_));
    // Of a process that is dead, as far as this machine can tell: on another node it may live.
    const auto other =
        tables_.folder() / ("." + tables_.file_name(parent_) + ".tmp." + writer_host() + ".4194304.0badcafe");
    write_file(other, Bytes(3));
    ASSERT_TRUE(build_part(child_));
    EXPECT_TRUE(std::filesystem::exists(other));
    EXPECT_EQ(remove_temporaries_of(tables_.folder(), {"elsewhere"}).value(), 0u);
    EXPECT_EQ(remove_temporaries_of(tables_.folder(), {"elsewhere", writer_host()}).value(), 1u);
    EXPECT_FALSE(std::filesystem::exists(other));
}

TEST_F(PartOfABuild, IsOfTheBuild) {
    const auto report = build_part(Slice::of(3, 0, 1, 0));
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace damier
