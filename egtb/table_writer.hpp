// Writing a table file: frames are compressed by the caller, on as many threads as it likes
// (frame_codec.hpp), and added in order. The file appears under its name only when it is complete, verified
// and on the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "egtb/atomic_file.hpp"
#include "egtb/digest.hpp"
#include "egtb/frame_codec.hpp"
#include "egtb/table_footer.hpp"
#include "egtb/table_header.hpp"
#include "rules/result.hpp"

namespace damier {

// What to do where the final name is taken by a valid table. A damaged one is always replaced.
enum class IfPresent {
    keep_valid,  // two builds of one slice at once: the first wins
    replace,     // a repacked table
};

struct PublishedTable {
    Digest128 content;  // for the parent list of tables built on this one
    std::uint64_t file_length = 0;
    bool kept_existing = false;
};

class TableWriter {
public:
    // Begins the file `table_file_name(header)` in the folder. A header with a finding is
    // ErrorKind::bad_input.
    static Result<TableWriter> create(const std::filesystem::path& folder, TableHeader header,
                                      const FileCalls& calls = system_file_calls());

    // The number of values that the next frame must have; 0 when all are there.
    std::uint32_t next_frame_values() const;
    Result<void> add(const CompressedFrame& frame);
    // Writes the end, reads everything back and verifies it, and gives the file its name.
    Result<PublishedTable> publish(std::vector<SideSummary> summaries,
                                   IfPresent if_present = IfPresent::keep_valid);

    // Digest of what was added so far.
    Digest128 content() const { return content_digest_.value(); }

    const std::filesystem::path& path() const { return file_.path(); }

private:
    TableWriter(TableHeader header, AtomicFile file) : header_(std::move(header)), file_(std::move(file)) {}
    Result<void> verify_written(const TableFooter& footer) const;

    TableHeader header_;
    AtomicFile file_;
    StreamDigest content_digest_;
    StreamDigest stored_digest_;
    std::vector<std::uint32_t> sizes_;  // of the frames added
    std::size_t section_ = 0;           // of the next frame
    std::uint64_t done_ = 0;            // values of that section
    std::uint64_t length_ = 0;          // bytes written
};

}  // namespace damier
