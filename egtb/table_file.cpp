#include "egtb/table_file.hpp"

#include <algorithm>
#include <utility>

#include "egtb/context_codec.hpp"
#include "egtb/sealed_frame.hpp"
#include "egtb/table_error.hpp"

namespace damier {
namespace {

// Most headers fit in the first read.
constexpr std::uint64_t first_read = 4'096;

}  // namespace

Result<TableFile> TableFile::open(const std::filesystem::path& path, const TableExpectations& expected) {
    auto source = open_file_source(path);
    if (!source) return fail(std::move(source.error()));
    return open(std::move(*source), expected);
}

Result<TableFile> TableFile::open(std::unique_ptr<FileSource> source, const TableExpectations& expected) {
    TableFile table;
    table.source_ = std::move(source);
    const auto length = table.source_->size();
    if (!length) return fail(length.error());
    if (*length == 0) return fail(damaged_table(table.name(), "it is empty"));
    if (auto done = table.read_header(*length); !done) return fail(std::move(done.error()));
    // A file of something else is told apart before its rest is looked at: that may be in order only for its
    // owner.
    if (auto done = compare(table.header_, expected, table.name()); !done)
        return fail(std::move(done.error()));
    if (auto done = table.choose_codec(); !done) return fail(std::move(done.error()));
    if (auto done = table.read_footer(*length); !done) return fail(std::move(done.error()));
    return table;
}

Result<Bytes> TableFile::read_exactly(std::uint64_t offset, std::uint64_t size) const {
    Bytes bytes(size);
    const auto got = source_->read_at(offset, bytes);
    if (!got) return fail(got.error());
    if (*got != size) return fail(damaged_table(name(), "it is truncated"));
    return bytes;
}

Result<void> TableFile::read_header(std::uint64_t length) {
    auto front = read_exactly(0, std::min(length, first_read));
    if (!front) return fail(std::move(front.error()));
    const auto size = sealed_frame_size(*front);
    if (!size) return fail(damaged_table(name(), "it does not begin like a table file"));
    if (*size > length) return fail(damaged_table(name(), "its header is truncated"));
    if (*size > max_header_frame) return fail(damaged_table(name(), "its header is too long"));
    if (*size > front->size()) {
        front = read_exactly(0, *size);
        if (!front) return fail(std::move(front.error()));
    }
    auto header = decode_header(std::span(*front).first(*size), name());
    if (!header) return fail(std::move(header.error()));
    header_ = std::move(*header);
    header_size_ = *size;
    return {};
}

Result<void> TableFile::choose_codec() {
    frame_values_ = header_.values_per_frame;
    if (header_.codec == TableCodec::context) {
        auto codec = ContextCodec::of(header_, name());
        if (!codec) return fail(std::move(codec.error()));
        codec_ = std::move(*codec);
        frame_values_ = codec_->page_values();
        if (header_.values_per_frame % frame_values_ != 0) {
            return fail(damaged_table(name(), "its pages do not fill its frames"));
        }
    }
    first_frames_ = {0};
    for (const TableSection& section : header_.sections) {
        first_frames_.push_back(first_frames_.back() + section.values / frame_values_ +
                                (section.values % frame_values_ != 0 ? 1 : 0));
    }
    return {};
}

Result<void> TableFile::read_footer(std::uint64_t length) {
    if (length - header_size_ < footer_tail) return fail(damaged_table(name(), "it is truncated"));
    const auto tail = read_exactly(length - footer_tail, footer_tail);
    if (!tail) return fail(tail.error());
    const auto size = footer_frame_size(*tail, name());
    if (!size) return fail(size.error());
    if (*size > length - header_size_)
        return fail(damaged_table(name(), "the length of its footer is out of range"));
    const auto frame = read_exactly(length - *size, *size);
    if (!frame) return fail(frame.error());
    auto footer = decode_footer(*frame, header_.minor, header_.draw_rules.has_value(), name());
    if (!footer) return fail(std::move(footer.error()));
    footer_ = std::move(*footer);
    if (footer_.file_length != length)
        return fail(damaged_table(name(), "it has not the length that its footer says"));
    return read_index(length - *size);
}

Result<void> TableFile::read_index(std::uint64_t footer_offset) {
    const std::uint64_t begin = footer_.index_offset;
    if (begin < header_size_ || begin > footer_offset || footer_offset - begin > max_sealed_content) {
        return fail(damaged_table(name(), "its index is out of range"));
    }
    const auto frame = read_exactly(begin, footer_offset - begin);
    if (!frame) return fail(frame.error());
    auto offsets = decode_index(*frame, header_.frames(), header_size_, begin, name());
    if (!offsets) return fail(std::move(offsets.error()));
    offsets_ = std::move(*offsets);
    return {};
}

std::size_t TableFile::section_of(std::uint64_t frame) const {
    // The last section that begins at or before the frame; one without values has no frames and is passed
    // over.
    std::size_t section = header_.sections.size() - 1;
    while (first_frames_[section] > frame) --section;
    return section;
}

std::uint64_t TableFile::first_value(std::uint64_t frame) const {
    return (frame - first_frames_[section_of(frame)]) * frame_values_;
}

std::uint32_t TableFile::values_of(std::uint64_t frame) const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(
        frame_values_, header_.sections[section_of(frame)].values - first_value(frame)));
}

