// The bit-parallel solver leaves the same bytes as the row solver, value by value and flag by flag: on every
// CPU path of this machine, with its special cases and without.
#include "solver/bit_solver.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

struct Form {
    CpuPath path;
    bool generic;
    int threads;
};

// Every CPU path; the general form of the captures on the last one.
std::vector<Form> every_form() {
    std::vector<Form> forms;
    for (CpuPath path : cpu_paths()) forms.push_back({path, false, 1});
    forms.push_back({forms.back().path, true, 2});
    return forms;
}

template <Variant V, class Set = SquareSet64>
class BothSolvers {
public:
    BothSolvers(const BoardShape& shape, const std::vector<Form>& forms) : rows_{shape} {
        for (const Form& form : forms) {
            solvers_.push_back(make_bit_solver<Set>(rows_.game().board(), V::rules, form.path));
            options_.emplace_back();
            options_.back().threads = form.threads;
            options_.back().generic = form.generic;
        }
    }

    // A canonical slice after those that it leads to; compared once.
    void expect_equal(const Slice& slice) {
        const Board<Set>& board = rows_.game().board();
        if (!fits(slice, board.squares(), board.promotion_row(Color::white).size())) return;
        if (!done_.insert(slice).second) return;
        for (const Slice& next : successors(slice)) expect_equal(next);
        const SliceValues<Set>& expected = rows_.solve(slice);
        for (std::size_t i = 0; i < solvers_.size(); ++i) {
            ASSERT_NE(solvers_[i], nullptr);
            ASSERT_TRUE(solvers_[i]->solve(slice, options_[i]));
            SliceValues<Set> values{expected.layout};
            solvers_[i]->copy(slice, values, options_[i].threads);
            compare(slice, i, expected, values);
            if (!slice.symmetric()) solvers_[i]->add_color_swapped(slice, options_[i].threads);
        }
    }
    std::uint64_t compared() const { return compared_; }

private:
    void compare(const Slice& slice, std::size_t form, const SliceValues<Set>& expected,
                 const SliceValues<Set>& values) {
        std::size_t wrong = 0;
        for (std::size_t c = 0; c < 2; ++c) {
            for (std::size_t i = 0; i < expected.layout->size(); ++i, ++compared_) {
                const int should = expected.values[c][i];
                const int is = values.values[c][i];
                if (should != is && wrong++ == 0) {
                    ADD_FAILURE() << V::rules.name << " " << slice.name() << " form " << form << " side " << c
                                  << " index " << i << ": " << is << ", by rows " << should;
                }
            }
        }
        EXPECT_EQ(wrong, 0u);
    }

    MemorySolver<V, Set> rows_;
    std::vector<std::unique_ptr<BitSolver<Set>>> solvers_;
    std::vector<SolveOptions> options_;
    std::set<Slice> done_;
    std::uint64_t compared_ = 0;
};

template <Variant V, class Set = SquareSet64>
void expect_equal_up_to(std::string_view board, int pieces, const std::vector<Form>& forms = every_form()) {
    BothSolvers<V, Set> both{board_for<V>(board), forms};
    for (const Slice& slice : slices_up_to(pieces)) both.expect_equal(slice);
    EXPECT_GT(both.compared(), 0u);
}

template <class V>
class BitSolverTest : public ::testing::Test {};
TYPED_TEST_SUITE(BitSolverTest, VariantTypes, VariantNames);

// Three pieces on larger boards are left to the long tests.
template <class V>
bool is_small() {
    return board_for<V>().squares() <= 32;
}

