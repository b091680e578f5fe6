// A slice that the bit-parallel solver holds: its blocks, and where their tiles are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "egtb/slice.hpp"
#include "solver/bit_blocks.hpp"
#include "solver/bit_setup.hpp"
#include "solver/bit_store.hpp"

namespace damier::bits {

// The tiles of a slice. One that was made by swapping colours is only ever reached by moves of Black (White
// has more pieces in what is solved, or as many and no fewer kings), and so has the values of White to move
// only, and the captures. Its pages are made from those of the slice that was solved when they are asked for.
template <class Word>
struct HeldSlice {
    Slice slice;
    std::array<std::vector<Word>, 2> men;  // known sets by rank
    std::array<const OuterKingTables<Word>*, 2> outer;
    std::unique_ptr<const BlockNumbers> numbers;
    std::unique_ptr<SlicePages> pages;
    Tiles<Word> tiles = {};
};

// The place of a set among those of as many squares from `first` on, in colex order.
template <class Word>
std::uint32_t set_rank(const GameView<Word>& game, Word set, int first) {
    std::uint32_t rank = 0;
    int k = 1;
    for (int q = 0; q < game.squares; ++q) {
        if (set >> q & 1) rank += game.choose[k++][q - first];
    }
    return rank;
}

// The block of two sets by rank, without records; false where men share a square.
template <class Word>
bool place_block(const HeldSlice<Word>& held, const std::array<std::uint32_t, 2>& ranks, Block<Word>& block) {
    for (std::size_t c = 0; c < 2; ++c) {
        block.men[c] = held.men[c][ranks[c]];
        block.men_rank[c] = ranks[c];
    }
    block.tile_count = held.tiles.tiles_of_block;
    return !(block.men[0] & block.men[1]);
}

// The memory of a page of a plane that is there.
template <class Word>
const std::byte* page_of(const HeldSlice<Word>& held, int plane, std::size_t page) {
    const std::byte* memory = __atomic_load_n(&held.tiles.pages[plane][page], __ATOMIC_ACQUIRE);
    return memory != nullptr ? memory : held.pages->load(plane, page);
}

// The records of a block.
template <class Word>
const std::byte* records_of(const HeldSlice<Word>& held, const Kernel<Word>& kernel, int plane,
                            std::uint32_t white, std::uint32_t black) {
    const std::size_t block = held.numbers->block(white, black);
    const std::size_t in_page = block & ((std::size_t{1} << held.tiles.page_shift) - 1);
    return page_of(held, plane, block >> held.tiles.page_shift) +
           in_page * kernel.record_bytes[plane] * held.tiles.tiles_of_block;
}

// Errors of the store come out of the kernels as exceptions.
template <class F>
auto storing(F f) -> decltype(f()) {
    try {
        return f();
    } catch (StoreFailure& failure) {
        return fail(std::move(failure.error));
    }
}

}  // namespace damier::bits
