// Which tables the folders of a command have.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "cli/any_game.hpp"
#include "egtb/slice.hpp"
#include "egtb/table_set.hpp"
#include "rules/result.hpp"

namespace damier {

// Slices that have a file, in the order of building; ErrorKind::not_answerable where there is none.
Result<std::vector<Slice>> present_slices(const AnyGame& game, TableSet& tables);

// The most pieces N such that every slice of up to N pieces has a file; ErrorKind::not_answerable where the
// 2-piece tables are not all there.
Result<int> complete_pieces(const AnyGame& game, TableSet& tables);

// A table that could be opened, with the values of all its sections.
struct PresentTable {
    Slice slice;
    const CachedTable* table = nullptr;
    std::uint64_t values = 0;
};
// Opens the table of every slice that has a file, in the order of building; `unusable` is told of those that
// cannot be opened. Fails as present_slices().
Result<std::vector<PresentTable>> present_tables(
    const AnyGame& game, TableSet& tables,
    const std::function<void(const Slice& slice, const Error& error)>& unusable);
std::uint64_t values_of(const std::vector<PresentTable>& tables);

// Of metric `rule`: is the first table of the folder one under other draw rules?
bool has_other_draw_rules(const TableIdentity& identity, const std::filesystem::path& folder);

// ErrorKind::not_answerable where a slice has no file although one with as many pieces, or more, has: names
// the first such slice and how many there are.
Result<void> check_no_gap(const AnyGame& game, TableSet& tables);

}  // namespace damier
