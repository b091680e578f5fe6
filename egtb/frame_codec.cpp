#include "egtb/frame_codec.hpp"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <string>

#include "egtb/table_error.hpp"
#include "egtb/table_header.hpp"

namespace damier {
namespace {

// Frame_Header_Descriptor: dictionary id flag (bits 0-1), checksum flag (2), reserved (3), unused (4).
constexpr std::size_t descriptor_offset = 4;
constexpr unsigned descriptor_checked = 0b0001'1111;
constexpr unsigned descriptor_wanted = 0b0000'0100;

}  // namespace

std::optional<Effort> find_effort(std::string_view name) {
    const auto found = std::find(effort_names.begin(), effort_names.end(), name);
    if (found == effort_names.end()) return std::nullopt;
    return static_cast<Effort>(found - effort_names.begin());
}

struct FrameCompressor::Context {
    ZSTD_CCtx* zstd = ZSTD_createCCtx();
    Context() {
        if (zstd == nullptr) throw std::bad_alloc();
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { ZSTD_freeCCtx(zstd); }
};

FrameCompressor::FrameCompressor(std::uint32_t alphabet, int zstd_level)
    : context_(std::make_unique<Context>()), alphabet_(alphabet), level_(zstd_level) {}
FrameCompressor::FrameCompressor(FrameCompressor&&) noexcept = default;
FrameCompressor& FrameCompressor::operator=(FrameCompressor&&) noexcept = default;
FrameCompressor::~FrameCompressor() = default;

Result<Bytes> FrameCompressor::compress_bytes(std::span<const std::byte> packed) {
    ZSTD_CCtx* const zstd = context_->zstd;
    ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, level_);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 1);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_dictIDFlag, 0);
    Bytes stored(ZSTD_compressBound(packed.size()));
    const std::size_t size = ZSTD_compress2(zstd, stored.data(), stored.size(), packed.data(), packed.size());
    if (ZSTD_isError(size) != 0) {
        return fail(ErrorKind::limit,
                    fmt::format("zstd cannot compress a frame: {}", ZSTD_getErrorName(size)));
    }
    stored.resize(size);
    stored.shrink_to_fit();
    return stored;
}

template <class Symbol>
Result<CompressedFrame> FrameCompressor::compress_any(std::span<const Symbol> symbols) {
    if (symbols.empty() || symbols.size() > max_values_per_frame || !is_packable(symbols, alphabet_)) {
        return fail(
            ErrorKind::bad_input,
            fmt::format("a frame of a table is empty, has more than {} values, or a value outside 0 to {}",
                        max_values_per_frame, alphabet_ - 1));
    }
    CompressedFrame frame;
    frame.values = symbols.size();
    frame.alphabet = alphabet_;
    frame.packed = pack(symbols, alphabet_);
    Result<Bytes> stored = compress_bytes(frame.packed);
    if (!stored) return fail(std::move(stored.error()));
    frame.stored = std::move(*stored);
    return frame;
}

Result<CompressedFrame> FrameCompressor::compress(std::span<const std::uint8_t> symbols) {
    return compress_any(symbols);
}
Result<CompressedFrame> FrameCompressor::compress(std::span<const std::uint16_t> symbols) {
    return compress_any(symbols);
}

Result<CompressedFrame> compress_frame(std::span<const std::uint8_t> symbols, std::uint32_t alphabet,
                                       int zstd_level) {
    return FrameCompressor(alphabet, zstd_level).compress(symbols);
}
Result<CompressedFrame> compress_frame(std::span<const std::uint16_t> symbols, std::uint32_t alphabet,
                                       int zstd_level) {
    return FrameCompressor(alphabet, zstd_level).compress(symbols);
}

struct FrameDecoder::Context {
    ZSTD_DCtx* zstd = ZSTD_createDCtx();
    Context() {
        if (zstd == nullptr) throw std::bad_alloc();
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { ZSTD_freeDCtx(zstd); }
};

FrameDecoder::FrameDecoder() : context_(std::make_unique<Context>()) {}
FrameDecoder::FrameDecoder(FrameDecoder&&) noexcept = default;
FrameDecoder& FrameDecoder::operator=(FrameDecoder&&) noexcept = default;
FrameDecoder::~FrameDecoder() = default;

Result<Bytes> FrameDecoder::decompress(std::span<const std::byte> stored, std::uint64_t values,
                                       std::uint32_t alphabet, const std::string& file) {
    const std::uint64_t size = packed_size(values, alphabet);
    // The checksum flag is checked here because a decoder believes a frame that says it has none.
    if (stored.size() <= descriptor_offset ||
        (std::to_integer<unsigned>(stored[descriptor_offset]) & descriptor_checked) != descriptor_wanted ||
        ZSTD_getFrameContentSize(stored.data(), stored.size()) != size ||
        ZSTD_findFrameCompressedSize(stored.data(), stored.size()) != stored.size()) {
        return fail(damaged_table(file, "a data frame is not what its index says"));
    }
    Bytes packed(size);
    const std::size_t got =
        ZSTD_decompressDCtx(context_->zstd, packed.data(), packed.size(), stored.data(), stored.size());
    if (ZSTD_isError(got) != 0) {
        if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        return fail(
            damaged_table(file, fmt::format("a data frame does not decompress: {}", ZSTD_getErrorName(got))));
    }
    if (got != size || !is_packed_form(packed, values, alphabet)) {
        return fail(damaged_table(file, "a data frame holds values outside the alphabet"));
    }
    return packed;
}

std::string zstd_version() { return ZSTD_versionString(); }

}  // namespace damier
