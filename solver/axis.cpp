#include "solver/axis.hpp"

#include "rules/position.hpp"

namespace damier {

template <class Set>
Axis<Set>::Axis(const Board<Set>& board, const Rules& rules, Color color, bool kings, int pieces,
                bool beside_men)
    : color_{color},
      kings_{kings},
      index_{kings ? board.all() : board.man_squares(color), pieces},
      runs_{rules.king_run_limit, kings ? pieces : 0, beside_men},
      set_count_{static_cast<std::uint32_t>(index_.count())},
      count_{set_count_ * static_cast<std::uint32_t>(runs_.count())} {
    // Men of the other colour stand on the half-turned squares.
    const SubsetIndex<Set> turned{kings ? board.all() : board.man_squares(!color), pieces};
    sets_.reserve(count_);
    half_turned_.reserve(count_);
    first_step_.reserve(count_ + 1);
    occupancy_.assign(static_cast<std::size_t>(board.squares()) * padded(count_), 0);
    for (std::uint32_t rank = 0; rank < count_; ++rank) {
        const Set set = index_.set(rank % set_count_);
        sets_.push_back(set);
        const Set turned_set = half_turn(set, board.squares());
        half_turned_.push_back(in_state(static_cast<std::uint32_t>(turned.rank(turned_set)),
                                        runs_.index_of(turned_set, half_turn(run(rank), board.squares()))));
        for (Square s : set) occupancy_[static_cast<std::size_t>(index(s)) * padded(count_) + rank] = 0xff;
        first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
        if (kings) {
            add_king_steps(board, rules, set, run(rank));
        } else {
            add_man_steps(board, rules, set);
        }
    }
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

template <class Set>
void Axis<Set>::add_king_steps(const Board<Set>& board, const Rules& rules, Set set, KingRun run) {
    for (Square from : set) {
        const int moves = run.king == from ? run.moves + 1 : 1;
        if (runs_.count() > 1 && moves > rules.king_run_limit) continue;
        const Set others = set - Set::of(from);
        for (Direction d : all_directions) {
            if (!rules.king_moves.is.for_color(color_).contains(d)) continue;
            bool first = true;
            for (Square to = board.next(d, from); to != no_square && !others.contains(to);
                 to = board.next(d, to)) {
                steps_.push_back(
                    {rank(others | Set::of(to), {to, static_cast<std::uint8_t>(moves)}), to, first});
                first = false;
                if (rules.king_range == KingRange::one_step) break;
            }
        }
    }
}

// Promotions lead to another slice and are no steps of the axis.
template <class Set>
void Axis<Set>::add_man_steps(const Board<Set>& board, const Rules& rules, Set set) {
    for (Square from : set) {
        for (Direction d : all_directions) {
            if (!rules.man_moves.is.for_color(color_).contains(d)) continue;
            const Square to = board.next(d, from);
            if (to == no_square || set.contains(to) || board.promotion_row(color_).contains(to)) continue;
            steps_.push_back({rank((set - Set::of(from)) | Set::of(to)), to, true});
        }
    }
}

template class Axis<SquareSet64>;
template class Axis<SquareSet128>;

}  // namespace damier
