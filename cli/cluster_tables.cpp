#include "cli/cluster_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "cli/arguments.hpp"
#include "cli/text_file.hpp"
#include "egtb/atomic_file.hpp"
#include "egtb/table_error.hpp"
#include "solver/build_folder.hpp"

namespace damier {

namespace {

bool opens(const BuildFolder& folder, const Slice& slice) { return folder.open(slice).has_value(); }

std::filesystem::path result_file(const ClusterPlan& plan, std::size_t unit) {
    return plan.place() / "result" / fmt::format("{}.json", unit);
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        found.push_back(entry->path());
    }
    return found;
}

// A unit whose tables are there is missing all the same where one that is missing needs a value file of it;
// one that solves a part is missing only then. From the last unit back, since that goes on.
void require_values(const ClusterPlan& plan, const AnyGame& game, std::vector<UnitState>& states) {
    const auto readers = readers_of(plan.units, game.rules());
    const ValueFiles files = value_files_of(plan, game);
    for (std::size_t u = plan.units.size(); u-- > 0;) {
        if (states[u] != UnitState::done) continue;
        for (const HandedOnValues& values : values_of(plan.units[u])) {
            const auto it = readers.find(values);
            if (it == readers.end()) continue;
            const bool awaited = std::any_of(it->second.begin(), it->second.end(), [&](std::size_t reader) {
                return states[reader] == UnitState::missing;
            });
            if (awaited && !files.has(values.slice, values.part, values.frames))
                states[u] = UnitState::missing;
        }
    }
}

}  // namespace

std::filesystem::path values_folder(const ClusterPlan& plan) { return plan.place() / "values"; }

ValueFiles value_files_of(const ClusterPlan& plan, const AnyGame& game) {
    return {plan.identity(game), values_folder(plan), plan.effort};
}

HandedOn::HandedOn(const ClusterPlan& plan, const AnyGame& game, const BuildFolder& folder,
                   const ValueFiles& values)
    : plan_{plan},
      game_{game},
      folder_{folder},
      values_{values},
      readers_{readers_of(plan.units, game.rules())} {
    for (const BuildUnit& unit : plan.units) of_plan_.insert(unit.slices.begin(), unit.slices.end());
}

std::vector<HandedOnValues> HandedOn::read(std::size_t unit) const {
    std::vector<HandedOnValues> read;
    for (const auto& [values, readers] : readers_) {
        if (std::find(readers.begin(), readers.end(), unit) != readers.end()) read.push_back(values);
    }
    return read;
}

std::vector<Slice> HandedOn::tables(std::size_t unit) const {
    std::set<Slice> slices;
    const BuildUnit& of = plan_.units[unit];
    if (of.part || of.frames) return {};
    for (const Slice& own : of.slices) {
        for (const Slice& next : successors(game_.rules(), own)) slices.insert(next);
    }
    for (const Slice& own : of.slices) slices.erase(own);
    std::erase_if(slices, [&](const Slice& slice) { return !of_plan_.contains(slice); });
    return {slices.begin(), slices.end()};
}

// Its tables are there, and what others need of it.
bool HandedOn::is_through(std::size_t unit, Known& known) const {
    const BuildUnit& of = plan_.units[unit];
    const auto is_there = [&](const Slice& slice) {
        std::error_code error;
        return std::filesystem::exists(folder_.path(slice), error);
    };
    if (!of.part && !of.frames && !std::all_of(of.slices.begin(), of.slices.end(), is_there)) return false;
    const std::vector<HandedOnValues> left = values_of(of);
    return std::all_of(left.begin(), left.end(), [&](const HandedOnValues& values) {
        return values_.has(values.slice, values.part, values.frames) || !is_awaited(values, known);
    });
}

// Units read only what units before them leave, so this comes to an end.
bool HandedOn::is_awaited(const HandedOnValues& values, Known& known) const {
    const auto [it, is_new] = known.try_emplace(values, false);
    const auto readers = readers_.find(values);
    if (!is_new || readers == readers_.end()) return it->second;
    const bool awaited = std::any_of(readers->second.begin(), readers->second.end(),
                                     [&](std::size_t reader) { return !is_through(reader, known); });
    known[values] = awaited;
    return awaited;
}

std::vector<HandedOnValues> HandedOn::awaited(std::size_t unit) const {
    std::vector<HandedOnValues> awaited;
    Known known;
    for (const HandedOnValues& values : values_of(plan_.units[unit])) {
        if (is_awaited(values, known)) awaited.push_back(values);
    }
    return awaited;
}

