#include "solver/unit_plan.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>
#include <span>
#include <utility>

#include "solver/slice_graph.hpp"

namespace damier {

namespace {

// Of these units (ascending), the last ones of each chain: a unit is left out where another has waited for
// it. Learns of each unit whom it has waited for, in the order of the plan.
class Ancestors {
public:
    std::vector<std::size_t> reduced(std::span<const std::size_t> units) {
        std::vector<bool> waited(waited_for_.size(), false);
        std::vector<std::size_t> kept;
        for (std::size_t i = units.size(); i-- > 0;) {
            if (waited[units[i]]) continue;
            kept.push_back(units[i]);
            const std::vector<bool>& more = waited_for_[units[i]];
            for (std::size_t u = 0; u < more.size(); ++u) {
                if (more[u]) waited[u] = true;
            }
            waited[units[i]] = true;
        }
        waited_for_.push_back(std::move(waited));
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

private:
    std::vector<std::vector<bool>> waited_for_;
};

std::vector<std::vector<std::size_t>> children_of(const std::vector<BuildUnit>& units) {
    std::vector<std::vector<std::size_t>> children(units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
        for (const std::size_t parent : units[u].parents) children[parent].push_back(u);
    }
    return children;
}

// For each unit the seconds of the longest chain that begins with it.
std::vector<double> chains(const std::vector<BuildUnit>& units) {
    const auto children = children_of(units);
    std::vector<double> longest(units.size(), 0);
    for (std::size_t u = units.size(); u-- > 0;) {
        for (const std::size_t child : children[u]) longest[u] = std::max(longest[u], longest[child]);
        longest[u] += units[u].seconds;
    }
    return longest;
}

}  // namespace

std::vector<BuildUnit> plan_units(const BuildPlan& plan, const Rules& rules, double least_seconds) {
    // Consecutive slices of the order of building: then no two units wait for each other.
    std::vector<std::vector<std::size_t>> packs;
    double packed = 0;
    for (std::size_t i = 0; i < plan.slices.size(); ++i) {
        const double seconds = plan.slices[i].seconds;
        if (packs.empty() || packed + seconds > least_seconds) {
            packs.emplace_back();
            packed = 0;
        }
        packs.back().push_back(i);
        packed += seconds;
    }

    const SliceGraph graph{rules, plan};
    std::vector<std::size_t> unit_of(plan.slices.size());
    for (std::size_t u = 0; u < packs.size(); ++u) {
        for (const std::size_t slice : packs[u]) unit_of[slice] = u;
    }
    Ancestors ancestors;
    std::vector<BuildUnit> units;
    for (std::size_t u = 0; u < packs.size(); ++u) {
        BuildUnit unit;
        const std::vector<std::size_t> needed = graph.with_successors(packs[u]);
        std::vector<std::size_t> others;
        for (const std::size_t i : needed) {
            const PlannedSlice& planned = plan.slices[i];
            if (unit_of[i] == u) {
                unit.slices.push_back(planned.slice);
                unit.disk += planned.disk;
                unit.solving += planned.seconds;
            } else {
                others.push_back(unit_of[i]);
                unit.reads += planned.value_file;
                unit.seconds += planned.read_seconds;
            }
        }
        unit.seconds += unit.solving;
        const std::vector<std::uint64_t> memory = graph.memory(needed);
        const std::vector<std::uint64_t> least = graph.least_memory(needed);
        for (std::size_t i = 0; i < needed.size(); ++i)
            unit.memory = std::max(unit.memory, std::min(memory[i], least[i]));
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        unit.parents = ancestors.reduced(others);
        units.push_back(std::move(unit));
    }
    return units;
}

std::map<Slice, std::vector<std::size_t>> readers_of(const std::vector<BuildUnit>& units,
                                                     const Rules& rules) {
    std::map<Slice, std::vector<std::size_t>> readers;
    std::map<Slice, std::size_t> unit_of;
    for (std::size_t u = 0; u < units.size(); ++u) {
        for (const Slice& slice : units[u].slices) unit_of[slice] = u;
        std::set<Slice> read;
        for (const Slice& slice : units[u].slices) {
            for (const Slice& next : successors(rules, slice)) {
                // Some have no room on the board.
                const auto it = unit_of.find(next);
                if (it != unit_of.end() && it->second != u) read.insert(next);
            }
        }
        for (const Slice& slice : read) readers[slice].push_back(u);
    }
    return readers;
}

UnitTotals totals_of(const std::vector<BuildUnit>& units) {
    UnitTotals totals;
    for (const BuildUnit& unit : units) {
        totals.seconds += unit.seconds;
        totals.memory = std::max(totals.memory, unit.memory);
        totals.reads += unit.reads;
        totals.disk += unit.disk;
    }
    return totals;
}

double critical_path(const std::vector<BuildUnit>& units) {
    const std::vector<double> longest = chains(units);
    return longest.empty() ? 0 : *std::max_element(longest.begin(), longest.end());
}

double simulated_seconds(const std::vector<BuildUnit>& units, int machines) {
    const auto children = children_of(units);
    const std::vector<double> longest = chains(units);
    std::vector<std::size_t> waits_for(units.size());
    using Ready = std::pair<double, std::size_t>;  // chain behind it, unit
    using Ends = std::pair<double, std::size_t>;   // time, unit
    std::priority_queue<Ready> ready;
    std::priority_queue<Ends, std::vector<Ends>, std::greater<>> running;
    for (std::size_t u = 0; u < units.size(); ++u) {
        waits_for[u] = units[u].parents.size();
        if (waits_for[u] == 0) ready.emplace(longest[u], u);
    }
    double now = 0;
    while (!ready.empty() || !running.empty()) {
        while (!ready.empty() && running.size() < static_cast<std::size_t>(machines)) {
            const std::size_t u = ready.top().second;
            ready.pop();
            running.emplace(now + units[u].seconds, u);
        }
        const auto [end, through] = running.top();
        running.pop();
        now = end;
        for (const std::size_t child : children[through]) {
            if (--waits_for[child] == 0) ready.emplace(longest[child], child);
        }
    }
    return now;
}

std::vector<UnitStart> next_window(const std::vector<BuildUnit>& units, const std::vector<UnitState>& states,
                                   std::size_t most) {
    std::vector<UnitStart> starts;
    std::vector<bool> blocked(units.size(), false);
    std::vector<bool> started(units.size(), false);
    // Of a unit that is done: what those behind it have to wait for all the same, where a table that it was
    // built upon has been lost since.
    std::vector<std::vector<std::size_t>> behind(units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
        std::vector<std::size_t> after;
        for (const std::size_t parent : units[u].parents) {
            blocked[u] = blocked[u] || blocked[parent];
            if (started[parent]) {
                after.push_back(parent);
            } else {
                after.insert(after.end(), behind[parent].begin(), behind[parent].end());
            }
        }
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        if (states[u] == UnitState::done) {
            behind[u] = std::move(after);
        } else if (states[u] != UnitState::missing || starts.size() == most) {
            blocked[u] = true;
        } else if (!blocked[u]) {
            started[u] = true;
            starts.push_back({u, std::move(after)});
        }
    }
    return starts;
}

}  // namespace damier
