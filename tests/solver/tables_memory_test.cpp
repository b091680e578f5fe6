// The solver's values in memory: what the tables made of them give, what a finished table restores, and the
// same for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "solver/wld_table.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

bool same_values(const SliceValues<SquareSet64>& a, const SliceValues<SquareSet64>& b, Color to_move) {
    const std::uint8_t* first = a.values[index(to_move)].data();
    return std::equal(first, first + a.layout->size(), b.values[index(to_move)].data());
}

template <class V>
class MemoryValues : public ::testing::Test {};
TYPED_TEST_SUITE(MemoryValues, CoreVariantTypes, VariantNames);

TYPED_TEST(MemoryValues, AreThoseOfTheTables) {
    const BoardShape shape = board_for<TypeParam>("6x6");
    BuiltTables<TypeParam> tables{shape, 3};
    MemorySolver<TypeParam> memory{shape};
    for (const Slice& slice : slices_up_to(3)) memory.solve(slice);
    std::uint64_t wrong = 0;
    std::uint64_t compared = 0;
    for (int pieces : {2, 3}) {
        for_each_picture(shape, pieces, [&](const Picture& picture) {
            const auto position = position_of<SquareSet64>(picture);
            if (!position.pieces(Color::white) || !position.pieces(Color::black)) return;
            ++compared;
            const auto probed = tables.prober().probe(position);
            wrong += !probed || *probed != memory.value(position);
        });
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(compared, 10'000u);
}

// A table leaves values free, and for a symmetric slice a whole side: restoring computes them again.
TYPED_TEST(MemoryValues, AreRestoredFromATable) {
    const BoardShape shape = board_for<TypeParam>("4x6");
    BuiltTables<TypeParam> tables{shape, sanitized() ? 3 : 4};
    MemorySolver<TypeParam> memory{shape};
    for (const Slice& slice : tables.set().present()) {
        const auto& solved = memory.solve(slice);
        const SliceRanking<SquareSet64> ranking{memory.game().board(), slice};
        for (int threads : {1, 3}) {
            SliceValues<SquareSet64> restored{solved.layout};
            SolveOptions options;
            options.threads = threads;
            options.given = true;
            const auto& file = tables.set().table(slice).value()->file();
            ASSERT_TRUE(read_wld_table(file, ranking, restored, options));
            ASSERT_TRUE(solve_slice(memory.game(), memory.store(), restored, options));
            for (Color to_move : both_colors) {
                EXPECT_TRUE(same_values(restored, solved, to_move))
                    << slice.name() << ", " << name(to_move) << " to move, " << threads << " threads";
            }
        }
    }
}

// Two kings a side on 40 squares: a block so large that its rows are shared among the threads.
TYPED_TEST(MemoryValues, AreTheSameForAnyNumberOfThreads) {
    const BoardShape shape = board_for<TypeParam>(sanitized() ? "6x6" : "8x10");
    const Slice slice = Slice::of(0, 2, 0, 2);
    MemorySolver<TypeParam> one{shape, 1};
    const auto& expected = one.solve(slice);
    for (int threads : {2, 3}) {
        MemorySolver<TypeParam> several{shape, threads};
        const auto& values = several.solve(slice);
        EXPECT_TRUE(same_values(values, expected, Color::white)) << threads << " threads";
        EXPECT_TRUE(same_values(values, expected, Color::black)) << threads << " threads";
    }
}

template <class V>
class FullMemoryValues : public ::testing::Test {};
TYPED_TEST_SUITE(FullMemoryValues, CoreVariantTypes, VariantNames);

// The same large block, against the oracle.
TYPED_TEST(FullMemoryValues, OfALargeBlock) {
    const BoardShape shape = board_for<TypeParam>("8x10");
    oracle::NaiveSolver solver{oracle::variant_named(std::string{TypeParam::rules.name}), shape.height,
                               shape.width};
    solver.solve_slice(0, 2, 0, 2);
    MemorySolver<TypeParam> memory{shape};
    memory.solve(Slice::of(0, 2, 0, 2));
    std::uint64_t wrong = 0;
    solver.for_each(0, 2, 0, 2, [&](const oracle::NaiveState& state, char value, int) {
        wrong += memory.value(position_of<SquareSet64>(picture_of(state))) != wld_of(value);
    });
    EXPECT_EQ(wrong, 0u);
}

// Every slice of English with five pieces, at random places.
TEST(FullSolverValues, EnglishWithFivePieces) {
    const BoardShape shape = board_for<English>();
    BuiltTables<English> tables{shape, 5};
    MemorySolver<English> memory{shape};
    std::mt19937_64 random{5};
    for (const Slice& slice : slices_up_to(5)) {
        memory.solve(slice);
        const SliceRanking<SquareSet64> ranking{memory.game().board(), slice};
        std::uniform_int_distribution<std::uint64_t> any{0, ranking.placements() - 1};
        std::uint64_t wrong = 0;
        for (int i = 0; i < 50'000; ++i) {
            auto position = ranking.unrank(i % 2 == 0 ? Color::white : Color::black, any(random));
            if (i % 4 >= 2) position = color_swapped(position, shape.squares());
            const auto probed = tables.prober().probe(position);
            wrong += !probed || *probed != memory.value(position);
        }
        EXPECT_EQ(wrong, 0u) << slice.name();
    }
}

}  // namespace
}  // namespace damier
