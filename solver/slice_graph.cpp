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

std::vector<bool> SliceGraph::marked(std::span<const std::size_t> slices) const {
    std::vector<bool> there(size(), false);
    for (const std::size_t slice : slices) there[slice] = true;
    return there;
}

std::uint64_t SliceGraph::open(std::size_t slice, const std::vector<bool>& there,
                               std::uint64_t PlannedSlice::*window,
                               std::uint64_t PlannedSlice::*entered) const {
    const PlannedSlice& planned = plan_.slices[slice];
    std::uint64_t bytes = checked_sum(planned.*window, planned.scratch);
    for (const std::size_t next : successors_[slice]) {
        if (there[next]) bytes = checked_sum(bytes, plan_.slices[next].*entered);
    }
    return bytes;
}

namespace {

// With packed pages that are in memory, and the room between packing one lot and the next (bit_store.hpp).
std::uint64_t with_packed(std::uint64_t open) { return checked_product(open, 3) / 2; }

}  // namespace

std::vector<std::uint64_t> SliceGraph::enough_memory(std::span<const std::size_t> slices) const {
    const std::vector<bool> there = marked(slices);
    const auto levels = [&](std::size_t slice) {
        return open(slice, there, &PlannedSlice::window, &PlannedSlice::entered);
    };
    std::vector<std::uint64_t> enough = needs(
        slices, [](const PlannedSlice& planned) { return planned.packed; },
        [&](std::size_t slice) { return checked_sum(plan_.slices[slice].packed, levels(slice)); });
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (plan_.slices[slices[i]].spills) enough[i] = std::min(enough[i], with_packed(levels(slices[i])));
    }
    return enough;
}

std::vector<std::uint64_t> SliceGraph::least_memory(std::span<const std::size_t> slices) const {
    const std::vector<bool> there = marked(slices);
    std::vector<std::uint64_t> least = enough_memory(slices);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (!plan_.slices[slices[i]].spills) continue;
        const std::uint64_t pages =
            open(slices[i], there, &PlannedSlice::least_window, &PlannedSlice::least_entered);
        least[i] = std::min(least[i], with_packed(pages));
    }
    return least;
}

}  // namespace damier
