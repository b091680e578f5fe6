// Results alone, from tables of any metric: what tables of win, loss and draw would say.
#pragma once

#include <vector>

#include "egtb/prober.hpp"

namespace damier {

template <class Set, Metric M>
Result<Wld> probed_result(const Prober<Set, M>& prober, const Position<Set>& position) {
    const auto value = prober.probe(position);
    if (!value) return fail(value.error());
    return M::result(*value);
}

// As Prober::rated_moves; the best moves come first, among equal results in the order of the metric.
template <class Set, Metric M>
Result<std::vector<RatedMove<Set>>> rated_results(const Prober<Set, M>& prober,
                                                  const Position<Set>& position) {
    const auto rated = prober.rated_moves(position);
    if (!rated) return fail(rated.error());
    std::vector<RatedMove<Set>> results;
    for (const RatedMove<Set, M>& move : *rated) results.push_back({move.move, M::result(move.value)});
    return results;
}

}  // namespace damier
