// The values of a solved slice as they lie in memory, in a file: what units of a build on several machines
// hand on to those that are built upon them. A table leaves values free that only a slice with all its
// successors can work out again; a value file needs nothing but itself. It is scratch: no format to rely on,
// whoever has the table can make it anew, and any version of damier may refuse one of another.
//
// A sealed frame (egtb/sealed_frame.hpp) that says what it is of; zstd frames with checksum; a sealed frame
// with the sizes of those; the size of that one in eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "egtb/atomic_file.hpp"
#include "egtb/file_source.hpp"
#include "egtb/frame_codec.hpp"
#include "egtb/little_endian.hpp"
#include "egtb/table_set.hpp"
#include "rules/result.hpp"
#include "solver/page_source.hpp"
#include "solver/parallel.hpp"
#include "solver/slice_layout.hpp"
#include "solver/slice_part.hpp"

namespace damier {

// What the frames are: a million bytes of cells each, White to move first (slice_layout.hpp); or pages of
// tiles, plane by plane (bit_store.hpp); or a share of the frames of a table, and what was counted in them.
enum class ValueForm : std::uint8_t { cells, tiles, frames };

// A file that is open: it can be read for as long as it is held, whatever becomes of its name.
class ValueFile final : public PageSource {
public:
    ValueForm form() const { return form_; }
    std::size_t frames() const override { return places_.size() - 1; }
    // ErrorKind::table_damaged where it cannot be used; it is then removed, so that the build makes it anew.
    Result<void> read(std::size_t frame, std::span<std::byte> out) const override;
    // The same as they are stored.
    Result<Bytes> stored(std::size_t frame) const;
    // That error, where frames are not of the number or size that they should be; or whatever else was found.
    Error of_another_size() const;
    Error unusable(Error error) const;
    const std::string& name() const { return source_->name(); }

private:
    friend class ValueFiles;
    ValueFile(std::unique_ptr<FileSource> source, ValueForm form, std::vector<std::uint64_t> places)
        : source_{std::move(source)}, form_{form}, places_{std::move(places)} {}

    std::unique_ptr<FileSource> source_;
    ValueForm form_;
    std::vector<std::uint64_t> places_;  // of the frames, and where they end
};

// A value file that is being written.
class ValueFileWriter {
public:
    // A zstd frame with checksum.
    Result<void> add(std::span<const std::byte> frame);
    // It appears under its name.
    Result<void> publish();

private:
    friend class ValueFiles;
    explicit ValueFileWriter(AtomicFile file) : file_{std::move(file)} {}
    AtomicFile file_;
    ByteWriter index_;
};

// The value file of a part of a slice, or of all of it.
struct PartFile {
    SlicePart part;
    std::shared_ptr<const ValueFile> file;
};

class ValueFiles {
public:
    // `effort`: of frames, which are others with another.
    ValueFiles(TableIdentity identity, std::filesystem::path folder, Effort effort = Effort::normal)
        : identity_{std::move(identity)}, folder_{std::move(folder)}, effort_{effort} {}

    // `frames`: not its values, but a share of the frames of its table.
    std::filesystem::path path(const Slice& slice, const SlicePart& part = {}, bool frames = false) const;
    // Is there one of this slice, or part of it, that was written to its end? What is between is checked when
    // it is read.
    bool has(const Slice& slice, const SlicePart& part = {}, bool frames = false) const {
        return open(slice, part, frames) != nullptr;
    }
    // nullptr where there is none.
    std::shared_ptr<const ValueFile> open(const Slice& slice, const SlicePart& part = {},
                                          bool frames = false) const;
    void remove(const Slice& slice, const SlicePart& part = {}, bool frames = false) const;

    Result<ValueFileWriter> create(const Slice& slice, const SlicePart& part, ValueForm form) const;

    // Frames, each of about so many bytes, that `frame` gives, called by all threads. The file appears under
    // its name when it is whole.
    Result<void> write(const Slice& slice, const SlicePart& part, ValueForm form, std::size_t frames,
                       std::size_t frame_bytes, const std::function<Result<Bytes>(std::size_t)>& frame,
                       const Threads& threads) const;

private:
    TableIdentity identity_;
    std::filesystem::path folder_;
    Effort effort_;
};

// Cells as such a file, and back.
template <class Set, class Cell>
Result<void> write_cells(const ValueFiles& files, const SliceValues<Set, Cell>& values,
                         const Threads& threads);
template <class Set, class Cell>
Result<void> read_cells(const ValueFile& file, SliceValues<Set, Cell>& values, const Threads& threads);

}  // namespace damier
