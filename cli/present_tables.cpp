#include "cli/present_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/quantity_text.hpp"

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

Result<std::vector<PresentTable>> present_tables(
    const AnyGame& game, TableSet& tables,
    const std::function<void(const Slice& slice, const Error& error)>& unusable) {
    const auto slices = present_slices(game, tables);
    if (!slices) return fail(slices.error());
    std::vector<PresentTable> present;
    for (const Slice& slice : *slices) {
        const auto table = tables.table(slice);
        if (!table) {
            unusable(slice, table.error());
            continue;
        }
        present.push_back({slice, *table, 0});
        for (const TableSection& section : (*table)->file().header().sections)
            present.back().values += section.values;
    }
    return present;
}

std::uint64_t values_of(const std::vector<PresentTable>& tables) {
    std::uint64_t values = 0;
    for (const PresentTable& present : tables) values += present.values;
    return values;
}

bool has_other_draw_rules(const TableIdentity& identity, const std::filesystem::path& folder) {
    if (!identity.counted) return false;
    const std::vector<Slice> present = TableSet{identity, {folder}}.present();
    if (present.empty()) return false;
    TableExpectations expected = identity.expectations(present.front());
    expected.draw_rules.reset();
    const auto file = TableFile::open(folder / identity.file_name(present.front()), expected);
    if (!file) return false;  // its fault is told when it is looked at
    const auto& rules = file->header().draw_rules;
    return rules && rules->fingerprint != identity.counted->fingerprint();
}

Result<void> check_no_gap(const AnyGame& game, TableSet& tables) {
    std::vector<Slice> present = tables.present();
    std::sort(present.begin(), present.end());
    const int most = std::min(pieces_of(present), most_pieces);
    std::vector<Slice> gaps;
    for (const Slice& slice : slices_up_to(game.rules(), std::max(most, 2))) {
        if (!std::binary_search(present.begin(), present.end(), slice) && fits(game, slice))
            gaps.push_back(slice);
    }
    if (gaps.empty()) return {};
    Error error = missing(tables, gaps.front());
    if (gaps.size() > 1) {
        error.message +=
            fmt::format("; missing too: {} of up to {} pieces", counted(gaps.size() - 1, "table"), most);
    }
    return fail(std::move(error));
}

}  // namespace damier
