#include "solver/assemble_table.hpp"

#include <array>
#include <memory>

#include "egtb/frame_codec.hpp"
#include "egtb/metric.hpp"
#include "solver/frame_batches.hpp"
#include "solver/object_pool.hpp"
#include "solver/slice_table.hpp"

namespace damier {

namespace {

constexpr std::size_t results = 3;  // win, loss and draw, in the order of Wld

// The frames of one share: its sections one after the other, and what was counted.
class Share {
public:
    Share(const TableHeader& header, const PartFile& of) : file_{of.file} {
        for (const TableSection& section : header.sections) {
            first_.push_back(frames_);
            ranges_.push_back(share_of(header.frames_of(section), of.part.share, of.part.shares));
            frames_ += ranges_.back().end - ranges_.back().begin;
        }
    }
    const ValueFile& file() const { return *file_; }
    const FrameRange& range(std::size_t section) const { return ranges_[section]; }
    Result<Bytes> stored(std::size_t section, std::uint64_t frame) const {
        return file_->stored(first_[section] + frame - ranges_[section].begin);
    }
    Result<void> add_counts(std::vector<std::array<std::uint64_t, results>>& counts) const {
        if (file_->frames() != frames_ + 1) return fail(file_->of_another_size());
        Bytes bytes(counts.size() * results * sizeof(std::uint64_t));
        if (auto read = file_->read(frames_, bytes); !read) return read;
        std::size_t at = 0;
        for (auto& section : counts) {
            for (std::uint64_t& count : section) {
                count += load_little_endian<std::uint64_t>(std::span{bytes}.subspan(at).first<8>());
                at += sizeof(std::uint64_t);
            }
        }
        return {};
    }

private:
    std::shared_ptr<const ValueFile> file_;
    std::vector<std::uint64_t> first_;
    std::vector<FrameRange> ranges_;
    std::uint64_t frames_ = 0;
};

}  // namespace

Result<PublishedTable> assemble_table(const TableIdentity& identity, const Slice& slice,
                                      std::uint64_t placements, const std::filesystem::path& folder,
                                      std::vector<TableParent> parents, const std::vector<PartFile>& files,
                                      const SolveOptions& options) {
    TableHeader header = slice_header(identity, slice, placements, WldMetric::alphabet);
    header.parents = std::move(parents);
    std::vector<std::array<std::uint64_t, results>> counts(header.sections.size());
    std::vector<Share> shares;
    for (const PartFile& file : files) {
        shares.emplace_back(header, file);
        if (auto added = shares.back().add_counts(counts); !added) return fail(added.error());
    }
    Result<TableWriter> writer = TableWriter::create(folder, header);
    if (!writer) return fail(writer.error());
    ObjectPool<FrameDecoder> decoders;
    for (std::size_t section = 0; section < header.sections.size(); ++section) {
        for (const Share& share : shares) {
            const auto make = [&](std::uint64_t number, std::uint64_t,
                                  std::uint64_t values) -> Result<CompressedFrame> {
                Result<Bytes> stored = share.stored(section, number);
                if (!stored) return fail(stored.error());
                auto decoder = decoders.take();
                if (!decoder) decoder = std::make_unique<FrameDecoder>();
                Result<Bytes> packed =
                    decoder->decompress(*stored, values, header.alphabet, share.file().name());
                decoders.give_back(std::move(decoder));
                if (!packed) return fail(share.file().unusable(packed.error()));
                return CompressedFrame{values, header.alphabet, std::move(*packed), std::move(*stored)};
            };
            auto added =
                add_frames([&](const CompressedFrame& frame) { return writer->add(frame); }, header, section,
                           share.range(section), [](auto, auto) { return Result<void>{}; }, make, options);
            if (!added) return fail(added.error());
        }
    }
    std::vector<SideSummary> summaries;
    for (std::size_t section = 0; section < header.sections.size(); ++section) {
        const auto count = [&](Wld result) { return counts[section][static_cast<std::size_t>(result)]; };
        summaries.push_back({header.sections[section].side_to_move, count(Wld::win), count(Wld::loss),
                             count(Wld::draw), std::nullopt, std::nullopt});
    }
    return writer->publish(std::move(summaries));
}

}  // namespace damier
