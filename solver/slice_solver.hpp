// Solves a slice, level by level.
#pragma once

#include <functional>

#include "rules/game.hpp"
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
    // Do the values hold some of a finished table, marked with given_bit (value_bits.hpp)? Then only what the
    // table leaves free is computed.
    bool given = false;
    // The bit-parallel solver without its special cases, for tests.
    bool generic = false;
    StopRequest stop = {};
    ValuesDone done = {};
};

// Fills `values`, which hold zeros or given values. `store` holds everything that captures and promotions
// lead to, in both colours. The result does not depend on the number of threads. Fails only with
// ErrorKind::interrupted.
template <Variant V, class Set>
Result<void> solve_slice(const Game<V, Set>& game, const ValueStore<Set>& store, SliceValues<Set>& values,
                         const SolveOptions& options);

}  // namespace damier
