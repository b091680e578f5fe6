// How the values of a slice lie in memory. Outermost the *block*: the men of the sides whose axis is their
// kings. Within a block, for each side to move, a matrix whose rows run over the axis of the side to move:
//   values[to_move][(block * ranks of the other side + rank of the other side) * ranks of the mover + rank of
//   the mover]
// so that the moves of one side, which fix its own pieces and run over the other's, read whole rows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "egtb/slice.hpp"
#include "rules/position.hpp"
#include "solver/axis.hpp"
#include "solver/byte_array.hpp"
#include "solver/parallel.hpp"

namespace damier {

// Axes are the same in many slices; made once and kept. Thread-safe.
template <class Set>
class AxisCache {
public:
    AxisCache(const Board<Set>& board, const Rules& rules) : board_{board}, rules_{rules} {}
    std::shared_ptr<const Axis<Set>> axis(Color color, bool kings, int pieces);
    const Board<Set>& board() const { return board_; }

private:
    const Board<Set>& board_;
    const Rules& rules_;
    std::mutex mutex_;
    std::map<std::tuple<Color, bool, int>, std::shared_ptr<const Axis<Set>>> axes_;
};

inline constexpr std::uint32_t no_block = ~std::uint32_t{0};

template <class Set>
class SliceLayout {
public:
    SliceLayout(AxisCache<Set>& axes, const Slice& slice);

    const Slice& slice() const { return slice_; }
    const Axis<Set>& axis(Color c) const { return *axes_[index(c)]; }
    std::size_t blocks() const { return block_men_.size(); }
    std::size_t block_size() const {
        return static_cast<std::size_t>(axis(Color::white).count()) * axis(Color::black).count();
    }
    // Values for one side to move, those of placements that do not exist included.
    std::size_t size() const { return blocks() * block_size(); }

    // The men that are outside the axes.
    const std::array<Set, 2>& men_of_block(std::uint32_t block) const { return block_men_[block]; }
    // no_block where men share a square.
    std::uint32_t block_of(Set white_men, Set black_men) const {
        return block_ids_[men_index_[0].rank(white_men) * men_index_[1].count() +
                          men_index_[1].rank(black_men)];
    }

    // Blocks by level (rows that their men have advanced in all), the most advanced first: a quiet man move
    // of outside men leads from one level to the level before it in this list.
    const std::vector<std::vector<std::uint32_t>>& levels() const { return levels_; }

    std::size_t row(Color to_move, std::uint32_t block, std::uint32_t other_rank) const {
        return (std::size_t{block} * axis(!to_move).count() + other_rank) * axis(to_move).count();
    }

    // Index of a position of this slice among the values of its side to move.
    std::size_t index_of(const Position<Set>& p) const;

private:
    Slice slice_;
    std::array<std::shared_ptr<const Axis<Set>>, 2> axes_;
    std::array<SubsetIndex<Set>, 2> men_index_;  // of the men outside the axes
    std::vector<std::uint32_t> block_ids_;
    std::vector<std::array<Set, 2>> block_men_;
    std::vector<std::vector<std::uint32_t>> levels_;
};

// The values of a slice; each array has layout->size() values and a chunk of slack (byte_rows.hpp).
template <class Set>
struct SliceValues {
    std::shared_ptr<const SliceLayout<Set>> layout;
    std::array<ByteArray, 2> values;  // by side to move, ValueBytes

    explicit SliceValues(std::shared_ptr<const SliceLayout<Set>> of) : layout{std::move(of)} {
        for (auto& array : values) array = ByteArray{layout->size() + row_chunk};
    }

    const std::uint8_t* row(Color to_move, std::uint32_t block, std::uint32_t other_rank) const {
        return values[index(to_move)].data() + layout->row(to_move, block, other_rank);
    }
    std::uint8_t at(const Position<Set>& p) const { return values[index(p.to_move)][layout->index_of(p)]; }
};

// The values of the colour-swapped slice.
template <class Set>
SliceValues<Set> color_swapped(AxisCache<Set>& axes, const SliceValues<Set>& values, const Threads& threads);

extern template class AxisCache<SquareSet64>;
extern template class AxisCache<SquareSet128>;
extern template class SliceLayout<SquareSet64>;
extern template class SliceLayout<SquareSet128>;
extern template SliceValues<SquareSet64> color_swapped(AxisCache<SquareSet64>&,
                                                       const SliceValues<SquareSet64>&, const Threads&);
extern template SliceValues<SquareSet128> color_swapped(AxisCache<SquareSet128>&,
                                                        const SliceValues<SquareSet128>&, const Threads&);

}  // namespace damier
