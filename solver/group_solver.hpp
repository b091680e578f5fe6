// Solves the blocks of a group (SliceLayout::groups): those that sideways steps of men connect, or just one.
// No value of one of them is final before all are.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "solver/block_solver.hpp"

namespace damier {

template <Variant V, class Set>
class GroupSolver {
public:
    // As BlockSolver.
    GroupSolver(const Board<Set>& board, const ValueStore<Set>& store, SliceValues<Set>& values,
                bool has_given)
        : board_{board}, store_{store}, values_{values}, has_given_{has_given} {}

    // `blocks` in ascending order.
    void solve(std::span<const std::uint32_t> blocks, const RowLoop& loop) {
        while (solvers_.size() < blocks.size()) {
            solvers_.push_back(std::make_unique<BlockSolver<V, Set>>(board_, store_, values_, has_given_));
        }
        const std::span group{solvers_.data(), blocks.size()};
        const auto solver_of = [&](std::uint32_t block) -> const BlockSolver<V, Set>& {
            const auto at = std::lower_bound(blocks.begin(), blocks.end(), block) - blocks.begin();
            return *group[static_cast<std::size_t>(at)];
        };
        for (std::size_t i = 0; i < blocks.size(); ++i) group[i]->start(blocks[i], solver_of, loop);
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
    const ValueStore<Set>& store_;
    SliceValues<Set>& values_;
    bool has_given_;
    std::vector<std::unique_ptr<BlockSolver<V, Set>>> solvers_;
};

}  // namespace damier
