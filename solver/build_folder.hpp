// The folder that a build writes to: which tables of it are there, and whether they belong to this build.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "egtb/table_file.hpp"
#include "egtb/table_set.hpp"
#include "rules/result.hpp"

namespace damier {

// Tables in a folder that belong to this build.
class BuildFolder {
public:
    BuildFolder(const Rules& rules, TableIdentity identity, std::filesystem::path folder)
        : rules_{rules}, identity_{std::move(identity)}, folder_{std::move(folder)} {}

    Result<void> make() const;
    // Makes it, and clears what killed writers left in it.
    Result<void> prepare() const;

    enum class State { absent, valid, damaged };
    struct Found {
        State state = State::absent;
        Digest128 content = {};
        std::optional<Error> damage = {};
        std::vector<TableParent> parents = {};
    };
    // Reads the whole file. A table of other rules, or one built on other tables than `digests` has, is an
    // error: it may be somebody's work.
    Result<Found> find(const Slice& slice, const std::map<Slice, Digest128>& digests) const;
    Result<TableFile> open(const Slice& slice) const;

    std::filesystem::path path(const Slice& slice) const { return folder_ / identity_.file_name(slice); }
    const TableIdentity& identity() const { return identity_; }
    const std::filesystem::path& folder() const { return folder_; }

private:
    const Rules& rules_;
    TableIdentity identity_;
    std::filesystem::path folder_;
};

// The error of a table that names another digest of `parent` than that of the table beside it.
Error other_parent(const std::filesystem::path& table, const Slice& parent);

std::vector<TableParent> parents_of(const std::vector<Slice>& successors, std::string_view metric,
                                    const std::map<Slice, Digest128>& digests);

}  // namespace damier
