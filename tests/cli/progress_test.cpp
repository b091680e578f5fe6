#include "cli/progress.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "cli/arguments.hpp"
#include "cli/quantity_text.hpp"

namespace damier {
namespace {

PlannedSlice planned(const char* name, std::uint64_t values, bool present = false) {
    PlannedSlice slice;
    slice.slice = *parse_slice(name);
    slice.values = values;
    slice.present = present;
    return slice;
}

TEST(ProgressText, SaysWhatIsKnown) {
    ProgressState state{"solve", "KKMvK", 12, 34, 1'234'567, 3'400'000, 4.1e6, 12.4, std::nullopt};
    EXPECT_EQ(progress_text(state),
              "solve KKMvK (12/34): 1.2 million of 3.4 million values, 4.1 million/s, elapsed 0:12, ETA ?");
    state.rest = 3725;
    state.rate = 0;
    state.number = 0;
    EXPECT_EQ(progress_text(state),
              "solve KKMvK: 1.2 million of 3.4 million values, ?/s, elapsed 0:12, ETA 1:02:05");
}

// 100 values a second in all: the rest is what is left of the plan, without tables that are kept.
TEST(Progress, RestIsOfThePlan) {
    double now = 100;
    Console console;
    Progress progress{console, true, [&] { return now; }};
    BuildPlan plan;
    plan.slices = {planned("KvK", 5000, true), planned("KvM", 100), planned("MvM", 300, true),
                   planned("KKvK", 600)};
    progress.planned(plan);
    progress.kept(plan.slices[0]);
    progress.replaced(plan.slices[2], {ErrorKind::table_damaged, "table file 'x' is damaged (a test)", {}});

    progress.started(plan.slices[0], "restore");
    now += 1;
    progress.advanced(2500);
    EXPECT_EQ(progress.state().number, 0u) << "restoring is none of the slices to build";
    EXPECT_FALSE(progress.state().rest);
    EXPECT_DOUBLE_EQ(progress.state().rate, 2500);

    progress.started(plan.slices[1], "solve");
    now += 0.5;
    progress.advanced(50);
    EXPECT_FALSE(progress.state().rest) << "half a second is too short";
    EXPECT_EQ(progress.state().number, 1u);
    EXPECT_EQ(progress.state().count, 3u);
    now += 0.5;
    progress.advanced(1000);
    EXPECT_EQ(progress.state().values, 100u) << "no more than there are";
    ASSERT_TRUE(progress.state().rest);
    EXPECT_DOUBLE_EQ(*progress.state().rest, 9) << "900 values at 100 a second";

    progress.started(plan.slices[1], "write");
    now += 1;
    progress.advanced(60);
    EXPECT_DOUBLE_EQ(progress.state().rate, 60);
    EXPECT_DOUBLE_EQ(*progress.state().rest, 18) << "the time for writing counts, values written do not";
    progress.published(plan.slices[1], 10, 2);
    progress.started(plan.slices[2], "solve");
    EXPECT_EQ(progress.state().number, 2u);
    EXPECT_DOUBLE_EQ(*progress.state().rest, 18);
    now += 8;
    progress.advanced(300);
    progress.published(plan.slices[2], 10, 8);
    progress.started(plan.slices[3], "solve");
    progress.advanced(600);
    EXPECT_DOUBLE_EQ(*progress.state().rest, 0);
    EXPECT_DOUBLE_EQ(progress.state().elapsed, 11);
}

TEST(Arguments, Bytes) {
    EXPECT_EQ(parse_bytes("1"), 1u);
    EXPECT_EQ(parse_bytes("16G"), std::uint64_t{16} << 30);
    EXPECT_EQ(parse_bytes("3K"), 3072u);
    EXPECT_EQ(parse_bytes("5M"), 5u << 20);
    EXPECT_EQ(parse_bytes("16777215T"), std::uint64_t{16777215} << 40);
    EXPECT_EQ(parse_bytes("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    for (const char* bad : {"", "0", "0G", "G", "-1", "+1", " 1", "1 ", "1g", "1GB", "1.5G", "0x10",
                            "16777216T", "18446744073709551616"}) {
        EXPECT_FALSE(parse_bytes(bad)) << bad;
    }
}

TEST(Arguments, Shares) {
    EXPECT_EQ(parse_share("1"), 1.0);
    EXPECT_EQ(parse_share("0.25"), 0.25);
    EXPECT_EQ(parse_share("50%"), 0.5);
    EXPECT_EQ(parse_share("100%"), 1.0);
    for (const char* bad :
         {"", "%", "0", "0%", "-1", "1.01", "101%", "nan", "inf", "1e400", "half", "0.5 "}) {
        EXPECT_FALSE(parse_share(bad)) << bad;
    }
}

TEST(Arguments, WholeNumbers) {
    EXPECT_EQ(parse_whole("2", 2, 16), 2);
    EXPECT_EQ(parse_whole("016", 2, 16), 16);
    for (const char* bad : {"", "1", "17", "-2", "+2", " 2", "2.0", "0x2", "99999999999"}) {
        EXPECT_FALSE(parse_whole(bad, 2, 16)) << bad;
    }
}

TEST(QuantityText, Rounds) {
    EXPECT_EQ(short_bytes(812), "812 B");
    EXPECT_EQ(short_bytes(1024), "1.0 KiB");
    EXPECT_EQ(short_bytes(std::uint64_t{7} << 50), "7168.0 TiB");
    EXPECT_EQ(short_count(999), "999");
    EXPECT_EQ(short_count(27'249'000), "27.2 million");
    EXPECT_EQ(clock_time(0), "0:00");
    EXPECT_EQ(clock_time(59.6), "1:00");
    EXPECT_EQ(clock_time(3600), "1:00:00");
    EXPECT_EQ(clock_time(-1), "0:00");
    EXPECT_EQ(counted(1, "table"), "1 table");
    EXPECT_EQ(counted(0, "table"), "0 tables");
}

}  // namespace
}  // namespace damier
