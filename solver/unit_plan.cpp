#include "solver/unit_plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <set>
#include <span>
#include <utility>

#include "egtb/binomial.hpp"
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

struct SizedPart {
    SlicePart part;
    double size;  // of the slice
};

// Ranges of about the same sum, at most so many.
std::vector<std::pair<std::uint32_t, std::uint32_t>> even_ranges(const std::vector<double>& sizes,
                                                                 double count) {
    const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
    double sum = 0;
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        sum += sizes[i];
        const double next = all * static_cast<double>(ranges.size() + 1) / count;
        if (i + 1 < sizes.size() && sum + sizes[i + 1] / 2 < next) continue;
        ranges.emplace_back(begin, i + 1);
        begin = i + 1;
    }
    return ranges;
}

// So that each takes about so many seconds of those that solving takes, with what is read and saved. Those
// that others lead to first.
std::vector<SizedPart> parts_of(const PlannedSlice& planned, double solving, double seconds) {
    constexpr double most_shares = 64;
    const auto& spread = planned.spread;
    constexpr double most_parts = 512;
    const double count = std::min(std::ceil(solving / seconds), most_parts);
    if (count <= 1 || spread[0].size() * spread[1].size() == 1) return {{SlicePart{}, 1}};
    const auto blocks = [&](std::size_t c, std::uint32_t from, std::uint32_t to) {
        return std::accumulate(spread[c].begin() + from, spread[c].begin() + to, 0.0);
    };
    const auto rows = [&](std::size_t c) { return static_cast<std::uint32_t>(spread[c].size()); };
    const double all = blocks(0, 0, rows(0)) * blocks(1, 0, rows(1));
    const double white =
        std::min<double>(rows(0), std::max(std::ceil(std::sqrt(count)), std::ceil(count / rows(1))));
    const double black = std::min<double>(rows(1), std::ceil(count / white));
    std::vector<SizedPart> parts;
    for (const auto& [w, w_end] : even_ranges(spread[0], white)) {
        for (const auto& [b, b_end] : even_ranges(spread[1], black)) {
            const double some = blocks(0, w, w_end) * blocks(1, b, b_end);
            if (some == 0) continue;
            SlicePart part{{w, b}, {w_end, b_end}, 0, 1};
            // Men's moves do not lead from one share to another.
            const double shares = std::min({std::ceil(some / all * solving / seconds), some, most_shares});
            if (w_end == w + 1 && b_end == b + 1) part.shares = static_cast<std::uint32_t>(shares);
            for (; part.share < part.shares; ++part.share) parts.push_back({part, some / all / part.shares});
        }
    }
    std::stable_sort(parts.begin(), parts.end(), [](const SizedPart& x, const SizedPart& y) {
        return x.part.begin[0] + x.part.begin[1] > y.part.begin[0] + y.part.begin[1];
    });
    return parts;
}

// Does one move of a known man lead from this part to that one?
bool is_next(const SlicePart& part, const SlicePart& other) {
    return (other.begin[0] == part.end[0] && other.begin[1] == part.begin[1]) ||
           (other.begin[1] == part.end[1] && other.begin[0] == part.begin[0]);
}

class UnitPlanner {
public:
    UnitPlanner(const BuildPlan& plan, const Rules& rules)
        : plan_{plan}, graph_{rules, plan}, solved_in_(plan.slices.size()), table_in_(plan.slices.size()) {}

    // Consecutive slices of the order of building: then no two units wait for each other.
    void add_pack(const std::vector<std::size_t>& slices) {
        BuildUnit unit;
        const std::vector<std::size_t> needed = graph_.with_successors(slices);
        std::vector<std::size_t> others;
        for (const std::size_t slice : slices) {
            solved_in_[slice] = {units_.size()};
            table_in_[slice] = units_.size();
        }
        for (const std::size_t i : needed) {
            const PlannedSlice& planned = plan_.slices[i];
            if (table_in_[i] == units_.size()) {
                unit.slices.push_back(planned.slice);
                unit.disk += planned.disk;
                unit.solving += planned.seconds;
                unit.seconds += planned.save_seconds;
            } else {
                waits_for_values(others, i);
                others.push_back(table_in_[i]);
                unit.reads += planned.value_file;
                unit.seconds += planned.read_seconds;
            }
        }
        unit.seconds += unit.solving;
        needs_memory(unit, needed);
        add(std::move(unit), std::move(others));
    }

