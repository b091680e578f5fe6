// The bit-parallel solver leaves the same cells as the row solver, values and flags: for every variant that
// it knows, on every CPU path of this machine, with its special cases and without.
#include <algorithm>
#include <iostream>
#include <optional>
#include <random>

#include "rules/variants.hpp"
#include "tests/solver/both_solvers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Those whose rules the kernels do not play; all others must be known.
TEST(BitSolverVariants, WhatIsLeftToRows) {
    std::set<std::string_view> others;
    for (const Rules* rules : rules_that(false)) {
        others.insert(rules->variant());
        const auto shape = board_for(*rules, "6x6");
        EXPECT_FALSE(known_to_bits(*rules, shape));
        EXPECT_EQ(make_bit_solver(Board<SquareSet64>{shape}, *rules, CpuPath::baseline), nullptr);
    }
    EXPECT_EQ(others, (std::set<std::string_view>{"turkish", "armenian", "frisian", "frysk", "breakthrough",
                                                  "kingscourt"}));
}

// Each rule that is not known is enough.
TEST(BitSolverVariants, EachRuleCounts) {
    const auto knows = [](auto change) {
        Rules rules = find_rules("international")[0];
        change(rules);
        return known_to_bits(rules, rules.board);
    };
    EXPECT_TRUE(knows([](Rules&) {}));
    EXPECT_FALSE(knows([](Rules& r) { r.man_moves.is = forward_and_sideways; }));
    EXPECT_FALSE(knows([](Rules& r) { r.man_moves.is = diagonal; }));
    EXPECT_FALSE(knows([](Rules& r) { r.man_captures.is = diagonal_and_orthogonal; }));
    EXPECT_FALSE(knows([](Rules& r) { r.king_moves.is = orthogonal; }));
    EXPECT_FALSE(knows([](Rules& r) { r.king_captures.is = diagonal_and_orthogonal; }));
    EXPECT_FALSE(knows([](Rules& r) { r.precedence.is = {Precedence::most_value}; }));
    EXPECT_FALSE(knows([](Rules& r) { r.precedence.is[3] = static_cast<Precedence>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.king_landing.is = static_cast<KingLanding>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.king_range.is = static_cast<KingRange>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.removal.is = static_cast<Removal>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.promotion_in_capture.is = static_cast<PromotionInCapture>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.no_move.is = static_cast<NoMove>(99); }));
    EXPECT_FALSE(knows([](Rules& r) { r.king_run_limit.is = 1; }));
    EXPECT_FALSE(knows([](Rules& r) { r.crowning_wins.is = true; }));
    EXPECT_FALSE(knows([](Rules& r) { r.board.is.every_square_plays = true; }));
    EXPECT_FALSE(knows([](Rules& r) { r.board.is.width = 16; }));
}

// Every other test runs on all of them.
TEST(BitSolverPaths, OfThisMachine) {
    const std::vector<CpuPath> paths = cpu_paths();
    ASSERT_FALSE(paths.empty());
    EXPECT_EQ(paths.front(), CpuPath::baseline);
    EXPECT_TRUE(std::is_sorted(paths.begin(), paths.end()));
    for (CpuPath path : {CpuPath::avx2, CpuPath::avx512}) {
        if (std::find(paths.begin(), paths.end(), path) != paths.end()) continue;
        std::cout << name(path) << " is not tested: this machine falls back to " << name(paths.back())
                  << "\n";
    }
}

class BitSolverTest : public ::testing::TestWithParam<const Rules*> {};
INSTANTIATE_TEST_SUITE_P(All, BitSolverTest, ::testing::ValuesIn(rules_that(true)), name_of_test);

