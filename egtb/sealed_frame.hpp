// Skippable zstd frames whose payload carries a checksum: header, index and footer of a table file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "egtb/little_endian.hpp"

namespace damier {

inline constexpr std::uint32_t sealed_frame_magic = 0x184D2A5D;
inline constexpr std::size_t sealed_frame_front = 8;  // magic, content size
inline constexpr std::size_t sealed_frame_seal = 8;   // XXH3-64 of the payload
inline constexpr std::size_t sealed_frame_overhead = sealed_frame_front + sealed_frame_seal;
inline constexpr std::uint64_t max_sealed_content = 0xFFFF'FFFF;

// `tail` follows the checksum inside the frame. The sizes are within max_sealed_content.
Bytes seal_frame(std::span<const std::byte> payload, std::span<const std::byte> tail = {});

// The whole size of the frame that begins here; nothing if these are not the first 8 bytes of a sealed frame.
std::optional<std::uint64_t> sealed_frame_size(std::span<const std::byte> front);

// The payload of a whole frame, if magic, size and checksum are right.
std::optional<std::span<const std::byte>> unseal_frame(std::span<const std::byte> frame,
                                                       std::size_t tail = 0);

}  // namespace damier