    void add_divided(std::size_t slice, double seconds, bool divide_table) {
        const PlannedSlice& planned = plan_.slices[slice];
        BuildUnit whole;
        needs_memory(whole, graph_.with_successors(std::span{&slice, 1}));
        double solving = planned.solving + planned.read_seconds + planned.save_seconds;
        for (const std::size_t next : graph_.successors(slice)) solving += plan_.slices[next].read_seconds;
        const std::vector<SizedPart> parts = parts_of(planned, solving, seconds);
        const std::size_t first = units_.size();
        for (const auto& [part, size] : parts) {
            BuildUnit unit;
            unit.slices = {planned.slice};
            unit.part = part;
            unit.solving = planned.solving * size;
            // What it leads to, and as much of the parts beside it.
            double reading = planned.read_seconds;
            double bytes = static_cast<double>(planned.value_file);
            std::vector<std::size_t> others;
            std::uint64_t entered = planned.scratch;
            for (const std::size_t next : graph_.successors(slice)) {
                waits_for_values(others, next);
                reading += plan_.slices[next].read_seconds;
                bytes += static_cast<double>(plan_.slices[next].value_file);
                entered = checked_sum(entered, plan_.slices[next].entered);
            }
            for (std::size_t i = 0; first + i < units_.size(); ++i) {
                if (is_next(part, parts[i].part)) others.push_back(first + i);
            }
            unit.seconds = unit.solving + (reading + planned.save_seconds) * size;
            unit.reads = static_cast<std::uint64_t>(bytes * size);
            const double own = 3 * size * static_cast<double>(planned.arrays);
            if (own < static_cast<double>(planned.window))
                entered = checked_sum(entered, static_cast<std::uint64_t>(own));
            else
                entered = checked_sum(entered, planned.window);
            unit.memory = std::min(whole.memory, checked_product(entered, 3) / 2);
            unit.least_memory = std::min(unit.memory, whole.least_memory);
            solved_in_[slice].push_back(units_.size());
            add(std::move(unit), std::move(others));
        }
        add_table(slice, seconds, divide_table, whole);
    }

    std::vector<BuildUnit> units() && { return std::move(units_); }

private:
    // Frames and digests of this many values a second are put together, by one thread of a machine: half of
    // what English 5 pieces took, whose files were in the system's memory.
    static constexpr double values_assembled_a_second = 500e6;

    // `whole`: what solving it at once needs.
    void add_table(std::size_t slice, double seconds, bool divided, const BuildUnit& whole) {
        const PlannedSlice& planned = plan_.slices[slice];
        constexpr double most_shares = 64;
        const double writing = planned.seconds - planned.solving;
        std::vector<std::size_t> others = solved_in_[slice];
        BuildUnit table;
        table.slices = {planned.slice};
        table.from_parts = true;
        table.disk = planned.disk;
        table.memory = whole.memory;
        table.least_memory = whole.least_memory;
        table.reads = planned.value_file;
        table.solving = writing;
        table.seconds = writing + planned.read_seconds;
        if (divided) {
            table.frame_shares =
                static_cast<std::uint32_t>(std::clamp(std::ceil(writing / seconds), 1.0, most_shares));
            const double share = 1.0 / table.frame_shares;
            for (std::uint32_t i = 0; i < table.frame_shares; ++i) {
                BuildUnit unit;
                unit.slices = {planned.slice};
                unit.frames = SlicePart{};
                unit.frames->share = i;
                unit.frames->shares = table.frame_shares;
                unit.memory = whole.memory;
                unit.least_memory = whole.least_memory;
                unit.reads = static_cast<std::uint64_t>(static_cast<double>(planned.value_file) * share);
                unit.solving = writing * share;
                unit.seconds = unit.solving + planned.read_seconds * share;
                others.push_back(units_.size());
                add(std::move(unit), solved_in_[slice]);
            }
            table.reads = planned.disk;
            table.solving = static_cast<double>(planned.values) / values_assembled_a_second;
            table.seconds = table.solving;
        }
        for (const std::size_t next : graph_.successors(slice)) others.push_back(table_in_[next]);
        table_in_[slice] = units_.size();
        add(std::move(table), std::move(others));
    }
    void waits_for_values(std::vector<std::size_t>& units, std::size_t slice) const {
        units.insert(units.end(), solved_in_[slice].begin(), solved_in_[slice].end());
    }
    void needs_memory(BuildUnit& unit, const std::vector<std::size_t>& slices) const {
        const std::vector<std::uint64_t> memory = graph_.memory(slices);
        const std::vector<std::uint64_t> enough = graph_.enough_memory(slices);
        const std::vector<std::uint64_t> least = graph_.least_memory(slices);
        for (std::size_t i = 0; i < slices.size(); ++i) {
            unit.memory = std::max(unit.memory, std::min(memory[i], enough[i]));
            unit.least_memory = std::max(unit.least_memory, std::min(memory[i], least[i]));
        }
    }
    void add(BuildUnit unit, std::vector<std::size_t> others) {
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        unit.parents = ancestors_.reduced(others);
        units_.push_back(std::move(unit));
    }

