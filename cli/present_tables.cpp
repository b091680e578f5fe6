#include "cli/present_tables.hpp"

#include <algorithm>

#include "cli/arguments.hpp"

namespace damier {

namespace {

bool fits(const AnyGame& game, const Slice& slice) {
    int row_squares = 0;
    for (int column = 0; column < game.shape().width; ++column) row_squares += game.shape().plays(0, column);
    return fits(slice, game.shape().squares(), row_squares);
}

int pieces_of(const std::vector<Slice>& slices) {
    int most = 0;
    for (const Slice& slice : slices) most = std::max(most, slice.pieces());
    return most;
}

// What the table set says of the first slice that has no file.
Error missing(TableSet& tables, const Slice& slice) {
    const auto table = tables.table(slice);
    if (!table) return table.error();
    return {ErrorKind::not_answerable, "the folders have no table of slice " + slice.name(), {}};
}

}  // namespace

Result<std::vector<Slice>> present_slices(const AnyGame& game, TableSet& tables) {
    std::vector<Slice> present = tables.present();
    if (!present.empty()) return present;
    for (const Slice& slice : slices_up_to(game.rules(), 2)) {
        if (fits(game, slice)) return fail(missing(tables, slice));
    }
    return fail(ErrorKind::not_answerable, "the folders have no tables, and no two pieces fit on this board");
}

Result<int> complete_pieces(const AnyGame& game, TableSet& tables) {
    std::vector<Slice> present = tables.present();
    std::sort(present.begin(), present.end());
    const int most = std::min(pieces_of(present), most_pieces);
    for (const Slice& slice : slices_up_to(game.rules(), std::max(most, 2))) {
        if (std::binary_search(present.begin(), present.end(), slice) || !fits(game, slice)) continue;
        if (slice.pieces() == 2) return fail(missing(tables, slice));
        return slice.pieces() - 1;
    }
    return most;
}

std::uint64_t values_of(const TableHeader& header) {
    std::uint64_t values = 0;
    for (const TableSection& section : header.sections) values += section.values;
    return values;
}

}  // namespace damier
