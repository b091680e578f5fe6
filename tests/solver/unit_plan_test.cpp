// Units of a build: every slice once, after all that it is built upon; what several machines take by
// hand-made graphs; windows by playing a cluster.
#include "solver/unit_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class V>
BuildPlan plan_of(const std::string& size, int pieces) {
    const Game<V> game{board_for<V>(size)};
    return plan_build(game.board(), V::rules, WldMetric::name, pieces).value();
}

// All units that have to be through before each, by the definition.
std::vector<std::set<std::size_t>> ancestors_of(const std::vector<BuildUnit>& units) {
    std::vector<std::set<std::size_t>> ancestors(units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
        for (const std::size_t parent : units[u].parents) {
            EXPECT_LT(parent, u);
            ancestors[u].insert(parent);
            ancestors[u].insert(ancestors[parent].begin(), ancestors[parent].end());
        }
    }
    return ancestors;
}

void check_units(const BuildPlan& plan, const Rules& rules, double least) {
    const std::vector<BuildUnit> units = plan_units(plan, rules, {least});
    const auto ancestors = ancestors_of(units);
    std::map<Slice, std::size_t> unit_of;
    std::map<Slice, double> seconds;
    std::map<Slice, double> read_seconds;
    std::map<Slice, double> save_seconds;
    for (const PlannedSlice& planned : plan.slices) {
        seconds[planned.slice] = planned.seconds;
        read_seconds[planned.slice] = planned.read_seconds;
        save_seconds[planned.slice] = planned.save_seconds;
    }
    for (std::size_t u = 0; u < units.size(); ++u) {
        double solving = 0;
        for (const Slice& slice : units[u].slices) {
            EXPECT_TRUE(unit_of.emplace(slice, u).second) << slice.name();
            solving += seconds.at(slice);
            for (const Slice& next : successors(rules, slice)) {
                if (!seconds.contains(next)) continue;  // no room for it on the board
                ASSERT_TRUE(unit_of.contains(next)) << next.name() << " comes after " << slice.name();
                const std::size_t other = unit_of.at(next);
                EXPECT_TRUE(other == u || ancestors[u].contains(other))
                    << slice.name() << ", " << next.name();
            }
        }
        EXPECT_NEAR(units[u].solving, solving, 1e-9);
        EXPECT_TRUE(units[u].slices.size() == 1 || solving <= least);
        std::set<Slice> needed{units[u].slices.begin(), units[u].slices.end()};
        double reading = 0;
        double saving = 0;
        for (const Slice& slice : units[u].slices) {
            saving += save_seconds.at(slice);
            for (const Slice& next : successors(rules, slice)) {
                if (seconds.contains(next) && needed.insert(next).second) reading += read_seconds.at(next);
            }
        }
        EXPECT_NEAR(units[u].seconds, solving + reading + saving, 1e-9 * units[u].seconds);
        const BuildPlan part = part_of_plan(plan, rules, {needed.begin(), needed.end()});
        EXPECT_EQ(units[u].memory, part.enough_memory);
        EXPECT_EQ(units[u].least_memory, part.least_memory);
        for (const std::size_t parent : units[u].parents) {
            for (const std::size_t other : units[u].parents)
                EXPECT_FALSE(ancestors[other].contains(parent)) << "unit " << u;
        }
    }
    EXPECT_EQ(unit_of.size(), plan.slices.size());
}

TEST(UnitPlan, HasEverySliceAfterAllThatItIsBuiltUpon) {
    const BuildPlan english = plan_of<English>("", 6);
    for (const double least : {0.0, 0.01, 1.0, 1e9}) check_units(english, English::rules, least);
    EXPECT_EQ(plan_units(english, English::rules, {0}).size(), english.slices.size());
    EXPECT_EQ(plan_units(english, English::rules, {1e9}).size(), 1u);
    const BuildPlan russian = plan_of<Russian>("6x6", 7);
    for (const double least : {0.0, 1.0}) check_units(russian, Russian::rules, least);
}

// What a part needs is never more than what the whole does.
TEST(UnitPlan, PartsOfAPlanNeedNoMoreMemory) {
    const BuildPlan plan = plan_of<English>("", 6);
    for (const BuildUnit& unit : plan_units(plan, English::rules, {0}))
        EXPECT_LE(unit.memory, plan.peak_memory);
}

BuildUnit unit_of(double seconds, std::vector<std::size_t> parents) {
    BuildUnit unit;
    unit.slices.push_back(Slice::of(0, 1, 0, 1));
    unit.seconds = seconds;
    unit.parents = std::move(parents);
    return unit;
}

