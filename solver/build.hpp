// Building the tables of a variant: every slice up to a number of pieces, in order, each published when it is
// done. What is there already and valid is kept; the same command goes on after any interruption.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egtb/frame_codec.hpp"
#include "egtb/table_set.hpp"
#include "rules/result.hpp"
#include "solver/slice_part.hpp"
#include "solver/slice_solver.hpp"
#include "solver/slice_table.hpp"

namespace damier {

// Both solvers make the same tables; the row solver is the slow and simple one, for checks, and for rules and
// metrics that the other does not know (bit_solver.hpp).
enum class SolverKind { automatic, bit, row };

struct BuildOptions {
    std::filesystem::path folder;
    int pieces = 4;
    int threads = 1;
    Effort effort = Effort::normal;
    std::uint64_t memory = 0;  // bytes that building may use, at least the plan's least_memory; 0: no limit
    SolverKind solver = SolverKind::automatic;
    std::shared_ptr<const CountedRules> counted = {};  // of metric `rule`, which needs it: the draw rules
    // The slices to build, where not all are. What they are built upon must then be there: a missing table is
    // ErrorKind::not_answerable, a damaged one ErrorKind::table_damaged. Such builds may run side by side in
    // a folder, even of the same slices: what others left half-written is not touched.
    std::vector<Slice> only = {};
    // With `only`: a folder of value files (solver/value_file.hpp). What is built upon a slice that has one
    // there reads it instead of restoring the table, which takes everything that the slice itself is built
    // upon.
    std::filesystem::path values = {};
    std::vector<Slice> keep = {};  // of `only`: those that get a file there
    // Slices whose value files are those of parts, all of which are read.
    std::map<Slice, std::vector<SlicePart>> divided = {};
    // Of the single slice in `only`: to solve this part of it, and to leave its value file and no table. No
    // table is read: what has no value file is solved again.
    std::optional<SlicePart> part = {};
    // The same, to write a share of the frames of its table: without tables, and as its last step without
    // values, the table is assembled from so many shares where they are all there.
    std::optional<SlicePart> frames = {};
    std::uint32_t frame_shares = 0;
};

// One slice of a plan. Both sides to move; placements that exist.
struct PlannedSlice {
    Slice slice;
    std::uint64_t placements = 0;  // for one side to move
    std::uint64_t values =
        0;  // placements times the sides that are stored (one where the slice is symmetric)
    std::uint64_t memory = 0;         // bytes while it is solved, successors included, if nothing is packed
    std::uint64_t enough_memory = 0;  // and if all is packed that can be, but hardly a page unpacked twice
    std::uint64_t least_memory = 0;   // and if pages are unpacked as often as it takes; all estimated
    std::uint64_t disk = 0;           // bytes, estimated
    bool present = false;             // a table is in the folder (its content not checked)
    std::uint64_t arrays = 0;         // bytes of its values, in both colours
    std::uint64_t packed = 0;         // the same when memory is short, estimated; rows are not packed
    bool spills = false;              // and packed ones can be on the disk
    std::uint64_t window = 0;         // bytes of two levels of it, which are unpacked while it is solved
    std::uint64_t entered = 0;        // and while those are that are built upon it
    std::uint64_t least_window = 0;   // the same while a page of it is solved, not a level
    std::uint64_t least_entered = 0;
    std::uint64_t scratch = 0;  // bytes that solving takes besides
    // How many sets of known men (bit_game.hpp) there are, by colour and by the rows that they have advanced.
    // None where the slice is not to be divided.
    std::array<std::vector<double>, 2> spread = {};
    double solving = 0;            // seconds to solve it, of those that follow
    double seconds = 0;            // to solve and write it, at the rates of docs/measurements.md, one thread
    double save_seconds = 0;       // to write a value file of it
    double read_seconds = 0;       // to read that for those that are built upon it
    std::uint64_t value_file = 0;  // bytes of that, estimated
};

struct BuildPlan {
    std::vector<PlannedSlice> slices;  // in the order of building
    std::uint64_t placements = 0;
    std::uint64_t values = 0;
    std::uint64_t peak_memory = 0;  // the most of its slices
    std::uint64_t enough_memory = 0;
    std::uint64_t least_memory = 0;
    std::uint64_t disk = 0;
    double seconds =
        0;  // of the slices that are not present, at the rates of docs/measurements.md, one thread
};

// bit or row, whichever is to do it: ErrorKind::usage where the bit solver is asked for and cannot.
template <class Set>
Result<SolverKind> solver_for(const Board<Set>& board, const Rules& rules, std::string_view metric,
                              SolverKind asked);

template <class Set>
Result<BuildPlan> plan_build(const Board<Set>& board, const Rules& rules, std::string_view metric, int pieces,
                             const std::filesystem::path& folder = {},
                             SolverKind solver = SolverKind::automatic);

// These slices of a plan, with the memory of going through them alone.
BuildPlan part_of_plan(const BuildPlan& plan, const Rules& rules, const std::vector<Slice>& slices);

// The message of ErrorKind::limit where a plan needs more than is allowed.
std::string too_little_memory(const BuildPlan& plan, std::uint64_t allowed);

// What a build tells while it works; calls may come from any thread, one at a time.
class BuildObserver {
public:
    virtual ~BuildObserver() = default;
    virtual void planned(const BuildPlan&) {}
    // A table that is valid and kept.
    virtual void kept(const PlannedSlice&) {}
    // A file under a final name that is not a valid table of this build, and is built anew: the reason.
    virtual void replaced(const PlannedSlice&, const Error&) {}
    virtual void started(const PlannedSlice&, std::string_view /*phase*/) {}  // "restore", "solve", "write"
    virtual void advanced(std::uint64_t /*values*/) {}                        // of the phase
    virtual void published(const PlannedSlice&, std::uint64_t /*file bytes*/, double /*seconds*/) {}
};

struct BuildReport {
    std::size_t built = 0;
    std::size_t parts = 0;  // of slices, solved into value files
    std::size_t kept = 0;
    std::uint64_t values = 0;    // solved, without restored ones
    double check_seconds = 0;    // wall time: what was there is read and checked
    double restore_seconds = 0;  // it is read again, for what is built upon it
    double solve_seconds = 0;
    double write_seconds = 0;
    std::uint64_t bytes = 0;  // of the files built
};

// `text` writes positions for the footers of metrics with distances.
template <class Set, Metric M = WldMetric>
Result<BuildReport> build_tables(const Board<Set>& board, const Rules& rules, const BuildOptions& options,
                                 const PositionText<Set>& text, BuildObserver& observer,
                                 const StopRequest& stop = {});

}  // namespace damier
