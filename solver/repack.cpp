#include "solver/repack.hpp"

#include "egtb/context_codec.hpp"
#include "egtb/table_error.hpp"
#include "egtb/table_name.hpp"
#include "solver/frame_batches.hpp"
#include "solver/object_pool.hpp"

namespace damier {
namespace {

// Symbols of a section from one value on, whatever frames the table has them in.
template <class Symbol>
Result<std::vector<Symbol>> read_symbols(const TableFile& table, std::size_t section, std::uint64_t first,
                                         std::uint64_t count) {
    std::vector<Symbol> symbols;
    symbols.reserve(count);
    while (symbols.size() < count) {
        const FramePlace place = table.locate(section, first + symbols.size());
        const Result<DecodedFrame> frame = table.decode_frame(place.frame);
        if (!frame) return fail(frame.error());
        for (std::uint32_t i = place.index; i < frame->values() && symbols.size() < count; ++i) {
            symbols.push_back(static_cast<Symbol>(frame->symbol(i)));
        }
    }
    return symbols;
}

template <class Symbol>
Result<void> add_sections(const TableFile& table, TableWriter& writer, const TableHeader& header,
                          const ContextCodec* codec, Effort effort, const SolveOptions& options) {
    ObjectPool<FrameCompressor> compressors;
    for (std::size_t section = 0; section < header.sections.size(); ++section) {
        const auto make = [&](std::uint64_t, std::uint64_t first,
                              std::uint64_t count) -> Result<CompressedFrame> {
            const auto symbols = read_symbols<Symbol>(table, section, first, count);
            if (!symbols) return fail(symbols.error());
            if constexpr (sizeof(Symbol) == 1) {
                if (codec != nullptr) return codec->compress(section, first, *symbols);
            }
            auto compressor = compressors.take();
            if (!compressor)
                compressor = std::make_unique<FrameCompressor>(header.alphabet, zstd_level(effort));
            Result<CompressedFrame> frame = compressor->compress(*symbols);
            compressors.give_back(std::move(compressor));
            return frame;
        };
        if (auto added = add_frames([&](const CompressedFrame& frame) { return writer.add(frame); }, header,
                                    section, {0, header.frames_of(header.sections[section])},
                                    [](auto, auto) { return Result<void>{}; }, make, options);
            !added)
            return added;
    }
    return {};
}

// Is it this table, at whatever effort, that has the name already? Or nothing has.
Result<void> may_replace(const TableHeader& header, const TableFile& table,
                         const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return {};
    const auto present = TableFile::open(path, TableExpectations::same_table_as(header));
    if (!present) return fail(present.error());
    if (present->footer().content == table.footer().content) return {};
    return fail(foreign_table(path.string(), "content", to_hex(table.footer().content),
                              to_hex(present->footer().content)));
}

}  // namespace

Result<PublishedTable> repack_table(const TableFile& table, const std::filesystem::path& folder,
                                    Effort effort, const SolveOptions& options) {
    TableHeader header = table.header();
    header.codec = TableCodec::zstd;
    header.codec_parameters.clear();
    header.values_per_frame = values_per_frame(header.alphabet);
    if (auto may = may_replace(header, table, folder / table_file_name(header)); !may)
        return fail(may.error());
    std::shared_ptr<const ContextCodec> codec;
    if (effort == Effort::max && has_context_codec(header)) {
        const SymbolSource symbols = [&](std::size_t section, std::uint64_t first, std::uint32_t count) {
            return read_symbols<std::uint8_t>(table, section, first, count);
        };
        if (auto trained = train_context_codec(header, symbols); !trained) return fail(trained.error());
        auto made = ContextCodec::of(header, table.name());
        if (!made) return fail(made.error());
        codec = std::move(*made);
    }
    Result<TableWriter> writer = TableWriter::create(folder, header);
    if (!writer) return fail(writer.error());
    const auto added = header.alphabet <= 256
                           ? add_sections<std::uint8_t>(table, *writer, header, codec.get(), effort, options)
                           : add_sections<std::uint16_t>(table, *writer, header, nullptr, effort, options);
    if (!added) return fail(added.error());
    if (writer->content() != table.footer().content) {
        return fail(damaged_table(table.name(), "the digest of its content differs"));
    }
    return writer->publish(table.footer().summaries, IfPresent::replace);
}

}  // namespace damier
