// The values of a solved slice as they lie in memory, in a file: what units of a build on several machines
// hand on to those that are built upon them. A table leaves values free that only a slice with all its
// successors can work out again; a value file needs nothing but itself. It is scratch: no format to rely on,
// whoever has the table can make it anew, and any version of damier may refuse one of another.
//
// A sealed frame (egtb/sealed_frame.hpp) that says what it is of; a zstd frame with checksum for each million
// cells, White to move first; a sealed frame with the sizes of those; the size of that one in eight bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "egtb/table_set.hpp"
#include "rules/result.hpp"
#include "solver/parallel.hpp"
#include "solver/slice_layout.hpp"

namespace damier {

class ValueFiles {
public:
    ValueFiles(TableIdentity identity, std::filesystem::path folder)
        : identity_{std::move(identity)}, folder_{std::move(folder)} {}

    std::filesystem::path path(const Slice& slice) const;
    // Is there one of this slice that was written to its end? What is between is checked when it is read.
    bool has(const Slice& slice) const;
    void remove(const Slice& slice) const;

    // Appears under its name when it is whole.
    template <class Set, class Cell>
    Result<void> write(const SliceValues<Set, Cell>& values, const Threads& threads) const;
    // ErrorKind::table_damaged where it cannot be used; it is then removed, so that the build makes it anew.
    template <class Set, class Cell>
    Result<void> read(SliceValues<Set, Cell>& values, const Threads& threads) const;

private:
    TableIdentity identity_;
    std::filesystem::path folder_;
};

}  // namespace damier
