// What a table is written from: the cells of a slice (value_cells.hpp), some blocks at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/result.hpp"
#include "solver/slice_layout.hpp"

namespace damier {

template <class Set, class Cell>
class CellSource {
public:
    virtual ~CellSource() = default;
    virtual const SliceLayout<Set>& layout() const = 0;
    // Makes the cells of these blocks readable, of one side to move; those of other blocks, and of the other
    // side, may be gone then.
    virtual Result<void> prepare(Color to_move, std::span<const std::uint32_t> blocks) = 0;
    // The layout's block_size() cells of a block that was prepared.
    virtual const Cell* block(std::uint32_t block) const = 0;
};

// All of them in memory.
template <class Set, class Cell>
class WholeCells final : public CellSource<Set, Cell> {
public:
    explicit WholeCells(const SliceValues<Set, Cell>& values) : values_{values} {}
    const SliceLayout<Set>& layout() const override { return *values_.layout; }
    Result<void> prepare(Color to_move, std::span<const std::uint32_t>) override {
        side_ = to_move;
        return {};
    }
    const Cell* block(std::uint32_t block) const override {
        return values_.cells(side_) + block * values_.layout->block_size();
    }

private:
    const SliceValues<Set, Cell>& values_;
    Color side_ = Color::white;
};

}  // namespace damier
