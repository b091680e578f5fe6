// Turns a matrix of bytes or words round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace damier {

namespace detail {

inline constexpr std::size_t turn_tile = 16;
using TileRow [[gnu::vector_size(turn_tile)]] = std::uint8_t;

// Four rounds of interleaving rows that lie half a tile apart turn a tile round.
inline void turn_tile_round(std::array<TileRow, turn_tile>& tile) {
    constexpr TileRow low{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
    constexpr TileRow high{8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    for (int round = 0; round < 4; ++round) {
        std::array<TileRow, turn_tile> next;
        for (std::size_t i = 0; i < turn_tile / 2; ++i) {
            const TileRow a = tile[i];
            const TileRow b = tile[i + turn_tile / 2];
#ifdef __clang__
            next[2 * i] =
                __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            next[2 * i + 1] =
                __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
#else
            next[2 * i] = __builtin_shuffle(a, b, low);
            next[2 * i + 1] = __builtin_shuffle(a, b, high);
#endif
        }
        tile = next;
    }
#ifdef __clang__
    static_cast<void>(low);
    static_cast<void>(high);
#endif
}

}  // namespace detail

// out[c * out_stride + r] = in[r * in_stride + c] for the columns first..last-1 and all rows. `in` must be
// readable up to a whole tile beyond its last column, where its rows end.
inline void transpose(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out,
                      std::size_t out_stride, std::size_t rows, std::size_t first, std::size_t last) {
    constexpr std::size_t n = detail::turn_tile;
    std::array<detail::TileRow, n> tile;
    for (std::size_t c = first; c < last; c += n) {
        const std::size_t columns = last - c < n ? last - c : n;
        for (std::size_t r = 0; r < rows; r += n) {
            const std::size_t height = rows - r < n ? rows - r : n;
            for (std::size_t i = 0; i < n; ++i) {
                if (i < height) {
                    std::memcpy(&tile[i], in + (r + i) * in_stride + c, n);
                } else {
                    tile[i] = detail::TileRow{};
                }
            }
            detail::turn_tile_round(tile);
            for (std::size_t i = 0; i < columns; ++i) {
                if (height == n) {
                    std::memcpy(out + (c + i) * out_stride + r, &tile[i], n);
                } else {
                    std::memcpy(out + (c + i) * out_stride + r, &tile[i], height);
                }
            }
        }
    }
}

// The same for words, tile by tile so that both sides stay in the cache.
inline void transpose(const std::uint16_t* in, std::size_t in_stride, std::uint16_t* out,
                      std::size_t out_stride, std::size_t rows, std::size_t first, std::size_t last) {
    constexpr std::size_t n = detail::turn_tile;
    for (std::size_t c = first; c < last; c += n) {
        const std::size_t columns_end = last - c < n ? last : c + n;
        for (std::size_t r = 0; r < rows; r += n) {
            const std::size_t rows_end = rows - r < n ? rows : r + n;
            for (std::size_t column = c; column < columns_end; ++column) {
                for (std::size_t row = r; row < rows_end; ++row)
                    out[column * out_stride + row] = in[row * in_stride + column];
            }
        }
    }
}

}  // namespace damier
