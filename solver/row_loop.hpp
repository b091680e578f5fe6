// How the rows of one block are shared among threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace damier {

// Runs f(first, last) over [0, count) in pieces, in parallel; empty where one thread solves the block.
using RowLoop =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t, std::uint32_t)>&)>;

// f(first, last) for tiles of 0 .. count-1.
template <class F>
void for_each_tile(std::uint32_t count, const RowLoop& loop, F f) {
    constexpr std::uint32_t tile = 64;
    if (!loop) return f(0, count);
    loop((count + tile - 1) / tile,
         [&](std::uint32_t first, std::uint32_t last) { f(first * tile, std::min(count, last * tile)); });
}

}  // namespace damier
