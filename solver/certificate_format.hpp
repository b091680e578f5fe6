// Numbers of docs/proof-format.md that writer and reader of certificates share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace damier::certificate_format {

inline constexpr std::string_view magic = "DMRPROOF";
inline constexpr std::string_view end_mark = "DMRP END";
inline constexpr std::uint16_t major = 1;
inline constexpr std::uint16_t minor = 0;
inline constexpr std::size_t footer_tail = 12;  // footer length, end mark
inline constexpr std::size_t most_records = 65'536;
inline constexpr std::uint64_t most_unpacked = 16U << 20;
inline constexpr std::uint64_t most_header = 16U << 20;

// What the writer puts into a frame: large enough to compress well, small enough to read back at once.
inline constexpr std::size_t records_per_frame = 16'384;
inline constexpr int zstd_level = 19;

inline constexpr std::uint8_t bottom_left_plays = 1;
inline constexpr std::uint8_t every_square_plays = 2;

}  // namespace damier::certificate_format