TEST_P(BitSolverTest, SmallBoards) {
    const int pieces = sanitized() ? 3 : 4;
    expect_equal_up_to(*GetParam(), board_for(*GetParam(), "5x5"), pieces);
    for (const char* board : {"4x4", "3x5", "6x4"})
        expect_equal_up_to(*GetParam(), board_for(*GetParam(), board), pieces, best_form());
}
// 32- and 64-bit tiles of both sizes, and those of 128 bits.
TEST_P(BitSolverTest, LargerBoards) {
    for (const char* board : {"6x6", "8x8", "10x10", "12x10", "12x12"})
        expect_equal_up_to(*GetParam(), board_for(*GetParam(), board), 2);
    for (const char* board : {"6x6", "8x10"})
        expect_equal_up_to(*GetParam(), board_for(*GetParam(), board), sanitized() ? 2 : 3, best_form());
}
TEST_P(BitSolverTest, WideSets) {
    expect_equal_in<SquareSet128>(*GetParam(), board_for(*GetParam(), "4x4"), sanitized() ? 3 : 4,
                                  best_form());
}

std::string choice_of(const Rules& r) {
    std::string text = "captures " + std::to_string(r.man_captures.is.bits) + ", range " +
                       std::to_string(static_cast<int>(r.king_range.is)) + ", landing " +
                       std::to_string(static_cast<int>(r.king_landing.is)) + ", removal " +
                       std::to_string(static_cast<int>(r.removal.is)) + ", crowning " +
                       std::to_string(static_cast<int>(r.promotion_in_capture.is)) + ", no move " +
                       std::to_string(static_cast<int>(r.no_move.is)) + ", man takes king " +
                       std::to_string(r.man_takes_king.is) + ", turns back " +
                       std::to_string(r.capture_turns_back.is) + ", keys";
    for (Precedence key : r.precedence.is) text += " " + std::to_string(static_cast<int>(key));
    return text;
}

// Rules that no variant has: any choice of what the solver knows, one after the other.
void expect_equal_by_any_rules(unsigned seed, int times) {
    std::mt19937 random{seed};  // NOLINT: the same rules each time
    const auto any = [&](auto& value, auto list) { value = list.begin()[random() % list.size()]; };
    for (int i = 0; i < times; ++i) {
        Rules rules = *find_rules("international");
        any(rules.man_captures.is, std::initializer_list{diagonal_forward, diagonal});
        any(rules.king_range.is, std::initializer_list{KingRange::one_step, KingRange::flying});
        any(rules.king_landing.is,
            std::initializer_list{KingLanding::anywhere, KingLanding::must_continue, KingLanding::behind,
                                  KingLanding::behind_last_king, KingLanding::behind_last_king_of_several});
        any(rules.removal.is, std::initializer_list{Removal::at_end, Removal::at_once});
        any(rules.promotion_in_capture.is,
            std::initializer_list{PromotionInCapture::ends_move, PromotionInCapture::stays_man,
                                  PromotionInCapture::becomes_king});
        any(rules.no_move.is, std::initializer_list{NoMove::loses, NoMove::draws, NoMove::wins});
        any(rules.man_takes_king.is, std::initializer_list{true, false});
        any(rules.capture_turns_back.is, std::initializer_list{true, false});
        for (auto& key : rules.precedence.is) {
            any(key, std::initializer_list{Precedence::none, Precedence::none, Precedence::none,
                                           Precedence::most_pieces, Precedence::by_king,
                                           Precedence::most_kings, Precedence::earliest_king});
        }
        SCOPED_TRACE(choice_of(rules));
        for (const char* board : {"4x4", "6x4", "5x5"}) {
            const BoardShape shape = board_for(rules, board);
            ASSERT_TRUE(known_to_bits(rules, shape));
            expect_equal_up_to(rules, shape, 4,
                               {{cpu_paths().back(), false, 1}, {cpu_paths().back(), true, 1}});
        }
    }
}
TEST(BitSolverRules, AnyThatAreKnown) { expect_equal_by_any_rules(1, sanitized() ? 4 : 20); }