void HandedOn::drop_what_nobody_awaits(std::size_t unit) const {
    std::vector<HandedOnValues> needless = read(unit);
    // With a table, nobody will do any more what is missing of its parts: then that reads nothing either.
    const BuildUnit& of = plan_.units[unit];
    for (std::size_t u = 0; of.from_parts && u < unit; ++u) {
        if (plan_.units[u].slices.front() != of.slices.front()) continue;
        for (const HandedOnValues& values : read(u)) needless.push_back(values);
    }
    Known known;
    for (const HandedOnValues& values : needless) {
        if (!is_awaited(values, known)) values_.remove(values.slice, values.part, values.frames);
    }
}

Result<std::vector<UnitState>> unit_states(const ClusterPlan& plan, const AnyGame& game, TableCheck check,
                                           Console& console, std::vector<Slice>* damaged) {
    const BuildFolder folder{game.rules(), plan.identity(game), plan.folder};
    std::vector<UnitState> states;
    std::map<Slice, Digest128> digests;
    for (const BuildUnit& unit : plan.units) {
        bool done = true;
        for (const Slice& slice : unit.slices) {
            if (unit.part || unit.frames) break;
            if (check == TableCheck::quick) {
                done = done && opens(folder, slice);
                continue;
            }
            const auto found = folder.find(slice, digests);
            if (!found) return fail(found.error());
            if (found->state == BuildFolder::State::damaged) {
                console.say(without_remedy(*found->damage) + "; it is built again");
                if (damaged != nullptr) damaged->push_back(slice);
            }
            done = done && found->state == BuildFolder::State::valid;
            if (found->state == BuildFolder::State::valid) digests[slice] = found->content;
        }
        states.push_back(done ? UnitState::done : UnitState::missing);
    }
    require_values(plan, game, states);
    return states;
}

std::optional<Json> unit_result(const ClusterPlan& plan, std::size_t unit) {
    const auto text = read_whole(result_file(plan, unit));
    if (!text) return std::nullopt;
    Json result = Json::parse(*text, nullptr, false);
    const auto is_number = [&](const char* key) { return result.contains(key) && result[key].is_number(); };
    const auto is_text = [&](const char* key) { return result.contains(key) && result[key].is_string(); };
    if (!result.is_object() || !is_number("exit") || !is_number("seconds") || !is_text("message") ||
        !is_text("job") || !is_text("host"))
        return std::nullopt;
    return result;
}

Result<void> write_unit_result(const ClusterPlan& plan, std::size_t unit, const Json& result) {
    return write_whole(result_file(plan, unit), json_line(result));
}

Result<void> register_machine(const ClusterPlan& plan) {
    const std::filesystem::path file = plan.place() / "nodes" / writer_host();
    std::error_code error;
    if (std::filesystem::exists(file, error)) return {};
    return write_whole(file, "");
}

Result<std::size_t> sweep_folder(const ClusterPlan& plan) {
    std::set<std::string> hosts;
    for (const auto& entry : entries_of(plan.place() / "nodes")) hosts.insert(entry.filename().string());
    for (const char* part : {"result", "nodes", "values", "."}) {
        for (const auto& entry : entries_of(plan.place() / part)) {
            std::error_code ignored;
            if (entry.filename().string().starts_with(".")) std::filesystem::remove(entry, ignored);
        }
    }
    // The first submission makes the folder.
    std::error_code error;
    if (!std::filesystem::exists(plan.folder, error) && !error) return 0;
    return remove_temporaries_of(plan.folder, hosts);
}

std::filesystem::path unit_log(const ClusterPlan& plan, std::size_t unit) {
    return plan.place() / "log" / fmt::format("unit-{}.log", unit);
}

Result<std::vector<ClusterPlan>> plans_in(const std::filesystem::path& folder) {
    if (auto readable = check_readable(folder.string()); !readable) return fail(readable.error());
    std::vector<ClusterPlan> plans;
    for (const auto& entry : entries_of(folder / ".cluster")) {
        Result<ClusterPlan> plan = read_plan(entry / "plan.jsonl");
        if (!plan && plan.error().kind == ErrorKind::not_answerable) continue;
        if (!plan) return fail(plan.error());
        plans.push_back(std::move(*plan));
    }
    if (plans.empty()) {
        return fail(ErrorKind::not_answerable,
                    folder.string() + ": there is no plan of a build on a cluster in this folder");
    }
    return plans;
}

}  // namespace damier