TEST(UnitSchedule, OfGraphsThatCanBeDoneByHand) {
    const std::vector<BuildUnit> chain{unit_of(1, {}), unit_of(2, {0}), unit_of(3, {1})};
    EXPECT_DOUBLE_EQ(critical_path(chain), 6);
    EXPECT_DOUBLE_EQ(simulated_seconds(chain, 1), 6);
    EXPECT_DOUBLE_EQ(simulated_seconds(chain, 8), 6);
    const std::vector<BuildUnit> free{unit_of(2, {}), unit_of(2, {}), unit_of(2, {}), unit_of(2, {})};
    EXPECT_DOUBLE_EQ(critical_path(free), 2);
    EXPECT_DOUBLE_EQ(simulated_seconds(free, 1), 8);
    EXPECT_DOUBLE_EQ(simulated_seconds(free, 2), 4);
    EXPECT_DOUBLE_EQ(simulated_seconds(free, 3), 4);
    EXPECT_DOUBLE_EQ(simulated_seconds(free, 4), 2);
    // Whoever takes the short ones first on two machines needs 7: the long chain (2, 3) has to begin at once.
    const std::vector<BuildUnit> long_chain{unit_of(2, {}), unit_of(2, {}), unit_of(2, {}), unit_of(3, {2})};
    EXPECT_DOUBLE_EQ(critical_path(long_chain), 5);
    EXPECT_DOUBLE_EQ(simulated_seconds(long_chain, 2), 5);
    EXPECT_DOUBLE_EQ(simulated_seconds({}, 2), 0);
}

TEST(UnitSchedule, StaysBetweenItsBounds) {
    const std::vector<BuildUnit> units = plan_units(plan_of<English>("", 7), English::rules, {1});
    const double all = totals_of(units).seconds;
    double before = all;
    for (const int machines : {1, 2, 3, 8, 64, 1000}) {
        const double seconds = simulated_seconds(units, machines);
        EXPECT_GE(seconds * (1 + 1e-12), critical_path(units));
        EXPECT_GE(seconds * (1 + 1e-12), all / machines);
        // Graham's bound of list schedules.
        EXPECT_LE(seconds, (all / machines + critical_path(units)) * (1 + 1e-12));
        EXPECT_LE(seconds, before * 1.1);
        before = seconds;
    }
    EXPECT_NEAR(simulated_seconds(units, 1), all, 1e-6 * all);
    EXPECT_NEAR(simulated_seconds(units, 1000), critical_path(units), 1e-6 * all);
}

std::vector<std::size_t> started(const std::vector<UnitStart>& window) {
    std::vector<std::size_t> units;
    for (const UnitStart& start : window) units.push_back(start.unit);
    return units;
}

