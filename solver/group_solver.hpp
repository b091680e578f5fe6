// Solves the blocks of a group (SliceLayout::groups): those that sideways steps of men connect, or just one.
// No value of one of them is final before all are.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "solver/block_solver.hpp"

namespace damier {

template <class Set, Metric M>
class GroupSolver {
public:
    using Cell = typename M::Code;

    // As BlockSolver.
    GroupSolver(const Board<Set>& board, const Rules& rules, const CountedRules* counted,
                const ValueStore<Set, Cell>& store, SliceValues<Set, Cell>& values, bool given)
        : board_{board}, rules_{rules}, counted_{counted}, store_{store}, values_{values}, given_{given} {}

    // `blocks` in ascending order.
    void solve(std::span<const std::uint32_t> blocks, const RowLoop& loop) {
        while (solvers_.size() < blocks.size()) {
            solvers_.push_back(
                std::make_unique<BlockSolver<Set, M>>(board_, rules_, counted_, store_, values_, given_));
        }
        const std::span group{solvers_.data(), blocks.size()};
        const auto solver_of = [&](std::uint32_t block) -> const BlockSolver<Set, M>& {
            const auto at = std::lower_bound(blocks.begin(), blocks.end(), block) - blocks.begin();
            return *group[static_cast<std::size_t>(at)];
        };
        for (std::size_t i = 0; i < blocks.size(); ++i) group[i]->start(blocks[i], solver_of, loop);
        // What is unstored depends on the threats of successors, which may lie in other blocks of the group.
        for (const auto& solver : group) solver->mark_unstored(loop);
        for (const auto& solver : group) solver->publish(loop);
        // The first round visits every row, for those without reversible moves the only one.
        for (bool changed = true, first = true; changed; first = false) {
            changed = false;
            for (Color mover : both_colors) {
                for (const auto& solver : group) changed |= solver->sweep(mover, first, loop);
            }
        }
    }

private:
    const Board<Set>& board_;
    const Rules& rules_;
    const CountedRules* counted_;
    const ValueStore<Set, Cell>& store_;
    SliceValues<Set, Cell>& values_;
    bool given_;
    std::vector<std::unique_ptr<BlockSolver<Set, M>>> solvers_;
};

}  // namespace damier