TYPED_TEST(BitSolverTest, OnTheOfficialBoard) {
    if (board_for<TypeParam>().squares() > 64) {
        expect_equal_up_to<TypeParam, SquareSet128>({}, 2);
    } else {
        expect_equal_up_to<TypeParam>({}, is_small<TypeParam>() && !sanitized() ? 3 : 2);
    }
}
TYPED_TEST(BitSolverTest, SmallBoards) {
    for (const char* board : {"4x4", "5x5", "3x5", "6x4", "4x6"}) {
        SCOPED_TRACE(board);
        expect_equal_up_to<TypeParam>(board, sanitized() ? 3 : 4);
    }
}
TYPED_TEST(BitSolverTest, FivePiecesOn4x4) { expect_equal_up_to<TypeParam>("4x4", sanitized() ? 4 : 5); }
TYPED_TEST(BitSolverTest, ThreePiecesOn6x6) { expect_equal_up_to<TypeParam>("6x6", sanitized() ? 2 : 3); }
TYPED_TEST(BitSolverTest, ThreePiecesOn5x9) { expect_equal_up_to<TypeParam>("5x9", sanitized() ? 2 : 3); }
// 64-bit tiles of both sizes, and those of 128 bits.
TYPED_TEST(BitSolverTest, TwoPiecesOn10x10) { expect_equal_up_to<TypeParam>("10x10", 2); }
TYPED_TEST(BitSolverTest, TwoPiecesOn12x10) { expect_equal_up_to<TypeParam>("12x10", 2); }
TYPED_TEST(BitSolverTest, TwoPiecesOn12x12) { expect_equal_up_to<TypeParam, SquareSet128>("12x12", 2); }
TYPED_TEST(BitSolverTest, FourPiecesOn4x4InWideSets) {
    expect_equal_up_to<TypeParam, SquareSet128>("4x4", sanitized() ? 3 : 4);
}

// A slice of the kind that is special in the solver: known kings on both sides, men to be crowned.
TYPED_TEST(BitSolverTest, SomeLargerSlices) {
    if (sanitized()) GTEST_SKIP() << "ten times slower, under sanitizers";
    const std::vector<Form> forms{{cpu_paths().back(), false, 2}};
    BothSolvers<TypeParam> both{board_for<TypeParam>("6x6"), forms};
    both.expect_equal(Slice::of(0, 2, 0, 2));
    both.expect_equal(Slice::of(1, 1, 1, 1));
    both.expect_equal(Slice::of(2, 0, 1, 1));
    EXPECT_GT(both.compared(), 0u);
}

// Blocks that threads share, and blocks that they share out.
TEST(BitSolverThreads, SameBytes) {
    const CpuPath path = cpu_paths().back();
    BothSolvers<Russian> both{board_for<Russian>(), {{path, false, 1}, {path, false, 2}, {path, false, 5}}};
    both.expect_equal(Slice::of(0, 2, 0, 1));
    both.expect_equal(Slice::of(1, 1, 1, 0));
    EXPECT_GT(both.compared(), 0u);
}

TEST(BitSolverStop, EndsWithAnError) {
    const Game<English, SquareSet64> game;
    const auto solver = make_bit_solver<SquareSet64>(game.board(), English::rules, CpuPath::baseline);
    SolveOptions options;
    options.stop = [] { return true; };
    const Result<void> result = solver->solve(Slice::of(0, 1, 0, 1), options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::interrupted);
    EXPECT_FALSE(solver->holds(Slice::of(0, 1, 0, 1)));
}

template <class V>
class FullBitSolverTest : public ::testing::Test {};
TYPED_TEST_SUITE(FullBitSolverTest, VariantTypes, VariantNames);

TYPED_TEST(FullBitSolverTest, OnTheOfficialBoard) {
    if (board_for<TypeParam>().squares() > 64) {
        expect_equal_up_to<TypeParam, SquareSet128>({}, 3, {{cpu_paths().back(), false, 2}});
    } else {
        expect_equal_up_to<TypeParam>({}, is_small<TypeParam>() ? 4 : 3);
    }
}
TYPED_TEST(FullBitSolverTest, FivePiecesOn6x6) {
    expect_equal_up_to<TypeParam>("6x6", 5, {{cpu_paths().back(), false, 2}});
}
TYPED_TEST(FullBitSolverTest, EightPiecesOn4x4) { expect_equal_up_to<TypeParam>("4x4", 8); }

}  // namespace
}  // namespace damier
