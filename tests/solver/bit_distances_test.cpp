// Distances by bytes: the cells of the row solver, as in bit_solver_test.cpp.
#include "solver/build_solver.hpp"
#include "tests/solver/both_solvers.hpp"

namespace damier {
namespace {

using namespace damier::test;

class BitDistancesTest : public ::testing::TestWithParam<const Rules*> {};
INSTANTIATE_TEST_SUITE_P(All, BitDistancesTest, ::testing::ValuesIn(rules_that(true)), name_of_test);

template <class M>
void small_boards(const Rules& rules) {
    const int pieces = sanitized() ? 3 : 4;
    expect_equal_up_to<M>(rules, board_for(rules, "5x5"), pieces);
    for (const char* board : {"4x4", "6x4"})
        expect_equal_up_to<M>(rules, board_for(rules, board), pieces, best_form());
}
// Tiles of every size.
template <class M>
void larger_boards(const Rules& rules) {
    for (const char* board : {"6x6", "8x8", "10x10", "12x10", "12x12"})
        expect_equal_up_to<M>(rules, board_for(rules, board), 2);
    for (const char* board : {"6x6", "8x10"})
        expect_equal_up_to<M>(rules, board_for(rules, board), sanitized() ? 2 : 3, best_form());
}

TEST_P(BitDistancesTest, DtwOnSmallBoards) { small_boards<DtwMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtzOnSmallBoards) { small_boards<DtzMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtwOnLargerBoards) { larger_boards<DtwMetric>(*GetParam()); }
TEST_P(BitDistancesTest, DtzOnLargerBoards) { larger_boards<DtzMetric>(*GetParam()); }

// Where distances are longer than there is room for, the row solver goes on with what there is. Both are met:
// slices that fit, and, after them, one that does not.
template <class M>
void goes_on_by_rows() {
    const Rules& rules = *find_rules("english");
    const Board<SquareSet64> board{board_for(rules, "6x6")};
    AxisCache<SquareSet64> axes{board, rules};
    const SolveOptions options;
    BitSolveOptions by_bits;
    by_bits.longest = 8;
    BitBuildSolver<SquareSet64, M> solver{axes, options, {}, by_bits};
    const auto tiles = make_bit_solver<SquareSet64, M>(board, rules, cpu_paths().back());
    ValueStore<SquareSet64, typename M::Code> store;
    int fitted = 0;
    int others = 0;
    for (const Slice& slice : slices_up_to(rules, 4)) {
        const auto layout = std::make_shared<const SliceLayout<SquareSet64>>(axes, slice);
        SliceValues<SquareSet64, typename M::Code> expected{layout};
        ASSERT_TRUE((solve_slice<SquareSet64, M>(board, rules, store, expected, options)));
        ASSERT_TRUE(solver.solve(SliceRanking<SquareSet64>{board, slice}, nullptr));
        const auto cells = solver.cells(slice);
        ASSERT_TRUE(cells);
        const std::size_t size = layout->block_size();
        for (Color c : both_colors) {
            for (std::uint32_t b = 0; b < layout->blocks(); ++b) {
                ASSERT_TRUE((*cells)->prepare(c, std::span{&b, 1}));
                const auto* should = expected.cells(c) + b * size;
                ASSERT_TRUE(std::equal(should, should + size, (*cells)->block(b)))
                    << M::name << " " << slice.name();
            }
        }
        if (others == 0) {
            const auto solved = tiles->solve(slice, by_bits);
            if (!solved) {
                EXPECT_EQ(solved.error().kind, ErrorKind::limit);
                EXPECT_FALSE(tiles->holds(slice));
                ++others;
            } else {
                ++fitted;
                if (!slice.symmetric()) tiles->add_color_swapped(slice);
            }
        } else {
            ++others;
        }
        if (!slice.symmetric()) store.put(color_swapped(axes, expected, options.threads));
        store.put(std::move(expected));
        ASSERT_TRUE(solver.keep(slice));
    }
    EXPECT_GE(fitted, 3);
    EXPECT_GT(others, 3);
}
TEST(BitDistances, DtwGoesOnByRows) { goes_on_by_rows<DtwMetric>(); }
TEST(BitDistances, DtzGoesOnByRows) { goes_on_by_rows<DtzMetric>(); }

// Blocks that threads share, and blocks that they share out.
template <class M>
void same_by_threads() {
    const Rules& rules = *find_rules("russian");
    const CpuPath path = cpu_paths().back();
    BothSolvers<SquareSet64, M> both{
        rules, rules.board, {{path, false, 1}, {path, false, 2}, {path, false, 5}}};
    both.expect_equal(Slice::of(0, 2, 0, 1));
    both.expect_equal(Slice::of(1, 1, 1, 0));
    EXPECT_GT(both.compared(), 0u);
}
TEST(BitDistances, DtwByThreads) { same_by_threads<DtwMetric>(); }
TEST(BitDistances, DtzByThreads) { same_by_threads<DtzMetric>(); }

class FullBitDistancesTest : public BitDistancesTest {};
INSTANTIATE_TEST_SUITE_P(All, FullBitDistancesTest, ::testing::ValuesIn(rules_that(true)), name_of_test);

template <class M>
void official_board(const Rules& rules) {
    expect_equal_up_to<M>(rules, rules.board, board_for(rules).squares() <= 32 ? 4 : 3);
    expect_equal_up_to<M>(rules, board_for(rules, "6x6"), 5, best_form());
}
TEST_P(FullBitDistancesTest, DtwOnTheOfficialBoard) { official_board<DtwMetric>(*GetParam()); }
TEST_P(FullBitDistancesTest, DtzOnTheOfficialBoard) { official_board<DtzMetric>(*GetParam()); }

}  // namespace
}  // namespace damier
