// A build that is stopped, wherever, leaves whole tables and nothing else; the same command goes on from
// there and ends with the same bytes.
#include <gtest/gtest.h>

#include <atomic>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// True from the k-th question on.
struct StopAt {
    std::uint64_t k;
    std::atomic<std::uint64_t> asked{0};
    StopRequest request() {
        return [this] { return ++asked >= k; };
    }
};
constexpr std::uint64_t never = ~std::uint64_t{0};

// Nothing but finished tables.
void expect_part_of(const FolderContent& expected, const std::filesystem::path& folder) {
    if (!std::filesystem::exists(folder)) return;
    for (const auto& [name, bytes] : content_of(folder)) {
        const auto it = expected.find(name);
        if (it == expected.end()) {
            ADD_FAILURE() << name << " was left";
        } else {
            EXPECT_EQ(bytes == it->second, true) << name << " differs";
        }
    }
}

template <class V>
class Stopping : public ::testing::Test {
protected:
    static void check(const BoardShape& shape, int pieces, int threads, int stops) {
        const BuiltTables<V> tables{shape, pieces, with_threads(1)};
        const FolderContent expected = content_of(tables.folder());
        StopAt undisturbed{never};
        {
            const ScratchFolder folder;
            BuildLog log;
            ASSERT_TRUE(build(tables.game(), folder.path(), pieces, log, with_threads(threads),
                              undisturbed.request()));
        }
        const std::uint64_t questions = undisturbed.asked;
        ASSERT_GT(questions, 2 * expected.size());
        // The first questions, then ever larger steps, and the last one.
        std::vector<std::uint64_t> places{1, 2, expected.size(), expected.size() + 1, expected.size() + 2};
        for (int i = 1; i < stops; ++i) {
            places.push_back(expected.size() + 2 +
                             (questions - expected.size() - 2) * static_cast<std::uint64_t>(i) /
                                 static_cast<std::uint64_t>(stops));
        }
        places.push_back(questions);
        for (const std::uint64_t k : places) {
            SCOPED_TRACE("stopped at question " + std::to_string(k) + " of " + std::to_string(questions));
            const ScratchFolder folder;
            StopAt stop{k};
            BuildLog log;
            const auto stopped =
                build(tables.game(), folder.path(), pieces, log, with_threads(threads), stop.request());
            ASSERT_FALSE(stopped);
            EXPECT_EQ(stopped.error().kind, ErrorKind::interrupted);
            EXPECT_NE(stopped.error().message.find("stopped while"), std::string::npos)
                << stopped.error().message;
            expect_part_of(expected, folder.path());
            const std::size_t done = content_of(folder.path()).size();
            EXPECT_EQ(done, log.published_slices.size());
            BuildLog rest;
            const auto finished = build(tables.game(), folder.path(), pieces, rest, with_threads(threads));
            ASSERT_TRUE(finished) << finished.error().message;
            EXPECT_EQ(finished->kept, done);
            EXPECT_EQ(differences(expected, content_of(folder.path())), std::vector<std::string>{});
        }
    }
};
TYPED_TEST_SUITE(Stopping, CoreVariantTypes, VariantNames);

TYPED_TEST(Stopping, AnywhereWithOneThread) {
    this->check(board_for<TypeParam>("6x6"), 3, 1, sanitized() ? 2 : 10);
}
TYPED_TEST(Stopping, AnywhereWithThreeThreads) {
    this->check(board_for<TypeParam>("5x5"), sanitized() ? 3 : 4, 3, sanitized() ? 2 : 5);
}

// A little further at each attempt.
TYPED_TEST(Stopping, AgainAndAgain) {
    const BoardShape shape = board_for<TypeParam>("5x5");
    const BuiltTables<TypeParam> tables{shape, 4, with_threads(1)};
    const ScratchFolder folder;
    int attempts = 0;
    for (std::uint64_t patience = 1;; patience += 10) {
        StopAt stop{patience};
        BuildLog log;
        ++attempts;
        if (build(tables.game(), folder.path(), 4, log, with_threads(2), stop.request())) break;
        EXPECT_EQ(temporaries_in(folder.path()), std::vector<std::string>{});
        ASSERT_LT(attempts, 10'000);
    }
    EXPECT_GT(attempts, 5);
    EXPECT_EQ(differences(content_of(tables.folder()), content_of(folder.path())),
              std::vector<std::string>{});
}

}  // namespace
}  // namespace damier
