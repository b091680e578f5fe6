// The plan of a build on a cluster, as a file that every unit reads: what is built, where, and in which
// units.
//
// Lines of JSON: first what is built; then each unit, by its place; last the XXH3-64 of all bytes before that
// line, as `head -n -1 FILE | xxhsum -H3` prints it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/any_game.hpp"
#include "cli/rule_arguments.hpp"
#include "egtb/frame_codec.hpp"
#include "rules/result.hpp"
#include "solver/unit_plan.hpp"

namespace damier {

inline constexpr int most_plan_pieces = 16;

struct ClusterPlan {
    std::string variant;
    std::string board;  // "8x8"
    std::string metric;
    int pieces = 0;
    std::uint64_t fingerprint = 0;  // of the rules
    RuleArguments rules = {};       // of metric `rule`, the rulebook by its name
    std::uint64_t draw_rules = 0;   // fingerprint of what is followed of it
    Effort effort = Effort::normal;
    std::string folder;         // of the tables, absolute
    double serial_seconds = 0;  // one machine, one thread, all slices
    std::vector<BuildUnit> units;

    // The folder of the plan, of what units tell and of their logs: DIR/.cluster/english-8x8.wld.8
    std::filesystem::path place() const;
    std::filesystem::path file() const { return place() / "plan.jsonl"; }
    // Of a plan that game_of() has accepted.
    TableIdentity identity(const AnyGame& game) const;
};

std::string plan_text(const ClusterPlan& plan);
// Of eight digits, the checksum of the text: which plan a job belongs to.
std::string plan_digest(const ClusterPlan& plan);
// `source` for messages, whose places are lines and columns of the text. ErrorKind::bad_input.
Result<ClusterPlan> parse_plan(std::string_view text, const std::string& source);

Result<ClusterPlan> read_plan(const std::filesystem::path& file);
// Whole or not at all; makes the folders.
Result<void> write_plan(const ClusterPlan& plan);

// The game of a plan; ErrorKind::bad_input where this program has other rules, or other draw rules, for it.
Result<std::unique_ptr<AnyGame>> game_of(const ClusterPlan& plan);

}  // namespace damier
