#include "cli/cluster_tables.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <system_error>

#include "cli/text_file.hpp"
#include "egtb/atomic_file.hpp"
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

}  // namespace

Result<std::vector<UnitState>> unit_states(const ClusterPlan& plan, const AnyGame& game, TableCheck check,
                                           Console& console) {
    const BuildFolder folder{game.rules(), plan.identity(game), plan.folder};
    std::vector<UnitState> states;
    std::map<Slice, Digest128> digests;
    for (const BuildUnit& unit : plan.units) {
        bool done = true;
        for (const Slice& slice : unit.slices) {
            if (check == TableCheck::quick) {
                done = done && opens(folder, slice);
                continue;
            }
            const auto found = folder.find(slice, digests);
            if (!found) return fail(found.error());
            if (found->state == BuildFolder::State::damaged) {
                console.say(found->damage->message + "; it is built anew");
            }
            done = done && found->state == BuildFolder::State::valid;
            if (found->state == BuildFolder::State::valid) digests[slice] = found->content;
        }
        states.push_back(done ? UnitState::done : UnitState::missing);
    }
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
    for (const char* part : {"result", "nodes", "."}) {
        for (const auto& entry : entries_of(plan.place() / part)) {
            std::error_code ignored;
            if (entry.filename().string().starts_with(".")) std::filesystem::remove(entry, ignored);
        }
    }
    return remove_temporaries_of(plan.folder, hosts);
}

std::filesystem::path unit_log(const ClusterPlan& plan, std::size_t unit) {
    return plan.place() / "log" / fmt::format("unit-{}.log", unit);
}

Result<std::vector<ClusterPlan>> plans_in(const std::filesystem::path& folder) {
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
