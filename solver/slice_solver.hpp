// Solves a slice, level by level.
#pragma once

#include <functional>

#include "rules/game.hpp"
#include "rules/result.hpp"
#include "solver/slice_layout.hpp"
#include "solver/value_store.hpp"

namespace damier {

// Asked between blocks; true stops the work.
using StopRequest = std::function<bool()>;
// Told how many values are final (placements that do not exist included), maybe from several threads at once.
using ValuesDone = std::function<void(std::uint64_t)>;

// Fills `values`, which hold zeros or, where `given` says so, values of a finished table marked with
// given_bit (value_bits.hpp): then only what the table leaves free is computed. `store` holds everything that
// captures and promotions lead to, in both colours. Runs in the calling task arena; the result does not
// depend on its number of threads. Fails only with ErrorKind::interrupted.
template <Variant V, class Set>
Result<void> solve_slice(const Game<V, Set>& game, const ValueStore<Set>& store, SliceValues<Set>& values,
                         const StopRequest& stop = {}, const ValuesDone& done = {}, bool given = false);

}  // namespace damier
