// A build in units: pieces of work for machines that share a folder. A unit builds a large slice, or several
// small ones, from the tables that other units have published, so it says which units must be through before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "egtb/slice.hpp"
#include "rules/rules.hpp"
#include "solver/build.hpp"
#include "solver/slice_part.hpp"

namespace damier {

struct BuildUnit {
    std::vector<Slice> slices;         // in the order of building
    std::vector<std::size_t> parents;  // units (by place in the plan) that must be through; those that
                                       // another of them has waited for are left out
    std::uint64_t memory = 0;          // bytes with which hardly a page of tiles is unpacked twice
    std::uint64_t least_memory = 0;    // bytes with which it can be done at all
    std::uint64_t disk = 0;            // bytes of its tables
    std::uint64_t reads = 0;           // bytes of value files that it reads
    double seconds = 0;                // on one thread: reading what it is built upon, solving, writing, and
                                       // leaving values for others
    double solving = 0;                // of these: solving and writing
    // Of one slice that is divided: the part that it solves into a value file; ...
    std::optional<SlicePart> part = {};
    // ... the share of the frames of its table that it makes from all those; ...
    std::optional<SlicePart> frames = {};
    // ... or it writes the table, from so many such shares, or from the parts.
    bool from_parts = false;
    std::uint32_t frame_shares = 0;
};

struct UnitSizes {
    // Seconds, on one thread. Consecutive slices of the plan are packed together as long as they take no
    // more;
    double pack_up_to = 0;
    // slices that take longer are divided into parts that take about as long to solve, and a unit that writes
    // the table.
    double divide_from = std::numeric_limits<double>::infinity();
    // Are frames of their tables made by several units? For efforts below max.
    bool divide_tables = true;
};

// Units in an order in which parents come first.
std::vector<BuildUnit> plan_units(const BuildPlan& plan, const Rules& rules, const UnitSizes& sizes);

// The parts of the slices that are divided.
std::map<Slice, std::vector<SlicePart>> divided_slices(const std::vector<BuildUnit>& units);

// What a value file is of.
struct HandedOnValues {
    Slice slice;
    SlicePart part = {};
    bool frames = false;  // of the table
    friend auto operator<=>(const HandedOnValues&, const HandedOnValues&) = default;
    friend bool operator==(const HandedOnValues&, const HandedOnValues&) = default;
};
// Those that a unit can leave.
std::vector<HandedOnValues> values_of(const BuildUnit& unit);
// For each, the other units that read it: those with slices that are built directly upon it, parts that lead
// there, and the unit that writes the table.
std::map<HandedOnValues, std::vector<std::size_t>> readers_of(const std::vector<BuildUnit>& units,
                                                              const Rules& rules);

struct UnitTotals {
    double seconds = 0;        // on one thread, all units
    std::uint64_t memory = 0;  // of the unit that needs most
    std::uint64_t least_memory = 0;
    std::uint64_t reads = 0;
    std::uint64_t disk = 0;
};
UnitTotals totals_of(const std::vector<BuildUnit>& units);

// Seconds (of one thread) of the longest chain of units, each waiting for the one before.
double critical_path(const std::vector<BuildUnit>& units);

// Seconds that so many machines of one thread take: whenever one is free it takes, of the units whose parents
// are through, the one with the longest chain behind it.
double simulated_seconds(const std::vector<BuildUnit>& units, int machines);

// What is known of a unit when more are to be started.
enum class UnitState : std::uint8_t { missing, running, done, failed };

struct UnitStart {
    std::size_t unit = 0;
    std::vector<std::size_t> after;  // units started in the same window, which it must wait for
};

// The units to start now, at most so many, parents first: those that are missing and wait only for units that
// are done or started in this window. What waits for a running unit is left to a later window, what waits for
// one that failed is left out.
std::vector<UnitStart> next_window(const std::vector<BuildUnit>& units, const std::vector<UnitState>& states,
                                   std::size_t most);

}  // namespace damier
