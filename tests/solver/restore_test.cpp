// A folder that lost some of its tables gets them back, to the byte: what they are built on is restored from
// the tables that are left.
#include <gtest/gtest.h>

#include <random>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Removes these tables, builds again, and compares.
template <class V>
void rebuild_without(const BuiltTables<V>& tables, const FolderContent& expected, int pieces,
                     const std::vector<Slice>& lost, int threads) {
    std::string names;
    for (const Slice& slice : lost) {
        std::filesystem::remove(tables.path(slice));
        names += " " + slice.name();
    }
    SCOPED_TRACE("without" + names);
    BuildLog log;
    const auto report = build(tables.game(), tables.folder(), pieces, log, with_threads(threads));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->built, lost.size());
    EXPECT_EQ(report->kept, expected.size() - lost.size());
    EXPECT_EQ(differences(expected, content_of(tables.folder())), std::vector<std::string>{});
}

template <class V>
class Restoring : public ::testing::Test {};
TYPED_TEST_SUITE(Restoring, CoreVariantTypes, VariantNames);

TYPED_TEST(Restoring, AnyOneTable) {
    const BoardShape shape = board_for<TypeParam>("5x5");
    const int pieces = sanitized() ? 3 : 4;
    const BuiltTables<TypeParam> tables{shape, pieces};
    const FolderContent expected = content_of(tables.folder());
    for (const Slice& slice : slices_up_to(pieces)) {
        rebuild_without(tables, expected, pieces, {slice}, 2);
    }
}

TYPED_TEST(Restoring, TheLastHalf) {
    const BoardShape shape = board_for<TypeParam>("6x6");
    const int pieces = sanitized() ? 3 : 4;
    const BuiltTables<TypeParam> tables{shape, pieces};
    const FolderContent expected = content_of(tables.folder());
    const auto slices = slices_up_to(pieces);
    const auto half = slices.begin() + static_cast<std::ptrdiff_t>(slices.size() / 2);
    rebuild_without(tables, expected, pieces, {half, slices.end()}, 2);
    rebuild_without(tables, expected, pieces, {slices.begin(), half}, 1);
}

TYPED_TEST(Restoring, RandomTables) {
    const BoardShape shape = board_for<TypeParam>("4x4");
    const int pieces = sanitized() ? 4 : 5;
    const BuiltTables<TypeParam> tables{shape, pieces};
    const FolderContent expected = content_of(tables.folder());
    std::mt19937_64 random{3};
    for (int i = 0; i < repetitions(8); ++i) {
        std::vector<Slice> lost;
        for (const Slice& slice : slices_up_to(pieces)) {
            if (random() % 8 < 1 + random() % 4) lost.push_back(slice);
        }
        rebuild_without(tables, expected, pieces, lost, 1 + i % 3);
    }
}

// Fewer pieces first, then more: the same as all at once.
TYPED_TEST(Restoring, MorePiecesThanBefore) {
    const BoardShape shape = board_for<TypeParam>("5x5");
    const BuiltTables<TypeParam> at_once{shape, 4};
    const ScratchFolder folder;
    for (int pieces : {2, 3, 4}) {
        BuildLog log;
        const auto report = build(at_once.game(), folder.path(), pieces, log, with_threads(2));
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->kept, slices_up_to(pieces - 1).size());
    }
    EXPECT_EQ(differences(content_of(at_once.folder()), content_of(folder.path())),
              std::vector<std::string>{});
}

// Restored tables of several frames.
TEST(RestoringEnglish, WithFourPieces) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    const BuiltTables<English> tables{board_for<English>(), 4};
    const FolderContent expected = content_of(tables.folder());
    for (const Slice& slice : {Slice::of(2, 0, 2, 0), Slice::of(1, 1, 1, 1), Slice::of(0, 2, 0, 2)}) {
        rebuild_without(tables, expected, 4, {slice}, 2);
    }
}

}  // namespace
}  // namespace damier
