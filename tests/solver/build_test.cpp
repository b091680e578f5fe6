// A build gives the same bytes for any number of threads and the same values for any effort, keeps what is
// there, and tells what it does.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class V>
void same_bytes(const BoardShape& shape, int pieces, Effort effort) {
    const BuiltTables<V> one{shape, pieces, with_threads(1, effort)};
    const FolderContent expected = content_of(one.folder());
    for (int threads : {2, 3}) {
        const BuiltTables<V> several{shape, pieces, with_threads(threads, effort)};
        EXPECT_EQ(differences(expected, content_of(several.folder())), std::vector<std::string>{})
            << threads << " threads";
    }
}

template <class V>
class Building : public ::testing::Test {};
TYPED_TEST_SUITE(Building, VariantTypes, VariantNames);

TYPED_TEST(Building, GivesTheSameBytesForAnyNumberOfThreads) {
    same_bytes<TypeParam>(board_for<TypeParam>("6x6"), sanitized() ? 3 : 4, Effort::fast);
}

// The values are the same, so are the digests of the unpacked content; the bytes are not.
TYPED_TEST(Building, EffortChangesTheSizeOnly) {
    const BoardShape shape = board_for<TypeParam>(sanitized() ? "6x6" : "");
    const int pieces = shape.squares() > 32 ? 2 : 3;
    BuiltTables<TypeParam> fast{shape, pieces, with_threads(2, Effort::fast)};
    BuiltTables<TypeParam> normal{shape, pieces, with_threads(2, Effort::normal)};
    EXPECT_NE(content_of(fast.folder()), content_of(normal.folder()));
    for (const Slice& slice : slices_up_to(pieces)) {
        const auto& a = fast.set().table(slice).value()->file();
        const auto& b = normal.set().table(slice).value()->file();
        EXPECT_EQ(a.header(), b.header());
        EXPECT_EQ(a.footer().content, b.footer().content) << slice.name();
        EXPECT_EQ(a.footer().summaries, b.footer().summaries) << slice.name();
    }
    RandomPictures random{shape, 7};
    for (int i = 0; i < repetitions(20'000); ++i) {
        const auto position = position_of<SquareSet64>(random.with(2 + random.below(pieces - 1)));
        const auto a = fast.prober().probe(position);
        // A side without pieces, to move or not, is no matter of tables.
        if (position.pieces(Color::white).empty() || position.pieces(Color::black).empty()) continue;
        ASSERT_TRUE(a) << a.error().message;
        ASSERT_EQ(*a, normal.prober().probe(position).value()) << fast.text(position);
    }
}

// Tables of several frames, and captures into them.
TEST(BuildingEnglish, FourPiecesGiveTheSameBytesForAnyNumberOfThreads) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    same_bytes<English>(board_for<English>(), 4, Effort::fast);
}

TEST(FullBuilding, InternationalWithFourPiecesGivesTheSameBytes) {
    same_bytes<International>(board_for<International>(), 4, Effort::fast);
}
TEST(FullBuilding, EnglishWithFourPiecesAndNormalEffortGivesTheSameBytes) {
    same_bytes<English>(board_for<English>(), 4, Effort::normal);
}

std::vector<std::string> names_of(const std::vector<Slice>& slices) {
    std::vector<std::string> names;
    for (const Slice& slice : slices) names.push_back(slice.name());
    return names;
}

TEST(BuildReports, TellWhatIsDone) {
    const Game<Russian, SquareSet64> game{board_for<Russian>("6x6")};
    const ScratchFolder folder;
    const auto slices = names_of(slices_up_to(3));
    BuildLog first;
    const auto built = build(game, folder.path() / "made" / "anew", 3, first);
    ASSERT_TRUE(built) << built.error().message;
    EXPECT_EQ(built->built, slices.size());
    EXPECT_EQ(built->kept, 0u);
    EXPECT_EQ(built->values, first.plan.values);
    EXPECT_EQ(first.published_slices, slices);
    EXPECT_TRUE(first.kept_slices.empty());
    EXPECT_TRUE(first.replaced_slices.empty());
    std::vector<std::string> phases;
    for (const std::string& slice : slices) {
        phases.push_back("solve " + slice);
        phases.push_back("write " + slice);
    }
    EXPECT_EQ(first.phases, phases);
    // Each value is told once when it is solved and once when it is written, and then some: placements that
    // do not exist are solved too.
    EXPECT_GT(first.values, 2 * built->values);
    std::uint64_t bytes = 0;
    const auto content = content_of(folder.path() / "made" / "anew");
    for (const auto& [name, file] : content) bytes += file.size();
    EXPECT_EQ(built->bytes, bytes);
    EXPECT_EQ(content.size(), slices.size());

    BuildLog second;
    const auto again = build(game, folder.path() / "made" / "anew", 3, second);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->built, 0u);
    EXPECT_EQ(again->kept, slices.size());
    EXPECT_EQ(again->values, 0u);
    EXPECT_EQ(second.kept_slices, slices);
    EXPECT_TRUE(second.phases.empty());
    EXPECT_EQ(content_of(folder.path() / "made" / "anew"), content);
}

TEST(BuildPlans, AgreeWithWhatIsBuilt) {
    const BoardShape shape = board_for<English>("6x6");
    BuiltTables<English> tables{shape, 3};
    const auto plan = plan_build(tables.game().board(), English::rules, 4, tables.folder());
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->slices.size(), slices_up_to(4).size());
    std::uint64_t placements = 0;
    std::uint64_t values = 0;
    std::uint64_t peak = 0;
    for (const PlannedSlice& planned : plan->slices) {
        SCOPED_TRACE(planned.slice.name());
        const SliceRanking<SquareSet64> ranking{tables.game().board(), planned.slice};
        EXPECT_EQ(planned.placements, ranking.placements());
        EXPECT_EQ(planned.values, ranking.placements() * (planned.slice.symmetric() ? 1 : 2));
        EXPECT_EQ(planned.present, planned.slice.pieces() <= 3);
        EXPECT_GE(planned.memory, planned.values);
        EXPECT_GT(planned.disk, 0u);
        placements += planned.placements;
        values += planned.values;
        peak = std::max(peak, planned.memory);
    }
    EXPECT_EQ(plan->placements, placements);
    EXPECT_EQ(plan->values, values);
    EXPECT_EQ(plan->peak_memory, peak);
    EXPECT_GT(plan->seconds, 0);
    EXPECT_EQ(plan_build(tables.game().board(), English::rules, 3, tables.folder())->seconds, 0);
}

}  // namespace
}  // namespace damier