TEST(UnitWindow, StartsWhatWaitsForNobodyElse) {
    // 1 and 3 wait for 0, 2 for 1, 4 for 2 and 3.
    const std::vector<BuildUnit> units{unit_of(1, {}), unit_of(1, {0}), unit_of(1, {1}), unit_of(1, {0}),
                                       unit_of(1, {2, 3})};
    using enum UnitState;
    const auto all = next_window(units, {missing, missing, missing, missing, missing}, 10);
    EXPECT_EQ(started(all), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(all[4].after, (std::vector<std::size_t>{2, 3}));
    EXPECT_TRUE(all[0].after.empty());
    EXPECT_EQ(started(next_window(units, {missing, missing, missing, missing, missing}, 2)),
              (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(started(next_window(units, {done, running, missing, missing, missing}, 10)),
              (std::vector<std::size_t>{3}));
    EXPECT_EQ(started(next_window(units, {done, failed, missing, missing, missing}, 10)),
              (std::vector<std::size_t>{3}));
    EXPECT_TRUE(next_window(units, {done, done, done, done, done}, 10).empty());
    EXPECT_TRUE(next_window(units, {missing, missing, missing, missing, missing}, 0).empty());
    // The table of 0 was lost after 1 and 3 had been built upon it: 2 waits for it all the same.
    const auto lost = next_window(units, {missing, done, missing, done, done}, 10);
    EXPECT_EQ(started(lost), (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(lost[1].after, (std::vector<std::size_t>{0}));
}

// A cluster that is played: windows of at most 700 of 10,000 units; those that run end in any order, some
// fail.
TEST(UnitWindow, GetsThroughTenThousandUnitsInWindows) {
    std::mt19937 random{7};
    std::vector<BuildUnit> units;
    for (std::size_t u = 0; u < 10'000; ++u) {
        std::set<std::size_t> parents;
        for (int i = 0; u > 0 && i < 3; ++i) parents.insert(u - 1 - random() % std::min<std::size_t>(u, 400));
        units.push_back(unit_of(1, {parents.begin(), parents.end()}));
    }
    const auto ancestors = ancestors_of(units);
    std::vector<UnitState> states(units.size(), UnitState::missing);
    std::size_t starts = 0;
    std::size_t failures = 0;
    for (int windows = 0;; ++windows) {
        ASSERT_LT(windows, 1000);
        const auto window = next_window(units, states, 700);
        ASSERT_LE(window.size(), 700u);
        const bool running = std::count(states.begin(), states.end(), UnitState::running) > 0;
        if (window.empty() && !running) break;
        std::set<std::size_t> in_window;
        for (const UnitStart& start : window) {
            ASSERT_EQ(states[start.unit], UnitState::missing);
            for (const std::size_t after : start.after) ASSERT_TRUE(in_window.contains(after));
            for (const std::size_t a : ancestors[start.unit])
                ASSERT_TRUE(in_window.contains(a) || states[a] == UnitState::done) << start.unit << " " << a;
            in_window.insert(start.unit);
        }
        for (UnitState& state : states) {
            if (state == UnitState::running) state = UnitState::done;
        }
        // Half of the window is gone through; what is behind a failure is cancelled, the rest waits.
        std::size_t ended = 0;
        for (const UnitStart& start : window) {
            if (ended++ > window.size() / 2) break;
            const bool ready = std::all_of(start.after.begin(), start.after.end(),
                                           [&](std::size_t a) { return states[a] == UnitState::done; });
            if (!ready) continue;
            ++starts;
            const auto luck = random() % 5000;
            states[start.unit] = luck == 0    ? UnitState::failed
                                 : luck < 500 ? UnitState::running
                                              : UnitState::done;
            failures += luck == 0;
        }
    }
    EXPECT_GT(starts, 700u);
    for (std::size_t u = 0; u < units.size(); ++u) {
        const bool behind_a_failure =
            std::any_of(ancestors[u].begin(), ancestors[u].end(),
                        [&](std::size_t a) { return states[a] == UnitState::failed; });
        EXPECT_EQ(states[u] == UnitState::missing, behind_a_failure) << u;
    }
    EXPECT_EQ(failures,
              static_cast<std::size_t>(std::count(states.begin(), states.end(), UnitState::failed)));
}

TEST(UnitPlan, ReadersAreThoseThatAreBuiltDirectlyUpon) {
    const BuildPlan plan = plan_of<Russian>("6x6", 6);
    const std::vector<BuildUnit> units = plan_units(plan, Russian::rules, {0.01});
    const auto readers = readers_of(units, Russian::rules);
    for (const BuildUnit& of : units) {
        for (const Slice& slice : of.slices) {
            std::vector<std::size_t> expected;
            for (std::size_t u = 0; u < units.size(); ++u) {
                const bool reads =
                    &units[u] != &of &&
                    std::any_of(units[u].slices.begin(), units[u].slices.end(), [&](const Slice& s) {
                        const auto next = successors(Russian::rules, s);
                        return std::find(next.begin(), next.end(), slice) != next.end();
                    });
                if (reads) expected.push_back(u);
            }
            const auto it = readers.find({slice});
            EXPECT_EQ(it == readers.end() ? std::vector<std::size_t>{} : it->second, expected)
                << slice.name();
        }
    }
}

// Of each divided slice: what no part has, or two have, would be missed by nobody else.
TEST(UnitParts, HaveEveryPlacementOnceAndComeAfterWhatTheyRead) {
    const BuildPlan plan = plan_of<English>("", 6);
    std::map<Slice, const PlannedSlice*> planned;
    for (const PlannedSlice& slice : plan.slices) planned[slice.slice] = &slice;
    for (const double seconds : {0.05, 0.5, 5.0}) {
        const std::vector<BuildUnit> units = plan_units(plan, English::rules, {seconds, seconds});
        const auto ancestors = ancestors_of(units);
        std::map<HandedOnValues, std::size_t> left_by;
        for (std::size_t u = 0; u < units.size(); ++u) {
            for (const HandedOnValues& values : values_of(units[u])) {
                EXPECT_TRUE(left_by.emplace(values, u).second);
            }
        }
        for (const auto& [values, reading] : readers_of(units, English::rules)) {
            for (const std::size_t u : reading)
                EXPECT_TRUE(ancestors[u].contains(left_by.at(values))) << values.slice.name();
        }
        std::size_t parts = 0;
        for (const auto& [slice, of] : divided_slices(units)) {
            const auto& spread = planned.at(slice)->spread;
            for (std::uint32_t w = 0; w < spread[0].size(); ++w) {
                for (std::uint32_t b = 0; b < spread[1].size(); ++b) {
                    if (spread[0][w] * spread[1][b] == 0) continue;
                    std::set<std::uint32_t> shares;
                    std::uint32_t all = 0;
                    for (const SlicePart& part : of) {
                        if (!part.contains({w, b})) continue;
                        EXPECT_TRUE(shares.insert(part.share).second);
                        all = part.shares;
                    }
                    EXPECT_EQ(shares.size(), all) << slice.name();
                    EXPECT_GT(all, 0u) << slice.name();
                }
            }
            parts += of.size();
        }
        EXPECT_GT(parts, 10u);
    }
}

}  // namespace
}  // namespace damier
