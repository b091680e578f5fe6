// Reading a table file: opening checks everything but the data frames, which are checked as they are read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "egtb/file_source.hpp"
#include "egtb/frame_codec.hpp"
#include "egtb/packing.hpp"
#include "egtb/table_footer.hpp"
#include "egtb/table_header.hpp"
#include "rules/result.hpp"

namespace damier {

class ContextCodec;

// The values of one frame, kept packed: five win/loss/draw values a byte leave more of them in a cache.
class DecodedFrame {
public:
    DecodedFrame(Bytes packed, std::uint32_t values, std::uint32_t alphabet)
        : packed_(std::move(packed)), unpacker_(alphabet), values_(values) {}

    std::uint32_t values() const { return values_; }
    // index < values()
    std::uint32_t symbol(std::uint32_t index) const { return unpacker_(packed_.data(), index); }
    const Bytes& packed() const { return packed_; }

private:
    Bytes packed_;
    Unpacker unpacker_;
    std::uint32_t values_;
};

struct FramePlace {
    std::uint64_t frame = 0;
    std::uint32_t index = 0;  // of the value in the frame
};

// Const functions are safe to call from several threads at once. Errors name the file.
class TableFile {
public:
    static Result<TableFile> open(const std::filesystem::path& path, const TableExpectations& expected = {});
    static Result<TableFile> open(std::unique_ptr<FileSource> source, const TableExpectations& expected = {});

    const std::string& name() const { return source_->name(); }
    const TableHeader& header() const { return header_; }
    const TableFooter& footer() const { return footer_; }
    // What is decoded at once: the data frames of the file, or for codec 1 the pages in them; a section has
    // its own. All but the last of a section hold frame_values() values.
    std::uint64_t frames() const { return first_frames_.back(); }
    std::uint32_t frame_values() const { return frame_values_; }
    std::uint64_t frames_of(std::size_t section) const {
        return first_frames_[section + 1] - first_frames_[section];
    }

    // Where a value of a section (by its index in header().sections) is. value < sections[section].values
    FramePlace locate(std::size_t section, std::uint64_t value) const {
        return {first_frames_[section] + value / frame_values_,
                static_cast<std::uint32_t>(value % frame_values_)};
    }
    // frame < frames(). The first form makes a decoder for this one frame.
    Result<DecodedFrame> decode_frame(std::uint64_t frame) const;
    Result<DecodedFrame> decode_frame(std::uint64_t frame, FrameDecoder& decoder) const;

    // Reads every frame and compares the digest of what is stored: no changed bit goes unnoticed.
    Result<void> verify_stored() const;
    // And decodes it, and compares the digest of the values: the file is what its writer meant.
    Result<void> verify_all() const;

private:
    TableFile() = default;
    Result<Bytes> read_exactly(std::uint64_t offset, std::uint64_t size) const;
    Result<void> read_header(std::uint64_t length);
    Result<void> choose_codec();
    Result<void> read_footer(std::uint64_t length);
    Result<void> read_index(std::uint64_t footer_offset);
    std::size_t section_of(std::uint64_t frame) const;
    // Number of the first value in its section, and how many there are.
    std::uint64_t first_value(std::uint64_t frame) const;
    std::uint32_t values_of(std::uint64_t frame) const;
    // As stored, by its number in the file.
    Result<Bytes> stored_frame(std::uint64_t frame) const;
    Result<Bytes> decode_page(std::uint64_t page) const;
    Result<Bytes> decode_packed(std::uint64_t frame, FrameDecoder& decoder) const;

    std::unique_ptr<FileSource> source_;
    TableHeader header_;
    TableFooter footer_;
    std::uint64_t header_size_ = 0;
    std::vector<std::uint64_t> offsets_;         // of the data frames, and the end of the last
    std::vector<std::uint64_t> first_frames_;    // of the sections, as decoded, and the end of the last
    std::uint32_t frame_values_ = 1;             // of a frame as decoded
    std::shared_ptr<const ContextCodec> codec_;  // for codec 1
};

}  // namespace damier
