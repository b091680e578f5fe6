// Which tables the folders of a command have.
#pragma once

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

// Of all sections of a table.
std::uint64_t values_of(const TableHeader& header);

}  // namespace damier
