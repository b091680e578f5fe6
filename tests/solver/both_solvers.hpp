// Slices solved by rows and by bits, compared byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "solver/bit_solver.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier::test {

struct Form {
    CpuPath path;
    bool generic;
    int threads;
};

// Every CPU path; the general form of the captures on the last one.
inline std::vector<Form> every_form() {
    std::vector<Form> forms;
    for (CpuPath path : cpu_paths()) forms.push_back({path, false, 1});
    forms.push_back({forms.back().path, true, 2});
    return forms;
}

template <Variant V, class Set = OfficialSet<V>>
class BothSolvers {
public:
    BothSolvers(const BoardShape& shape, const std::vector<Form>& forms) : rows_{shape}, forms_{forms} {
        for (const Form& form : forms) {
            solvers_.push_back(make_bit_solver<Set>(rows_.game().board(), V::rules, form.path));
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
            // One set of threads at a time: oneTBB takes the smallest limit of all there are.
            SolveOptions options;
            options.threads = forms_[i].threads;
            options.generic = forms_[i].generic;
            ASSERT_TRUE(solvers_[i]->solve(slice, options));
            SliceValues<Set> values{expected.layout};
            solvers_[i]->copy(slice, values, options.threads);
            compare(slice, i, expected, values);
            if (!slice.symmetric()) solvers_[i]->add_color_swapped(slice, options.threads);
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
    std::vector<Form> forms_;
    std::set<Slice> done_;
    std::uint64_t compared_ = 0;
};

template <Variant V, class Set = OfficialSet<V>>
void expect_equal_up_to(std::string_view board, int pieces, const std::vector<Form>& forms = every_form()) {
    BothSolvers<V, Set> both{board_for<V>(board), forms};
    for (const Slice& slice : slices_up_to(pieces)) both.expect_equal(slice);
    EXPECT_GT(both.compared(), 0u);
}

}  // namespace damier::test
