// A cell is what a slice in memory holds of one placement for one side to move: the code of its value
// (egtb/metric.hpp) and, in the two lowest bits, flags that do not depend on the metric. Zero where the
// placement does not exist. Rows of cells go through the same chunks as rows of bytes (byte_rows.hpp), whose
// bytes mask them.
#pragma once

#include <cstdint>
#include <cstring>

#include "solver/byte_rows.hpp"

namespace damier {

// The side to move cannot capture, but the other side could, were it to move.
inline constexpr std::uint8_t threat_flag = 1;
// A table leaves this value free: the prober recomputes it.
inline constexpr std::uint8_t unstored_flag = 2;
inline constexpr std::uint8_t flag_mask = threat_flag | unstored_flag;

template <class Cell>
constexpr Cell code_of(Cell cell) {
    return static_cast<Cell>(cell & static_cast<Cell>(~Cell{flag_mask}));
}

namespace cells {

template <class Cell>
struct ChunkOf;
template <>
struct ChunkOf<std::uint8_t> {
    using Cells [[gnu::vector_size(row_chunk)]] = std::uint8_t;
    using Signed [[gnu::vector_size(row_chunk)]] = std::int8_t;
};
template <>
struct ChunkOf<std::uint16_t> {
    using Cells [[gnu::vector_size(2 * row_chunk)]] = std::uint16_t;
    using Signed [[gnu::vector_size(2 * row_chunk)]] = std::int16_t;
};
// As many cells as a chunk of a byte row has bytes.
template <class Cell>
using Chunk = typename ChunkOf<Cell>::Cells;

template <class Cell>
inline Chunk<Cell> load(const Cell* from) {
    Chunk<Cell> chunk;
    std::memcpy(&chunk, from, sizeof chunk);
    return chunk;
}
template <class Cell>
inline void store(Cell* to, const Chunk<Cell>& chunk) {
    std::memcpy(to, &chunk, sizeof chunk);
}

// All bits of a cell where the byte is 0xff, none where it is 0.
template <class Cell>
inline Chunk<Cell> widened(const rows::Chunk& mask) {
    if constexpr (sizeof(Cell) == 1) {
        return mask;
    } else {
        using Bytes [[gnu::vector_size(row_chunk)]] = std::int8_t;
        return (Chunk<Cell>)__builtin_convertvector((Bytes)mask, typename ChunkOf<Cell>::Signed);
    }
}
// The low byte of each cell.
template <class Cell>
inline rows::Chunk narrowed(const Chunk<Cell>& cells) {
    return __builtin_convertvector(cells, rows::Chunk);
}
template <class Cell>
inline Chunk<Cell> larger(const Chunk<Cell>& a, const Chunk<Cell>& b) {
    return a > b ? a : b;
}
template <class Cell>
inline Chunk<Cell> codes(const Chunk<Cell>& cells) {
    return cells & code_of(static_cast<Cell>(~Cell{0}));
}
template <class Cell>
inline bool any(const Chunk<Cell>& chunk) {
    constexpr std::size_t parts = sizeof(Chunk<Cell>) / row_chunk;
    rows::Chunk words[parts];
    std::memcpy(words, &chunk, sizeof chunk);
    rows::Chunk all = words[0];
    for (std::size_t i = 1; i < parts; ++i) all |= words[i];
    return rows::any(all);
}

template <class Cell>
inline void clear(Cell* to, std::size_t n) {
    for (std::size_t i = 0; i < n; i += row_chunk) {
        store(to + i, Chunk<Cell>{});
        __asm__("" : "+r"(i));
    }
}

}  // namespace cells

}  // namespace damier
