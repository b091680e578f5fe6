// What a thread needs beside the tiles of the block that it solves.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solver/bit_game.hpp"
#include "solver/bit_store.hpp"
#include "solver/byte_array.hpp"
#include "solver/object_pool.hpp"

namespace damier::bits {

struct BlockScratch {
    ByteArray open;
    std::array<std::vector<std::uint8_t>, 2> dirty;
};

// Those that there are, which count as memory of the store.
class ScratchPool {
public:
    // `bytes`: of a tile, both sides to move.
    ScratchPool(TileStore& store, std::size_t bytes) : store_{store}, bytes_{bytes} {}

    // Where memory is short, those of much larger blocks than of so many tiles go.
    void shrink_to(std::uint32_t tiles) {
        if (!store_.limited()) return;
        std::vector<std::unique_ptr<BlockScratch>> kept;
        while (auto scratch = free_.take()) {
            if (scratch->dirty[0].size() / 4 > tiles) {
                count(scratch->open.size(), 0);
            } else {
                kept.push_back(std::move(scratch));
            }
        }
        for (auto& scratch : kept) free_.give_back(std::move(scratch));
    }
    // For a block of so many tiles.
    std::unique_ptr<BlockScratch> take(std::uint32_t tiles) {
        auto scratch = free_.take();
        if (!scratch) scratch = std::make_unique<BlockScratch>();
        if (scratch->dirty[0].size() < tiles) {
            count(scratch->open.size(), bytes_ * tiles);
            scratch->open = ByteArray{};
            scratch->open = ByteArray{bytes_ * tiles};
            for (auto& dirty : scratch->dirty) dirty.resize(tiles);
        }
        return scratch;
    }
    void give_back(std::unique_ptr<BlockScratch> scratch) { free_.give_back(std::move(scratch)); }

    // What so many threads will take besides.
    std::uint64_t missing(std::uint32_t tiles, int threads) const {
        const std::uint64_t wanted = std::uint64_t{bytes_} * tiles * static_cast<std::uint64_t>(threads);
        return wanted - std::min<std::uint64_t>(wanted, there_);
    }

    template <class Word>
    static Block<Word> with(Block<Word> block, BlockScratch& scratch) {
        const std::size_t half = scratch.open.size() / 2;
        for (std::size_t c = 0; c < 2; ++c) {
            block.open[c] = reinterpret_cast<std::byte*>(scratch.open.data()) + c * half;
            block.dirty[c] = scratch.dirty[c].data();
        }
        return block;
    }

private:
    void count(std::uint64_t before, std::uint64_t after) {
        store_.release(before);
        store_.reserve(after);
        there_ += after - before;
    }

    TileStore& store_;
    std::size_t bytes_;
    std::atomic<std::uint64_t> there_{0};
    ObjectPool<BlockScratch> free_;
};

}  // namespace damier::bits
