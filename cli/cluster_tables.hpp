// What the folder of a plan holds: which units are done, what they hand on to others, and what each told when
// it ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/cluster_plan.hpp"
#include "cli/console.hpp"
#include "cli/json.hpp"
#include "rules/result.hpp"
#include "solver/build_folder.hpp"
#include "solver/unit_plan.hpp"
#include "solver/value_file.hpp"

namespace damier {

enum class TableCheck {
    quick,  // header and footer
    whole,  // every byte; damaged tables are told
};

std::filesystem::path values_folder(const ClusterPlan& plan);
ValueFiles value_files_of(const ClusterPlan& plan, const AnyGame& game);

// Who reads the value files of whom.
class HandedOn {
public:
    // All must outlive it.
    HandedOn(const ClusterPlan& plan, const AnyGame& game, const BuildFolder& folder,
             const ValueFiles& values);

    // What this unit reads: the value files of other units that it is built directly upon, ...
    std::vector<HandedOnValues> read(std::size_t unit) const;
    // ... and the tables; none where it solves a part, or makes frames.
    std::vector<Slice> tables(std::size_t unit) const;
    // The value files that others still need of a unit: those that have not done what they do.
    std::vector<HandedOnValues> awaited(std::size_t unit) const;
    // Removes the value files that this unit was the last to need.
    void drop_what_nobody_awaits(std::size_t unit) const;

private:
    using Known = std::map<HandedOnValues, bool>;
    bool is_awaited(const HandedOnValues& values, Known& known) const;
    bool is_through(std::size_t unit, Known& known) const;

    const ClusterPlan& plan_;
    const AnyGame& game_;
    std::set<Slice> of_plan_;  // some successors have no room on the board
    const BuildFolder& folder_;
    const ValueFiles& values_;
    std::map<HandedOnValues, std::vector<std::size_t>> readers_;
};

// UnitState::done where all tables of a unit are there and valid, and the value files that missing units need
// of it; of one that solves a part or makes frames, only those. ErrorKind::table_damaged for a valid table of
// something else, which may be somebody's work.
// `damaged`: where to put the slices whose tables are, which TableCheck::whole finds.
Result<std::vector<UnitState>> unit_states(const ClusterPlan& plan, const AnyGame& game, TableCheck check,
                                           Console& console, std::vector<Slice>* damaged = nullptr);

// What a unit tells in PLACE/result/N.json when it ends, last time; nothing where it has not, or nobody can
// read it.
std::optional<Json> unit_result(const ClusterPlan& plan, std::size_t unit);
Result<void> write_unit_result(const ClusterPlan& plan, std::size_t unit, const Json& result);

// Writes down that this machine works in the folder.
Result<void> register_machine(const ClusterPlan& plan);
// Removes what the machines that worked here left half-written; for when none of them does any more.
Result<std::size_t> sweep_folder(const ClusterPlan& plan);

std::filesystem::path unit_log(const ClusterPlan& plan, std::size_t unit);

// The plans that builds on clusters left in a folder of tables.
Result<std::vector<ClusterPlan>> plans_in(const std::filesystem::path& folder);

}  // namespace damier
