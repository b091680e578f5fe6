// Slices solved by rows and by bits, compared cell by cell.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rules/variants.hpp"
#include "solver/bit_solver.hpp"
#include "solver/slice_solver.hpp"
#include "solver/value_cells.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/support/any_variant.hpp"

namespace damier::test {

struct Form {
    CpuPath path;
    bool generic;
    int threads;
    BitSolverRoom room = {};
};

inline BoardShape board_for(const Rules& rules, std::string_view size = {}) {
    return board_of(rules, size).value();
}
inline bool known_to_bits(const Rules& rules, const BoardShape& shape) {
    return shape.squares() <= SquareSet64::capacity ? bit_solver_can(Board<SquareSet64>{shape}, rules)
                                                    : bit_solver_can(Board<SquareSet128>{shape}, rules);
}
// The rules that the bit solver plays, or the others.
inline std::vector<const Rules*> rules_that(bool are_known) {
    std::vector<const Rules*> list;
    for (const Rules* rules : every_variant()) {
        if (known_to_bits(*rules, rules->board) == are_known) list.push_back(rules);
    }
    return list;
}
// Every CPU path of this machine; the general form of the captures on the last one, by two threads, with so
// little memory that all tiles are packed, and written to a file, all the time.
inline std::vector<Form> every_form() {
    std::vector<Form> forms;
    for (CpuPath path : cpu_paths()) forms.push_back({path, false, 1});
    forms.push_back({forms.back().path, true, 2, {1, std::filesystem::temp_directory_path()}});
    return forms;
}
inline std::vector<Form> best_form(int threads = 2) { return {{cpu_paths().back(), false, threads}}; }

template <class Set, class M = WldMetric>
class BothSolvers {
    using Values = SliceValues<Set, typename M::Code>;

public:
    BothSolvers(const Rules& rules, const BoardShape& shape, const std::vector<Form>& forms)
        : rules_{rules}, board_{shape}, axes_{board_, rules_}, forms_{forms} {
        for (const Form& form : forms)
            solvers_.push_back(make_bit_solver<Set, M>(board_, rules_, form.path, form.room));
    }
    BothSolvers(const BothSolvers&) = delete;
    BothSolvers& operator=(const BothSolvers&) = delete;

    // A canonical slice after those that it leads to; compared once.
    void expect_equal(const Slice& slice) {
        if (!fits(slice, board_.squares(), board_.promotion_row(Color::white).size())) return;
        if (!done_.insert(slice).second) return;
        for (const Slice& next : successors(rules_, slice)) expect_equal(next);
        const auto layout = std::make_shared<const SliceLayout<Set>>(axes_, slice);
        // One set of threads at a time: oneTBB takes the smallest limit of all there are.
        Values expected{layout};
        SolveOptions by_rows;
        ASSERT_TRUE((solve_slice<Set, M>(board_, rules_, store_, expected, by_rows)));
        for (std::size_t i = 0; i < solvers_.size(); ++i) {
            ASSERT_NE(solvers_[i], nullptr);
            BitSolveOptions options;
            options.threads = forms_[i].threads;
            options.generic = forms_[i].generic;
            ASSERT_TRUE(solvers_[i]->solve(slice, options));
            Values values{layout};
            for (Color c : both_colors) copy(*solvers_[i], options.threads, c, values);
            compare(slice, forms_[i], expected, values);
            if (!slice.symmetric()) solvers_[i]->add_color_swapped(slice);
        }
        if (!slice.symmetric()) store_.put(color_swapped(axes_, expected, by_rows.threads));
        store_.put(std::move(expected));
    }
    // Cells that exist, of all forms.
    std::uint64_t compared() const { return compared_; }

private:
    // Some blocks at a time, as a table is written.
    static void copy(BitSolver<Set, M>& solver, const Threads& threads, Color to_move, Values& values) {
        const auto source = solver.cells(values.layout, threads);
        ASSERT_TRUE(source);
        const std::size_t size = values.layout->block_size();
        std::vector<std::uint32_t> blocks;
        for (std::uint32_t b = 0; b < values.layout->blocks(); ++b) {
            // Some are asked for twice.
            if (blocks.size() > 2) blocks.erase(blocks.begin(), blocks.end() - 1);
            blocks.push_back(b);
            ASSERT_TRUE((*source)->prepare(to_move, blocks));
            std::copy_n((*source)->block(b), size, values.cells(to_move) + b * size);
        }
    }
    void compare(const Slice& slice, const Form& form, const Values& expected, const Values& values) {
        std::size_t wrong = 0;
        for (Color c : both_colors) {
            for (std::size_t i = 0; i < expected.layout->size(); ++i) {
                const int should = expected.cells(c)[i];
                const int is = values.cells(c)[i];
                compared_ += should != 0;
                if (should != is && wrong++ == 0) {
                    ADD_FAILURE() << rules_.name << " " << board_.shape().name() << " " << M::name << " "
                                  << slice.name() << " " << name(form.path)
                                  << (form.generic ? " generic" : "") << " "
                                  << (c == Color::white ? "white" : "black") << " to move, index " << i
                                  << ": " << is << ", by rows " << should;
                }
            }
        }
        EXPECT_EQ(wrong, 0u);
    }

    const Rules& rules_;
    Board<Set> board_;
    AxisCache<Set> axes_;
    ValueStore<Set, typename M::Code> store_;
    std::vector<std::unique_ptr<BitSolver<Set, M>>> solvers_;
    std::vector<Form> forms_;
    std::set<Slice> done_;
    std::uint64_t compared_ = 0;
};

template <class Set, class M = WldMetric>
void expect_equal_in(const Rules& rules, const BoardShape& shape, int pieces,
                     const std::vector<Form>& forms = every_form()) {
    BothSolvers<Set, M> both{rules, shape, forms};
    for (const Slice& slice : slices_up_to(rules, pieces)) both.expect_equal(slice);
    EXPECT_GT(both.compared(), 0u) << rules.name << " " << shape.name();
}
// By the width that the board needs.
template <class M = WldMetric>
void expect_equal_up_to(const Rules& rules, const BoardShape& shape, int pieces,
                        const std::vector<Form>& forms = every_form()) {
    if (shape.squares() <= SquareSet64::capacity) {
        expect_equal_in<SquareSet64, M>(rules, shape, pieces, forms);
    } else {
        expect_equal_in<SquareSet128, M>(rules, shape, pieces, forms);
    }
}

}  // namespace damier::test
