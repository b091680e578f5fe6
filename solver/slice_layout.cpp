#include "solver/slice_layout.hpp"

#include <algorithm>

namespace damier {

template <class Set>
std::shared_ptr<const Axis<Set>> AxisCache<Set>::axis(Color color, bool kings, int pieces) {
    const std::lock_guard lock{mutex_};
    auto& axis = axes_[{color, kings, pieces}];
    if (!axis) axis = std::make_shared<const Axis<Set>>(board_, rules_, color, kings, pieces);
    return axis;
}

namespace {

template <class Set>
SubsetIndex<Set> outside_men(const Board<Set>& board, const Slice& slice, Color c) {
    return SubsetIndex<Set>{board.man_squares(c), slice.kings_of(c) > 0 ? slice.men_of(c) : 0};
}

}  // namespace

template <class Set>
SliceLayout<Set>::SliceLayout(AxisCache<Set>& axes, const Slice& slice)
    : slice_{slice},
      men_index_{outside_men(axes.board(), slice, Color::white),
                 outside_men(axes.board(), slice, Color::black)} {
    const Board<Set>& board = axes.board();
    for (Color c : both_colors) {
        const bool kings = slice.kings_of(c) > 0;
        axes_[index(c)] = axes.axis(c, kings, kings ? slice.kings_of(c) : slice.men_of(c));
    }
    block_ids_.assign(men_index_[0].count() * men_index_[1].count(), no_block);
    for (std::uint64_t white = 0; white < men_index_[0].count(); ++white) {
        const Set white_men = men_index_[0].set(white);
        for (std::uint64_t black = 0; black < men_index_[1].count(); ++black) {
            const Set black_men = men_index_[1].set(black);
            if (white_men & black_men) continue;
            const auto block = static_cast<std::uint32_t>(block_men_.size());
            block_ids_[white * men_index_[1].count() + black] = block;
            block_men_.push_back({white_men, black_men});
            std::size_t level = 0;
            for (Square s : white_men) level += static_cast<std::size_t>(board.advance(Color::white, s));
            for (Square s : black_men) level += static_cast<std::size_t>(board.advance(Color::black, s));
            if (levels_.size() <= level) levels_.resize(level + 1);
            levels_[level].push_back(block);
        }
    }
    std::reverse(levels_.begin(), levels_.end());
}

template <class Set>
std::size_t SliceLayout<Set>::index_of(const Position<Set>& p) const {
    std::array<Set, 2> outside;
    std::array<std::uint32_t, 2> rank{};
    for (Color c : both_colors) {
        const auto i = index(c);
        const bool kings = axis(c).of_kings();
        rank[i] = axis(c).rank(kings ? p.kings[i] : p.men[i]);
        if (kings) outside[i] = p.men[i];
    }
    return row(p.to_move, block_of(outside[0], outside[1]), rank[index(!p.to_move)]) + rank[index(p.to_move)];
}

template <class Set>
SliceValues<Set> color_swapped(AxisCache<Set>& axes, const SliceValues<Set>& values, const Threads& threads) {
    const SliceLayout<Set>& from = *values.layout;
    const auto to = std::make_shared<const SliceLayout<Set>>(axes, from.slice().color_swapped());
    const int squares = axes.board().squares();
    SliceValues<Set> result{to};
    for (Color mover : both_colors) {
        // What `mover` had to move is now the other colour's.
        const auto& source = values.values[index(mover)];
        auto& target = result.values[index(!mover)];
        const auto turn_block = [&](std::uint32_t block) {
            const auto& men = from.men_of_block(block);
            const std::uint32_t turned = to->block_of(half_turn(men[1], squares), half_turn(men[0], squares));
            const Axis<Set>& columns = from.axis(mover);
            for (std::uint32_t other = 0; other < from.axis(!mover).count(); ++other) {
                const std::uint8_t* in = source.data() + from.row(mover, block, other);
                std::uint8_t* out =
                    target.data() + to->row(!mover, turned, from.axis(!mover).half_turned(other));
                for (std::uint32_t i = 0; i < columns.count(); ++i) out[columns.half_turned(i)] = in[i];
            }
        };
        threads.ranges(from.blocks(), 16, [&](std::size_t first, std::size_t last) {
            for (std::size_t block = first; block < last; ++block)
                turn_block(static_cast<std::uint32_t>(block));
        });
    }
    return result;
}

template class AxisCache<SquareSet64>;
template class AxisCache<SquareSet128>;
template class SliceLayout<SquareSet64>;
template class SliceLayout<SquareSet128>;
template SliceValues<SquareSet64> color_swapped(AxisCache<SquareSet64>&, const SliceValues<SquareSet64>&,
                                                const Threads&);
template SliceValues<SquareSet128> color_swapped(AxisCache<SquareSet128>&, const SliceValues<SquareSet128>&,
                                                 const Threads&);

}  // namespace damier