    const BuildPlan& plan_;
    SliceGraph graph_;
    std::vector<std::vector<std::size_t>> solved_in_;  // by slice: the units that leave its values
    std::vector<std::size_t> table_in_;                // and the one that writes its table
    Ancestors ancestors_;
    std::vector<BuildUnit> units_;
};

}  // namespace

std::vector<BuildUnit> plan_units(const BuildPlan& plan, const Rules& rules, const UnitSizes& sizes) {
    UnitPlanner planner{plan, rules};
    std::vector<std::size_t> pack;
    double packed = 0;
    const auto end_pack = [&] {
        if (!pack.empty()) planner.add_pack(pack);
        pack.clear();
        packed = 0;
    };
    for (std::size_t i = 0; i < plan.slices.size(); ++i) {
        const PlannedSlice& planned = plan.slices[i];
        if (planned.seconds > sizes.divide_from && !planned.spread[0].empty()) {
            end_pack();
            planner.add_divided(i, sizes.divide_from, sizes.divide_tables);
            continue;
        }
        if (packed + planned.seconds > sizes.pack_up_to) end_pack();
        pack.push_back(i);
        packed += planned.seconds;
    }
    end_pack();
    return std::move(planner).units();
}

std::map<Slice, std::vector<SlicePart>> divided_slices(const std::vector<BuildUnit>& units) {
    std::map<Slice, std::vector<SlicePart>> divided;
    for (const BuildUnit& unit : units) {
        if (unit.part) divided[unit.slices.front()].push_back(*unit.part);
    }
    return divided;
}

std::vector<HandedOnValues> values_of(const BuildUnit& unit) {
    std::vector<HandedOnValues> values;
    if (unit.from_parts) return values;
    if (unit.frames) return {{unit.slices.front(), *unit.frames, true}};
    for (const Slice& slice : unit.slices) values.push_back({slice, unit.part.value_or(SlicePart{})});
    return values;
}

std::map<HandedOnValues, std::vector<std::size_t>> readers_of(const std::vector<BuildUnit>& units,
                                                              const Rules& rules) {
    std::map<Slice, std::vector<HandedOnValues>> left;  // by units before
    std::map<HandedOnValues, std::vector<std::size_t>> readers;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const BuildUnit& unit = units[u];
        std::set<HandedOnValues> read;
        for (const Slice& slice : unit.slices) {
            for (const HandedOnValues& own : left[slice]) {
                if (unit.from_parts ? own.frames || unit.frame_shares == 0
                                    : !own.frames && (unit.frames || unit.part->leads_to(own.part)))
                    read.insert(own);
            }
            if (unit.frame_shares > 0) continue;
            for (const Slice& next : successors(rules, slice)) {
                // Some have no room on the board, others are of the same unit.
                const auto it = left.find(next);
                if (it == left.end()) continue;
                for (const HandedOnValues& of : it->second) {
                    if (!of.frames) read.insert(of);
                }
            }
        }
        for (const HandedOnValues& values : read) readers[values].push_back(u);
        for (const HandedOnValues& values : values_of(unit)) left[values.slice].push_back(values);
    }
    return readers;
}

UnitTotals totals_of(const std::vector<BuildUnit>& units) {
    UnitTotals totals;
    for (const BuildUnit& unit : units) {
        totals.seconds += unit.seconds;
        totals.memory = std::max(totals.memory, unit.memory);
        totals.least_memory = std::max(totals.least_memory, unit.least_memory);
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
