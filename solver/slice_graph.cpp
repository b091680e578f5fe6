#include "solver/slice_graph.hpp"

#include <algorithm>
#include <map>

#include "egtb/binomial.hpp"

namespace damier {

SliceGraph::SliceGraph(const Rules& rules, const BuildPlan& plan)
    : plan_{plan}, successors_(plan.slices.size()) {
    std::map<Slice, std::size_t> place;
    for (std::size_t i = 0; i < plan.slices.size(); ++i) place[plan.slices[i].slice] = i;
    for (std::size_t i = 0; i < plan.slices.size(); ++i) {
        for (const Slice& next : damier::successors(rules, plan.slices[i].slice)) {
            if (const auto it = place.find(next); it != place.end()) successors_[i].push_back(it->second);
        }
        std::sort(successors_[i].begin(), successors_[i].end());
    }
}

std::vector<std::size_t> SliceGraph::with_successors(std::span<const std::size_t> slices) const {
    std::vector<std::size_t> found{slices.begin(), slices.end()};
    for (const std::size_t slice : slices)
        found.insert(found.end(), successors_[slice].begin(), successors_[slice].end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

template <class Held, class Besides>
std::vector<std::uint64_t> SliceGraph::needs(std::span<const std::size_t> slices, Held held,
                                             Besides besides) const {
    std::vector<std::size_t> last_user(size(), size());  // its own size: nobody
    for (const std::size_t slice : slices) {
        for (const std::size_t next : successors_[slice]) last_user[next] = slice;
    }
    std::vector<std::vector<std::size_t>> dropped_after(size());
    for (const std::size_t slice : slices) {
        if (last_user[slice] < size()) dropped_after[last_user[slice]].push_back(slice);
    }
    std::vector<std::uint64_t> needs;
    std::uint64_t resident = 0;
    for (const std::size_t slice : slices) {
        needs.push_back(checked_sum(resident, besides(slice)));
        if (last_user[slice] < size()) resident += held(plan_.slices[slice]);
        for (const std::size_t dropped : dropped_after[slice]) resident -= held(plan_.slices[dropped]);
    }
    return needs;
}

std::vector<std::uint64_t> SliceGraph::memory(std::span<const std::size_t> slices) const {
    return needs(
        slices, [](const PlannedSlice& planned) { return planned.arrays; },
        [&](std::size_t slice) {
            return checked_sum(plan_.slices[slice].arrays, plan_.slices[slice].scratch);
        });
}

std::vector<std::uint64_t> SliceGraph::least_memory(std::span<const std::size_t> slices) const {
    std::vector<bool> there(size(), false);
    for (const std::size_t slice : slices) there[slice] = true;
    const auto open = [&](std::size_t slice) {
        const PlannedSlice& planned = plan_.slices[slice];
        std::uint64_t bytes = checked_sum(planned.window, planned.scratch);
        for (const std::size_t next : successors_[slice]) {
            if (there[next]) bytes = checked_sum(bytes, plan_.slices[next].entered);
        }
        return bytes;
    };
    std::vector<std::uint64_t> least = needs(
        slices, [](const PlannedSlice& planned) { return planned.packed; },
        [&](std::size_t slice) { return checked_sum(plan_.slices[slice].packed, open(slice)); });
    for (std::size_t i = 0; i < slices.size(); ++i) {
        // Packed tiles on the disk: with what of them is in memory, and the room between packing one lot and
        // the next (bit_store.hpp).
        if (plan_.slices[slices[i]].spills)
            least[i] = std::min(least[i], checked_product(open(slices[i]), 3) / 2);
    }
    return least;
}

}  // namespace damier
