// Verification: recomputes stored values from their successors through the public prober, and checks the
// files' digests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "egtb/prober.hpp"
#include "rules/result.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

struct VerifyOptions {
    Threads threads = 1;
    double sample = 1;  // share of the values that are recomputed, chosen by a fixed hash of their rank
};

// A value that is not what its successors make it.
template <class Set>
struct WrongValue {
    Position<Set> position;
    Wld stored;
    Wld recomputed;
};

template <class Set>
struct SliceVerification {
    Slice slice;
    std::uint64_t checked = 0;  // positions recomputed, also those whose value the table leaves free
    std::uint64_t wrong = 0;
    std::vector<WrongValue<Set>> examples;  // the first ten in the order of the table
};

// One canonical slice whose table and successors' tables are in the set. `done` is told of values as they are
// checked.
template <Variant V, class Set>
Result<SliceVerification<Set>> verify_slice(const Game<V, Set>& game, TableSet& tables, const Slice& slice,
                                            const VerifyOptions& options, const StopRequest& stop = {},
                                            const ValuesDone& done = {});

}  // namespace damier
