// Which slices of a plan are built upon which, by their places in it (the order of building), and the memory
// that going through some of them takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/rules.hpp"
#include "solver/build.hpp"

namespace damier {

class SliceGraph {
public:
    // The plan must outlive the graph. Successors that the plan does not have are left out.
    SliceGraph(const Rules& rules, const BuildPlan& plan);

    std::size_t size() const { return successors_.size(); }
    // Places in ascending order.
    const std::vector<std::size_t>& successors(std::size_t slice) const { return successors_[slice]; }
    // The slices and their successors, in ascending order.
    std::vector<std::size_t> with_successors(std::span<const std::size_t> slices) const;
    // Bytes while each of `slices` (ascending) is solved or restored, with what later ones of them need of
    // those before. binomial_overflow where 64 bits cannot count them.
    std::vector<std::uint64_t> memory(std::span<const std::size_t> slices) const;
    // The same if all is packed that can be, and most of that is on the disk, but the levels of a slice that
    // are at work are not.
    std::vector<std::uint64_t> enough_memory(std::span<const std::size_t> slices) const;
    // The same if only those pages are not that a page which is solved needs at a time.
    std::vector<std::uint64_t> least_memory(std::span<const std::size_t> slices) const;

private:
    // held(slice): bytes of one that is kept; besides(slice): what solving it takes beside those.
    template <class Held, class Besides>
    std::vector<std::uint64_t> needs(std::span<const std::size_t> slices, Held held, Besides besides) const;

    // What of a slice, and of those of `slices` that it is built upon, is unpacked.
    std::uint64_t open(std::size_t slice, const std::vector<bool>& there, std::uint64_t PlannedSlice::*window,
                       std::uint64_t PlannedSlice::*entered) const;
    std::vector<bool> marked(std::span<const std::size_t> slices) const;

    const BuildPlan& plan_;
    std::vector<std::vector<std::size_t>> successors_;
};

}  // namespace damier
