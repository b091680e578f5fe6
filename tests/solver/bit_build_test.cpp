// Tables built by bits are those built by rows, byte by byte.
#include <gtest/gtest.h>

#include "rules/variants.hpp"
#include "solver/build.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class M = WldMetric>
Result<BuildReport> build(const Rules& rules, std::string_view board, const std::filesystem::path& folder,
                          int pieces, SolverKind solver, int threads = 1, std::uint64_t memory = 0) {
    const Board<SquareSet64> on{board_of(rules, board).value()};
    BuildOptions options;
    options.folder = folder;
    options.pieces = pieces;
    options.threads = threads;
    options.effort = Effort::fast;
    options.solver = solver;
    options.memory = memory;
    BuildObserver silent;
    return build_tables<SquareSet64, M>(
        on, rules, options, [](const Position<SquareSet64>&) { return std::string{}; }, silent);
}

TEST(BitBuild, TheSameFiles) {
    for (const char* variant : {"italian", "russian", "killer"}) {
        SCOPED_TRACE(variant);
        const Rules& rules = *find_rules(variant);
        const int pieces = sanitized() ? 3 : 4;
        const ScratchFolder by_rows, by_bits, by_two;
        ASSERT_TRUE(build(rules, "6x6", by_rows.path(), pieces, SolverKind::row));
        ASSERT_TRUE(build(rules, "6x6", by_bits.path(), pieces, SolverKind::bit));
        ASSERT_TRUE(build(rules, "6x6", by_two.path(), pieces, SolverKind::automatic, 2));
        const auto expected = content_of(by_rows.path());
        EXPECT_GT(expected.size(), 10u);
        EXPECT_EQ(differences(expected, content_of(by_bits.path())), std::vector<std::string>{});
        EXPECT_EQ(differences(expected, content_of(by_two.path())), std::vector<std::string>{});
    }
}

// As little as a plan says will do.
TEST(BitBuild, TheSameFilesWithLittleMemory) {
    const Rules& rules = *find_rules("english");
    const Board<SquareSet64> board{rules.board};
    const int pieces = sanitized() ? 3 : 4;
    const auto plan = plan_build(board, rules, WldMetric::name, pieces);
    ASSERT_TRUE(plan);
    EXPECT_LT(plan->least_memory, plan->peak_memory);
    const ScratchFolder much, little;
    ASSERT_TRUE(build(rules, "", much.path(), pieces, SolverKind::bit));
    ASSERT_TRUE(build(rules, "", little.path(), pieces, SolverKind::bit, 2, plan->least_memory));
    EXPECT_EQ(differences(content_of(much.path()), content_of(little.path())), std::vector<std::string>{});
}

template <class M>
void expect_same_distances(const char* variant) {
    SCOPED_TRACE(std::string{variant} + " " + std::string{M::name});
    const Rules& rules = *find_rules(variant);
    const int pieces = sanitized() ? 3 : 4;
    const ScratchFolder by_rows, by_bits, resumed;
    ASSERT_TRUE(build<M>(rules, "6x6", by_rows.path(), pieces, SolverKind::row));
    ASSERT_TRUE(build<M>(rules, "6x6", by_bits.path(), pieces, SolverKind::automatic, 2));
    ASSERT_TRUE(build<M>(rules, "6x6", resumed.path(), 2, SolverKind::bit));
    ASSERT_TRUE(build<M>(rules, "6x6", resumed.path(), 3, SolverKind::row));
    ASSERT_TRUE(build<M>(rules, "6x6", resumed.path(), pieces, SolverKind::bit));
    const auto expected = content_of(by_rows.path());
    EXPECT_GT(expected.size(), 10u);
    EXPECT_EQ(differences(expected, content_of(by_bits.path())), std::vector<std::string>{});
    EXPECT_EQ(differences(expected, content_of(resumed.path())), std::vector<std::string>{});
}
TEST(BitBuild, TheSameFilesOfDistances) {
    for (const char* variant : {"english", "brazilian", "killer"}) {
        expect_same_distances<DtwMetric>(variant);
        expect_same_distances<DtzMetric>(variant);
    }
}

// One solver goes on where the other one stopped.
TEST(BitBuild, GoesOnAfterTheOther) {
    const Rules& rules = *find_rules("pool");
    const ScratchFolder whole, mixed;
    ASSERT_TRUE(build(rules, "6x6", whole.path(), 4, SolverKind::row));
    ASSERT_TRUE(build(rules, "6x6", mixed.path(), 2, SolverKind::row));
    ASSERT_TRUE(build(rules, "6x6", mixed.path(), 3, SolverKind::bit));
    std::filesystem::remove(mixed.path() / "pool-6x6.wld.KMvK.dmr");
    ASSERT_TRUE(build(rules, "6x6", mixed.path(), 3, SolverKind::bit));
    ASSERT_TRUE(build(rules, "6x6", mixed.path(), 4, SolverKind::row));
    EXPECT_EQ(differences(content_of(whole.path()), content_of(mixed.path())), std::vector<std::string>{});
}

TEST(BitBuild, WhatItDoesNotKnow) {
    const ScratchFolder scratch;
    const auto folder = scratch.path() / "new";
    const auto refused = [&](const auto& report, std::string_view what) {
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().kind, ErrorKind::usage);
        EXPECT_NE(report.error().message.find(what), std::string::npos) << report.error().message;
        EXPECT_FALSE(std::filesystem::exists(folder));
    };
    refused(build(*find_rules("turkish"), "6x6", folder, 2, SolverKind::bit), "rules of turkish on 6x6");
    refused(build<DtwMetric>(*find_rules("turkish"), "6x6", folder, 2, SolverKind::bit), "rules of turkish");
    EXPECT_TRUE(build(*find_rules("turkish"), "6x6", folder, 2, SolverKind::automatic));
    EXPECT_TRUE(build<DtwMetric>(*find_rules("turkish"), "6x6", folder, 2, SolverKind::automatic));
}

}  // namespace
}  // namespace damier
