// The tables of one variant, board and metric in a folder (or several): opened at first use, kept open, their
// frames in one bounded cache. Thread-safe.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "egtb/counted_rules.hpp"
#include "egtb/frame_cache.hpp"
#include "egtb/slice.hpp"
#include "rules/rules.hpp"

namespace damier {

// What the tables are of; every file must agree with it.
struct TableIdentity {
    std::string variant;  // as files name it (rules/reading.hpp); one name for all readings that play alike
    BoardShape shape;
    bool official_board = true;  // of the variant; else commands name the board
    std::string metric;
    std::uint64_t rules_fingerprint = 0;
    std::shared_ptr<const CountedRules> counted = {};  // of metric `rule`: the draw rules

    static TableIdentity of(const Rules& rules, const BoardShape& shape, std::string_view metric,
                            std::shared_ptr<const CountedRules> counted = {});
    TableBoard board() const;
    std::string file_name(const Slice& slice) const;
    TableExpectations expectations(const Slice& slice) const;
};

inline constexpr std::size_t default_cache_bytes = std::size_t{256} << 20;

class TableSet {
public:
    TableSet(TableIdentity identity, std::vector<std::filesystem::path> folders,
             std::size_t cache_bytes = default_cache_bytes);

    const TableIdentity& identity() const { return identity_; }

    // The table of a canonical slice. ErrorKind::not_answerable where no folder has it: the message names the
    // slice, the folders and the command that builds it; ErrorKind::table_damaged where the file is not what
    // it should be.
    Result<const CachedTable*> table(const Slice& slice);

    // Canonical slices of which a file is there (opened or not), and the most pieces of them; no check of
    // their content.
    std::vector<Slice> present() const;

    FrameCache& cache() { return *cache_; }

private:
    Result<const CachedTable*> open(const Slice& slice);

    TableIdentity identity_;
    std::vector<std::filesystem::path> folders_;
    std::shared_ptr<FrameCache> cache_;
    std::shared_mutex mutex_;
    std::map<Slice, std::unique_ptr<const CachedTable>> open_;
};

}  // namespace damier
