// Any bytes as one zstd frame with checksum and size, and back: what the data frames of certificates are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "egtb/little_endian.hpp"
#include "rules/result.hpp"

namespace damier {

// ErrorKind::limit where zstd cannot.
Result<Bytes> compress_bytes(std::span<const std::byte> bytes, int zstd_level);

// The bytes of a whole frame that must hold exactly `size` of them; the error, ErrorKind::bad_input, is what
// is wrong with the frame, for a sentence of the caller.
Result<Bytes> decompress_bytes(std::span<const std::byte> frame, std::uint64_t size);
// The same into memory that is there.
Result<void> decompress_into(std::span<const std::byte> frame, std::span<std::byte> out);

}  // namespace damier