Result<Bytes> TableFile::stored_frame(std::uint64_t frame) const {
    return read_exactly(offsets_[frame], offsets_[frame + 1] - offsets_[frame]);
}

// The packed symbols of a page of codec 1, out of the data frame that holds it.
Result<Bytes> TableFile::decode_page(std::uint64_t page) const {
    const std::size_t section = section_of(page);
    const std::uint64_t first = first_value(page);
    std::uint64_t frame = first / header_.values_per_frame;
    for (std::size_t s = 0; s < section; ++s) frame += header_.frames_of(header_.sections[s]);
    const auto stored = stored_frame(frame);
    if (!stored) return fail(stored.error());
    const std::uint64_t in_frame = std::min<std::uint64_t>(
        header_.values_per_frame,
        header_.sections[section].values - first / header_.values_per_frame * header_.values_per_frame);
    const auto payload = unseal_frame(*stored);
    if (!payload) return fail(damaged_table(name(), "the checksum of a data frame differs"));
    const auto pages = split_pages(*payload, (in_frame + frame_values_ - 1) / frame_values_);
    if (!pages) return fail(damaged_table(name(), "a data frame is not what its index says"));
    const auto symbols = codec_->decode_page(section, first, values_of(page),
                                             (*pages)[first % header_.values_per_frame / frame_values_]);
    return pack(symbols, header_.alphabet);
}

Result<Bytes> TableFile::decode_packed(std::uint64_t frame, FrameDecoder& decoder) const {
    if (codec_) return decode_page(frame);
    const auto stored = stored_frame(frame);
    if (!stored) return fail(stored.error());
    return decoder.decompress(*stored, values_of(frame), header_.alphabet, name());
}

Result<DecodedFrame> TableFile::decode_frame(std::uint64_t frame) const {
    FrameDecoder decoder;
    return decode_frame(frame, decoder);
}

Result<DecodedFrame> TableFile::decode_frame(std::uint64_t frame, FrameDecoder& decoder) const {
    auto packed = decode_packed(frame, decoder);
    if (!packed) return fail(std::move(packed.error()));
    return DecodedFrame(std::move(*packed), values_of(frame), header_.alphabet);
}

Result<void> TableFile::verify_stored() const {
    StreamDigest stored_digest;
    for (std::uint64_t frame = 0; frame + 1 < offsets_.size(); ++frame) {
        const auto stored = stored_frame(frame);
        if (!stored) return fail(stored.error());
        stored_digest.update(*stored);
    }
    if (stored_digest.value() != footer_.stored) {
        return fail(damaged_table(name(), "the digest of its data frames differs"));
    }
    return {};
}

Result<void> TableFile::verify_all() const {
    if (auto same = verify_stored(); !same) return same;
    FrameDecoder decoder;
    StreamDigest content_digest;
    for (std::uint64_t frame = 0; frame < frames(); ++frame) {
        const auto packed = decode_packed(frame, decoder);
        if (!packed) return fail(packed.error());
        content_digest.update(*packed);
    }
    if (content_digest.value() != footer_.content) {
        return fail(damaged_table(name(), "the digest of its content differs"));
    }
    return {};
}

}  // namespace damier
