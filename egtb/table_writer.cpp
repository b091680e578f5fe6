#include "egtb/table_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "egtb/table_file.hpp"
#include "egtb/table_name.hpp"

namespace damier {
namespace {

// The valid table that has the final name already; nothing if there is none worth keeping.
Result<std::optional<PublishedTable>> valid_table_at(const std::filesystem::path& path,
                                                     const TableHeader& header) {
    const auto table = TableFile::open(path);
    if (!table) return std::nullopt;
    if (auto same = compare(table->header(), TableExpectations::same_table_as(header), table->name());
        !same) {
        return fail(std::move(same.error()));
    }
    if (!table->verify_all()) return std::nullopt;
    return PublishedTable{table->footer().content, table->footer().file_length, true};
}

}  // namespace

Result<TableWriter> TableWriter::create(const std::filesystem::path& folder, TableHeader header,
                                        const FileCalls& calls) {
    header.minor = header.draw_rules ? 1 : 0;
    if (header.draw_rules) header.compatible_flags |= has_draw_rules;
    if (const auto finding = finding_in(header)) {
        return fail(ErrorKind::bad_input, fmt::format("cannot write a table: {}", *finding));
    }
    const Bytes front = encode_header(header);
    if (front.size() > max_header_frame)
        return fail(ErrorKind::limit, "cannot write a table: its header is too long");
    auto file = AtomicFile::create(folder / table_file_name(header), calls);
    if (!file) return fail(std::move(file.error()));
    TableWriter writer(std::move(header), std::move(*file));
    if (auto done = writer.file_.write(front); !done) return fail(std::move(done.error()));
    writer.length_ = front.size();
    while (writer.section_ < writer.header_.sections.size() && writer.next_frame_values() == 0)
        ++writer.section_;
    return writer;
}

std::uint32_t TableWriter::next_frame_values() const {
    if (section_ == header_.sections.size()) return 0;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(header_.values_per_frame, header_.sections[section_].values - done_));
}

Result<void> TableWriter::add(const CompressedFrame& frame) {
    if (frame.values != next_frame_values() || frame.values == 0 || frame.alphabet != header_.alphabet) {
        return fail(ErrorKind::bad_input,
                    fmt::format("table file '{}' wants a frame of {} values of {} symbols next, not {} of {}",
                                path().string(), next_frame_values(), header_.alphabet, frame.values,
                                frame.alphabet));
    }
    if (auto done = file_.write(frame.stored); !done) return done;
    content_digest_.update(frame.packed);
    stored_digest_.update(frame.stored);
    sizes_.push_back(static_cast<std::uint32_t>(frame.stored.size()));
    length_ += frame.stored.size();
    done_ += frame.values;
    while (section_ < header_.sections.size() && next_frame_values() == 0) {
        ++section_;
        done_ = 0;
    }
    return {};
}

Result<void> TableWriter::verify_written(const TableFooter& footer) const {
    auto source = open_file_source(file_.temporary_path());
    if (!source) return fail(std::move(source.error()));
    const auto table = TableFile::open(std::move(*source), TableExpectations::same_table_as(header_));
    Result<void> verified = table ? table->verify_all() : fail(table.error());
    if (verified && table->header() == header_ && table->footer() == footer) return {};
    if (!verified && verified.error().kind == ErrorKind::io) return verified;
    return fail(ErrorKind::io,
                fmt::format("what was read back of table file '{}' is not what was written; check the "
                            "disk and the memory, and run the build command again",
                            path().string()));
}

Result<PublishedTable> TableWriter::publish(std::vector<SideSummary> summaries, IfPresent if_present) {
    if (const auto finding = finding_in(summaries)) {
        return fail(ErrorKind::bad_input,
                    fmt::format("cannot write table file '{}': {}", path().string(), *finding));
    }
    if (next_frame_values() != 0) {
        return fail(ErrorKind::bad_input, fmt::format("table file '{}' is not complete", path().string()));
    }
    const auto index = encode_index(sizes_);
    if (!index) {
        return fail(ErrorKind::limit, fmt::format("table file '{}' has too many frames", path().string()));
    }
    TableFooter footer;
    footer.content = content_digest_.value();
    footer.stored = stored_digest_.value();
    footer.index_offset = length_;
    footer.summaries = std::move(summaries);
    const Bytes end = encode_footer(footer, index->size());
    footer.file_length = length_ + index->size() + end.size();
    if (auto done = file_.write(*index); !done) return fail(std::move(done.error()));
    if (auto done = file_.write(end); !done) return fail(std::move(done.error()));
    if (auto done = file_.flush(); !done) return fail(std::move(done.error()));
    if (auto done = verify_written(footer); !done) return fail(std::move(done.error()));
    if (if_present == IfPresent::keep_valid) {
        const auto existing = valid_table_at(path(), header_);
        if (!existing) return fail(existing.error());
        if (*existing) return **existing;
    }
    if (auto done = file_.publish(); !done) return fail(std::move(done.error()));
    return PublishedTable{footer.content, footer.file_length, false};
}

}  // namespace damier
