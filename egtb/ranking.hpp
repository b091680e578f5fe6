// Gap-free ranking of the placements of a slice: the order of the values in a table file (ranking scheme 1 of
// docs/table-format.md). The same placement has another rank for each side to move, since the order within a
// men configuration is chosen for the side to move: tables compress best so.
//
//   men configuration: by the number j of black men on the top row (where no white man can stand), then colex
//   of
//     those j, colex of the other black men on the rows between, colex of the white men on what is left below
//     the top;
//   kings: on the squares that the men leave free, those of even rows (from the top, counted from 0) before
//   those of
//     odd rows: the kings of the side that waits outermost, those of the side to move innermost, each by
//     colex.
//
// Where kings may move only so often in a row (egtb/king_runs.hpp) all that is repeated for each run of
// White's kings and, within, of Black's.
#pragma once

#include <array>
#include <cstdint>

#include "egtb/binomial.hpp"
#include "egtb/king_runs.hpp"
#include "egtb/slice.hpp"
#include "rules/board.hpp"
#include "rules/position.hpp"

namespace damier {

inline constexpr std::uint32_t ranking_scheme = 1;

template <class Set>
class SliceRanking {
public:
    // The limit is that of Rules::king_run_limit.
    SliceRanking(const Board<Set>& board, const Slice& slice, int king_run_limit = 0);

    const Slice& slice() const { return slice_; }
    // Placements for one side to move, each in every state; binomial_overflow where they do not fit in 64
    // bits.
    std::uint64_t placements() const {
        return checked_product(placements_in_state(), static_cast<std::uint64_t>(states()));
    }
    std::uint64_t placements_in_state() const { return checked_product(men_configurations_, kings_); }
    // Of the runs of both sides' kings; 1 in most variants.
    int states() const { return runs_[0].count() * runs_[1].count(); }
    // The state of one side in one of both.
    int state_of(Color c, int state) const {
        return c == Color::white ? state / runs_[1].count() : state % runs_[1].count();
    }
    std::uint64_t men_configurations() const { return men_configurations_; }
    // Placements of the kings of one men configuration.
    std::uint64_t king_placements() const { return kings_; }
    int squares() const { return squares_; }
    int row_squares() const { return row_squares_; }
    // Squares in the order in which kings are ranked.
    Square king_square(int place) const { return king_order_[static_cast<std::size_t>(place)]; }

    // Of a position of this slice, in its own colours.
    std::uint64_t rank(const Position<Set>& position) const;
    Position<Set> unrank(Color to_move, std::uint64_t rank) const;

    std::uint64_t men_rank(Set white_men, Set black_men) const;
    // Puts the men of that configuration into the position.
    void unrank_men(std::uint64_t rank, Position<Set>& position) const;

private:
    // Ranks `set` by colex among the squares of which `taken` are left out; both in ranking places, not
    // squares.
    std::uint64_t colex(Set places, Set taken) const;
    Set in_king_order(Set squares) const;

    Slice slice_;
    std::array<KingRuns, 2> runs_;
    int squares_;
    int row_squares_;  // of the top and of the bottom row
    std::array<Square, Set::capacity> king_order_{};
    std::array<std::uint8_t, Set::capacity> king_place_{};
    // First men configuration with j black men on the top row, and for each such j the placements of the
    // others.
    std::array<std::uint64_t, 27> first_with_{};
    std::uint64_t men_configurations_ = 0;
    std::uint64_t kings_ = 0;
};

extern template class SliceRanking<SquareSet64>;
extern template class SliceRanking<SquareSet128>;

}  // namespace damier
