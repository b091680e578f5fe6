#include "egtb/byte_frame.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <new>

namespace damier {

namespace {

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Frame_Header_Descriptor of RFC 8878: bit 2 says that a checksum follows the data.
constexpr std::size_t descriptor_offset = 4;
constexpr std::byte checksum_flag{0b0000'0100};

}  // namespace

Result<Bytes> compress_bytes(std::span<const std::byte> bytes, int zstd_level) {
    const std::unique_ptr<ZSTD_CCtx, FreeContext> context{ZSTD_createCCtx()};
    if (!context) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, zstd_level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 1);
    Bytes frame(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size) != 0) {
        return fail(ErrorKind::limit,
                    fmt::format("zstd cannot compress a frame: {}", ZSTD_getErrorName(size)));
    }
    frame.resize(size);
    return frame;
}

Result<void> decompress_into(std::span<const std::byte> frame, std::span<std::byte> out) {
    if (frame.size() <= descriptor_offset || (frame[descriptor_offset] & checksum_flag) == std::byte{0} ||
        ZSTD_getFrameContentSize(frame.data(), frame.size()) != out.size() ||
        ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
        return fail(ErrorKind::bad_input, "a data frame is not what the footer says");
    }
    const std::size_t got = ZSTD_decompress(out.data(), out.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) != 0 || got != out.size()) {
        return fail(ErrorKind::bad_input,
                    fmt::format("a data frame does not decompress: {}",
                                ZSTD_isError(got) != 0 ? ZSTD_getErrorName(got) : "wrong size"));
    }
    return {};
}

Result<Bytes> decompress_bytes(std::span<const std::byte> frame, std::uint64_t size) {
    // Not before the frame says so, too: `size` may be nonsense.
    if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size)
        return fail(ErrorKind::bad_input, "a data frame is not what the footer says");
    Bytes bytes(size);
    if (auto done = decompress_into(frame, bytes); !done) return fail(std::move(done.error()));
    return bytes;
}

}  // namespace damier
