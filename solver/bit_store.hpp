// The slices that the bit-parallel solver holds, and their memory.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "egtb/slice.hpp"
#include "solver/bit_game.hpp"
#include "solver/bit_setup.hpp"
#include "solver/byte_array.hpp"

namespace damier::bits {

// Memory for tiles, which need not be zero: small pieces share huge pages for good.
class TileMemory {
public:
    std::byte* take(std::size_t size, ByteArray& owner) {
        if (size >= chunk / 4) {
            owner = recycled(size);
            return reinterpret_cast<std::byte*>(owner.data());
        }
        size = (size + 63) / 64 * 64;
        if (used_ + size > chunk) {
            chunks_.emplace_back(chunk);
            used_ = 0;
        }
        std::byte* at = reinterpret_cast<std::byte*>(chunks_.back().data()) + used_;
        used_ += size;
        return at;
    }
    void give_back(ByteArray&& array) {
        if (array.size() > 0) free_.push_back(std::move(array));
    }

private:
    // One that was used before: the system clears pages, which takes as long as filling them. Where none of
    // them fits, all go.
    ByteArray recycled(std::size_t size) {
        for (ByteArray& array : free_) {
            if (array.size() < size || array.size() > size + size / 4) continue;
            std::swap(array, free_.back());
            ByteArray found = std::move(free_.back());
            free_.pop_back();
            return found;
        }
        free_.clear();
        return ByteArray{size};
    }

    static constexpr std::size_t chunk = std::size_t{2} << 20;
    std::vector<ByteArray> free_;
    std::vector<ByteArray> chunks_;
    std::size_t used_ = chunk;
};

// The tiles of a slice. One that was made by swapping colours is only ever reached by moves of Black (White
// has more pieces in what is solved, or as many and no fewer kings), and so has the values of White to move
// only; its captures are made when they are asked for.
template <class Word>
struct HeldSlice {
    Slice slice;
    std::array<std::vector<Word>, 2> men;  // known sets by rank
    std::array<const OuterKingTables<Word>*, 2> outer;
    std::array<ByteArray, 2> memory;  // values, captures
    Tiles<Word> tiles = {};

    std::uint32_t tiles_of_block() const { return outer[0]->view().count * outer[1]->view().count; }
    std::size_t blocks() const { return men[0].size() * men[1].size(); }
    std::size_t tile_count() const { return blocks() * tiles_of_block(); }
};

// Scratch for a block.
struct BlockScratch {
    ByteArray open;
    std::array<std::vector<std::uint8_t>, 2> dirty;
};

}  // namespace damier::bits