// Slices of the kind that is special in the solver: known kings on both sides, men to be crowned.
TEST_P(BitSolverTest, SomeLargerSlices) {
    if (sanitized()) GTEST_SKIP() << "ten times slower, under sanitizers";
    BothSolvers<SquareSet64> both{*GetParam(), board_for(*GetParam(), "6x6"), best_form()};
    both.expect_equal(Slice::of(0, 2, 0, 2));
    both.expect_equal(Slice::of(1, 1, 1, 1));
    EXPECT_GT(both.compared(), 0u);
}

// The five games that most tables are of, on their boards.
class BitSolverCoreTest : public BitSolverTest {};
INSTANTIATE_TEST_SUITE_P(Core, BitSolverCoreTest,
                         ::testing::Values(find_rules("english"), find_rules("pool"), find_rules("russian"),
                                           find_rules("brazilian"), find_rules("international")),
                         name_of_test);

TEST_P(BitSolverCoreTest, ThreePiecesOnTheOfficialBoard) {
    expect_equal_up_to(*GetParam(), GetParam()->board, sanitized() ? 2 : 3, best_form());
}

// Blocks that threads share, and blocks that they share out.
TEST(BitSolverThreads, SameCells) {
    const CpuPath path = cpu_paths().back();
    const Rules& rules = *find_rules("russian");
    BothSolvers<SquareSet64> both{rules, rules.board, {{path, false, 1}, {path, false, 2}, {path, false, 5}}};
    both.expect_equal(Slice::of(0, 2, 0, 1));
    both.expect_equal(Slice::of(1, 1, 1, 0));
    EXPECT_GT(both.compared(), 0u);
}

TEST(BitSolverStop, EndsWithAnError) {
    const Rules& rules = *find_rules("english");
    const Board<SquareSet64> board{rules.board};
    const auto solver = make_bit_solver(board, rules, CpuPath::baseline);
    BitSolveOptions options;
    options.stop = [] { return true; };
    const Result<void> result = solver->solve(Slice::of(0, 1, 0, 1), options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::interrupted);
    EXPECT_FALSE(solver->holds(Slice::of(0, 1, 0, 1)));
}

// Where tiles go that have no room in memory: a full disk is an error, not a wrong value.
TEST(BitSolverSpill, AFullDiskIsAnError) {
    const Rules& rules = *find_rules("english");
    const Board<SquareSet64> board{board_for(rules, "6x6")};
    const ScratchFolder folder;
    const auto solver = make_bit_solver(board, rules, cpu_paths().back(), {1, folder.path()});
    const FileSizeLimit full{2000};
    std::optional<Error> failed;
    for (const Slice& slice : slices_up_to(rules, 3)) {
        const Result<void> solved = solver->solve(slice, {});
        if (!solved) {
            EXPECT_FALSE(solver->holds(slice));
            failed = solved.error();
            break;
        }
        if (!slice.symmetric()) solver->add_color_swapped(slice);
    }
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->kind, ErrorKind::io);
    EXPECT_NE(failed->message.find(folder.path().string()), std::string::npos) << failed->message;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FullBitSolverRules, AnyThatAreKnown) { expect_equal_by_any_rules(2, 1000); }

class FullBitSolverTest : public BitSolverTest {};
INSTANTIATE_TEST_SUITE_P(All, FullBitSolverTest, ::testing::ValuesIn(rules_that(true)), name_of_test);

TEST_P(FullBitSolverTest, OnTheOfficialBoard) {
    const BoardShape& shape = GetParam()->board;
    expect_equal_up_to(*GetParam(), shape, shape.squares() <= 32 ? 4 : 3);
}
TEST_P(FullBitSolverTest, ThreePiecesOn12x10) {
    expect_equal_up_to(*GetParam(), board_for(*GetParam(), "12x10"), 3);
}
TEST_P(FullBitSolverTest, FivePiecesOn6x6) {
    expect_equal_up_to(*GetParam(), board_for(*GetParam(), "6x6"), 5, best_form());
}
TEST_P(FullBitSolverTest, EightPiecesOn4x4) {
    expect_equal_up_to(*GetParam(), board_for(*GetParam(), "4x4"), 8);
}

}  // namespace
}  // namespace damier
