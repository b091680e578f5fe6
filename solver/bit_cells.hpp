// What tables are written from: cells, made of tiles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "solver/bit_held.hpp"
#include "solver/bit_values.hpp"
#include "solver/cell_source.hpp"

namespace damier::bits {

// Cells from tiles, as many blocks of the layout at a time as are asked for.
template <class Word, class Set, class M>
class TileCells final : public CellSource<Set, typename M::Code> {
    using Code = typename M::Code;

public:
    TileCells(const GameView<Word>& game, const Kernel<Word>& kernel, TileStore& store,
              const HeldSlice<Word>& held, const Job<Word>& job,
              std::shared_ptr<const SliceLayout<Set>> layout, const Threads& threads, bool unstored)
        : game_{game},
          kernel_{kernel},
          store_{store},
          held_{held},
          job_{job},
          layout_{std::move(layout)},
          threads_{threads},
          unstored_{unstored},
          slots_(layout_->blocks(), no_block) {}
    ~TileCells() override { store_.release(memory_.size()); }
    TileCells(const TileCells&) = delete;
    TileCells& operator=(const TileCells&) = delete;

    const SliceLayout<Set>& layout() const override { return *layout_; }
    const Code* block(std::uint32_t block) const override {
        return reinterpret_cast<const Code*>(memory_.data()) + slots_[block] * layout_->block_size();
    }
    Result<void> prepare(Color to_move, std::span<const std::uint32_t> blocks) override {
        const std::size_t block_size = layout_->block_size() * sizeof(Code);
        if (to_move != side_ || blocks.size() > there_.size()) {
            for (std::uint32_t b : there_) {
                if (b != no_block) slots_[b] = no_block;
            }
            there_.assign(std::max(blocks.size(), there_.size()), no_block);
            side_ = to_move;
            if (memory_.size() < there_.size() * block_size) {
                store_.release(memory_.size());
                memory_ = ByteArray{};
                store_.reserve(there_.size() * block_size);
                const auto room = storing([&]() -> Result<void> {
                    store_.relieve(threads_);
                    return {};
                });
                if (!room) return room;
                memory_ = ByteArray{there_.size() * block_size};
            }
        }
        // Slots of blocks that are not asked for any more go to new ones.
        const std::set<std::uint32_t> wanted{blocks.begin(), blocks.end()};
        std::vector<std::uint32_t> fresh;
        std::uint32_t slot = 0;
        for (std::uint32_t b : wanted) {
            if (slots_[b] != no_block) continue;
            while (there_[slot] != no_block && wanted.contains(there_[slot])) ++slot;
            if (there_[slot] != no_block) slots_[there_[slot]] = no_block;
            there_[slot] = b;
            // Placements that do not exist stay zero.
            std::memset(memory_.data() + slot * block_size, 0, block_size);
            slots_[b] = slot++;
            fresh.push_back(b);
        }
        if (fresh.empty()) return {};
        return storing([&]() -> Result<void> {
            copy(fresh);
            store_.relieve(threads_);
            return {};
        });
    }

private:
    // Blocks of tiles with the men of these blocks: of a side without kings, with all.
    struct Part {
        std::array<std::uint32_t, 2> men_rank;
        std::uint32_t slot;
        std::uint32_t first, last;  // tiles
    };
    static constexpr std::uint32_t tiles_of_part = 1024;

    void copy(const std::vector<std::uint32_t>& blocks) {
        std::vector<Part> parts;
        for (std::uint32_t b : blocks) {
            const std::array<Set, 2>& outside = layout_->men_of_block(b);
            std::array<std::uint32_t, 2> begin = {}, end = {};
            for (Color color : both_colors) {
                const auto c = index(color);
                end[c] = static_cast<std::uint32_t>(held_.men[c].size());
                if (!layout_->axis(color).of_kings()) continue;
                begin[c] = set_rank(game_, static_cast<Word>(outside[c].bits()), game_.first_man_square[c]);
                end[c] = begin[c] + 1;
            }
            for (std::uint32_t white = begin[0]; white < end[0]; ++white) {
                for (std::uint32_t black = begin[1]; black < end[1]; ++black) {
                    if (held_.men[0][white] & held_.men[1][black]) continue;
                    for (std::uint32_t t = 0; t < held_.tiles.tiles_of_block; t += tiles_of_part) {
                        parts.push_back({{white, black},
                                         slots_[b],
                                         t,
                                         std::min(t + tiles_of_part, held_.tiles.tiles_of_block)});
                    }
                }
            }
        }
        const ValueCopy<Word, Set, M> copy{job_, *layout_, side_};
        const std::size_t grain = std::max<std::size_t>(1, 64 / held_.tiles.tiles_of_block);
        threads_.ranges(parts.size(), grain, [&](std::size_t first, std::size_t last) {
            ByteArray marks{kernel_.tile_bytes * tiles_of_part};
            for (std::size_t i = first; i < last; ++i) copy_part(copy, parts[i], marks);
        });
    }
    void copy_part(const ValueCopy<Word, Set, M>& copy, const Part& part, ByteArray& marks) {
        Block<Word> block = {};
        place_block(held_, part.men_rank, block);
        const int plane = static_cast<int>(index(side_));
        for (int p : {plane, static_cast<int>(can_capture)}) {
            block.records[p] =
                const_cast<std::byte*>(records_of(held_, kernel_, p, part.men_rank[0], part.men_rank[1]));
        }
        auto* at = reinterpret_cast<std::byte*>(marks.data());
        if (unstored_) kernel_.mark(job_, block, plane, part.first, part.last, at);
        Code* cells = reinterpret_cast<Code*>(memory_.data()) + part.slot * layout_->block_size();
        copy.tiles(block, part.first, part.last, kernel_, at, cells);
    }

    const GameView<Word>& game_;
    const Kernel<Word>& kernel_;
    TileStore& store_;
    const HeldSlice<Word>& held_;
    Job<Word> job_;
    std::shared_ptr<const SliceLayout<Set>> layout_;
    Threads threads_;
    bool unstored_;
    Color side_ = Color::white;
    std::vector<std::uint32_t> slots_;  // by block: which of those in memory
    std::vector<std::uint32_t> there_;  // by slot
    ByteArray memory_;                  // of slots
};

}  // namespace damier::bits
