#include "solver/build_folder.hpp"

#include <set>
#include <system_error>

#include "egtb/atomic_file.hpp"

namespace damier {

std::vector<TableParent> parents_of(const std::vector<Slice>& successors, std::string_view metric,
                                    const std::map<Slice, Digest128>& digests) {
    std::vector<TableParent> parents;
    for (const Slice& next : successors) {
        const auto it = digests.find(next);
        if (it != digests.end()) parents.push_back({std::string{metric}, next, it->second});
    }
    return parents;
}

Result<void> BuildFolder::make() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return fail(ErrorKind::io, folder_.string() + ": cannot make the folder: " + error.message());
    return {};
}

Result<void> BuildFolder::prepare() const {
    if (auto made = make(); !made) return made;
    const auto cleared = remove_stale_temporaries(folder_);
    if (!cleared) return fail(cleared.error());
    return {};
}

Result<TableFile> BuildFolder::open(const Slice& slice) const {
    return TableFile::open(folder_ / identity_.file_name(slice), identity_.expectations(slice));
}

auto BuildFolder::find(const Slice& slice, const std::map<Slice, Digest128>& digests) const -> Result<Found> {
    const std::filesystem::path path = folder_ / identity_.file_name(slice);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        if (error && error != std::errc::no_such_file_or_directory) {
            return fail(ErrorKind::io, path.string() + ": " + error.message());
        }
        return Found{};
    }
    Result<TableFile> table = TableFile::open(path);
    if (!table && table.error().kind == ErrorKind::table_damaged)
        return Found{State::damaged, {}, table.error()};
    if (!table) return fail(table.error());
    if (auto same = compare(table->header(), identity_.expectations(slice), path.string()); !same) {
        return fail(same.error());
    }
    // Its values were compared with what was solved before it got its name (egtb/table_writer.hpp).
    if (auto whole = table->verify_stored(); !whole) {
        if (whole.error().kind == ErrorKind::table_damaged) return Found{State::damaged, {}, whole.error()};
        return fail(whole.error());
    }
    Found found{State::valid, table->footer().content, {}, table->header().parents};
    std::set<Slice> named;
    for (const TableParent& parent : found.parents) {
        named.insert(parent.slice);
        const auto known = digests.find(parent.slice);
        if (known != digests.end() && known->second != parent.content)
            return fail(other_parent(path, parent.slice));
    }
    const std::vector<Slice> next = successors(rules_, slice);
    if (named != std::set<Slice>{next.begin(), next.end()}) return fail(other_parent(path, slice));
    return found;
}

Error other_parent(const std::filesystem::path& table, const Slice& parent) {
    return {ErrorKind::table_damaged,
            table.string() + ": it was built on another table of " + parent.name() +
                " than the one beside it; remove both and run the build again",
            {}};
}

}  // namespace damier
