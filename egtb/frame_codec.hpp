// Codec 0: symbols of one frame to packed bytes to one zstd frame, and back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "egtb/little_endian.hpp"
#include "egtb/packing.hpp"
#include "rules/result.hpp"

namespace damier {

enum class Effort { fast, normal, max };
// Level 3 keeps up with the solver; 19 is 25 per cent smaller at a thirtieth of the speed (docs/design
// notes). `max` is another codec where that serves (egtb/context_codec.hpp).
inline constexpr std::array<std::string_view, 3> effort_names{"fast", "normal", "max"};
constexpr std::string_view name_of(Effort effort) { return effort_names[static_cast<std::size_t>(effort)]; }
std::optional<Effort> find_effort(std::string_view name);
constexpr int zstd_level(Effort effort) { return effort == Effort::fast ? 3 : 19; }

struct CompressedFrame {
    std::uint64_t values = 0;
    std::uint32_t alphabet = 0;
    Bytes packed;  // what `stored` decompresses to, for the content digest
    Bytes stored;
};

// The result depends on the arguments and the version of libzstd only. A compressor serves one thread at a
// time; each thread may have its own.
class FrameCompressor {
public:
    FrameCompressor(std::uint32_t alphabet, int zstd_level);
    FrameCompressor(FrameCompressor&&) noexcept;
    FrameCompressor& operator=(FrameCompressor&&) noexcept;
    ~FrameCompressor();

    // 1 to max_values_per_frame symbols below the alphabet; others are ErrorKind::bad_input.
    Result<CompressedFrame> compress(std::span<const std::uint8_t> symbols);
    Result<CompressedFrame> compress(std::span<const std::uint16_t> symbols);

private:
    struct Context;
    template <class Symbol>
    Result<CompressedFrame> compress_any(std::span<const Symbol> symbols);
    Result<Bytes> compress_bytes(std::span<const std::byte> packed);

    std::unique_ptr<Context> context_;
    std::uint32_t alphabet_;
    int level_;
};

// The same by a compressor of its own; safe from any thread, a few microseconds slower.
Result<CompressedFrame> compress_frame(std::span<const std::uint8_t> symbols, std::uint32_t alphabet,
                                       int zstd_level);
Result<CompressedFrame> compress_frame(std::span<const std::uint16_t> symbols, std::uint32_t alphabet,
                                       int zstd_level);

// Serves one thread at a time. Worth keeping: making one costs twice as much as decoding a frame.
class FrameDecoder {
public:
    FrameDecoder();
    FrameDecoder(FrameDecoder&&) noexcept;
    FrameDecoder& operator=(FrameDecoder&&) noexcept;
    ~FrameDecoder();

    // The packed bytes of a stored frame of `values` symbols, after every check; `file` is named in errors.
    Result<Bytes> decompress(std::span<const std::byte> stored, std::uint64_t values, std::uint32_t alphabet,
                             const std::string& file);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

// "1.5.4": bytes of tables are the same only for the same version.
std::string zstd_version();

}  // namespace damier
