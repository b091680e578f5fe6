// Solves a slice, level by level.
#pragma once

#include <functional>

#include "egtb/metric.hpp"
#include "rules/result.hpp"
#include "solver/parallel.hpp"
#include "solver/slice_layout.hpp"
#include "solver/value_store.hpp"

namespace damier {

// Asked between blocks, from any thread; true stops the work.
using StopRequest = std::function<bool()>;
// Told how many values are final (placements that do not exist included), maybe from several threads at once.
using ValuesDone = std::function<void(std::uint64_t)>;

struct SolveOptions {
    Threads threads = 1;
    // Do the cells hold the codes of a finished table, zero where it says nothing? Then only what the table
    // leaves free is computed.
    bool given = false;
    const CountedRules* counted = nullptr;  // of metric `rule`: the draw rules
    StopRequest stop = {};
    ValuesDone done = {};
};

// Fills `values`, which hold zeros or given codes. `store` holds everything that captures and promotions
// lead to, in both colours. The result does not depend on the number of threads. Fails only with
// ErrorKind::interrupted.
template <class Set, Metric M>
Result<void> solve_slice(const Board<Set>& board, const Rules& rules,
                         const ValueStore<Set, typename M::Code>& store,
                         SliceValues<Set, typename M::Code>& values, const SolveOptions& options);

}  // namespace damier
