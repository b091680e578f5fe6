// How many positions of a table have which value.
#pragma once

#include <cstdint>
#include <vector>

#include "egtb/prober.hpp"
#include "rules/result.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// For one side to move; positions counted as in the table's own summary. By plies: wins[n] are won in n
// plies. Metrics without distances have all in wins[0] and losses[0]. Under draw rules those that no number
// of plies is enough for are apart.
struct Histogram {
    Color side_to_move = Color::white;
    std::uint64_t draws = 0;
    std::vector<std::uint64_t> wins, losses;
    std::uint64_t endless_wins = 0, endless_losses = 0;

    Histogram& operator+=(const Histogram& more);
};

// One for each side to move that the table of a canonical slice has. Every position is looked up through the
// prober, so the tables of the successors must be in the set too. `done` is told of positions as they are
// counted; ErrorKind::interrupted when `stop` says so.
template <class Set, Metric M>
Result<std::vector<Histogram>> histogram(const BoardGame<Set>& game, TableSet& tables, const Slice& slice,
                                         Threads threads, const StopRequest& stop = {},
                                         const ValuesDone& done = {});

}  // namespace damier
