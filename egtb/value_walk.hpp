// The values of a section in their order, as the context coder sees them: what position each belongs to,
// whether it is free, and where among the values before it the position's neighbours stand: the same
// placement with one piece a step away.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "egtb/ranking.hpp"
#include "rules/game.hpp"

namespace damier {

// The steps to neighbours, for each piece: those that mostly lead to lower ranks. By measurement the two
// along rows and columns tell most.
inline constexpr int walk_steps = 8;
inline constexpr std::uint64_t no_rank = ~std::uint64_t{0};

template <class Set>
class ValueWalk {
public:
    // Stands at the value of that rank. Game and ranking outlive the walk.
    ValueWalk(const BoardGame<Set>& game, const SliceRanking<Set>& ranking, Color to_move,
              std::uint64_t first);

    const Position<Set>& position() const { return position_; }
    std::uint64_t rank() const { return rank_; }
    // There must be a next one.
    void next();

    // By free-value policy 2.
    bool is_free();
    // Could the other side capture, were it to move?
    bool threatened() const { return game_.can_capture(position_, !position_.to_move); }
    // Parity of the sum of the rows of all pieces: no quiet move changes it without changing the side to move
    // (where pieces move diagonally).
    int row_parity() const { return (position_.occupied() & odd_rows_).size() & 1; }

    int pieces() const { return pieces_; }
    // The rank of this placement with a piece so many steps on: pieces are the kings of the side to move,
    // those that wait, the men of either, each in the order of the ranking. no_rank where there is no such
    // placement, or a later one.
    std::uint64_t neighbour(int piece, int step);

private:
    static constexpr std::size_t max_pieces = 30;
    // Places of the kings of one side among those that are left for it, ascending.
    using Places = std::array<std::uint8_t, max_pieces>;

    static bool advance(Places& places, int count, int limit);
    static std::uint64_t colex(const Places& places, int count);

    void begin_men(std::uint64_t men);
    void begin_waiting();
    void place_moving();
    std::uint64_t moving_king_to(int king, Square to) const;
    std::uint64_t waiting_king_to(int king, Square to) const;
    std::uint64_t man_to(int man, int step, Square to);

    const BoardGame<Set>& game_;
    const SliceRanking<Set>& ranking_;
    Set odd_rows_;
    int pieces_;
    int moving_count_;
    int waiting_count_;
    int moving_men_;
    int open_ = 0;  // squares without men
    std::uint64_t moving_places_;

    Position<Set> position_;
    std::uint64_t rank_;
    std::uint64_t state_ = 0;
    std::uint64_t men_ = 0;  // rank of the men
    std::uint64_t waiting_rank_ = 0;
    std::uint64_t base_ = 0;                                // rank of the first placement of the moving kings
    std::array<Square, Set::capacity> open_squares_{};      // without men, in the order of kings
    std::array<std::uint8_t, Set::capacity> open_place_{};  // and back
    std::array<std::uint8_t, Set::capacity>
        left_places_{};                                     // of the open places, those left by waiting kings
    std::array<std::uint8_t, Set::capacity> king_place_{};  // of all squares, in the order of kings
    std::array<std::array<Square, Set::capacity>, walk_steps> steps_{};
    Places waiting_{};                              // open places
    Places moving_{};                               // indices into left_places_
    std::array<Square, max_pieces> men_squares_{};  // of the side to move first
    std::vector<std::uint64_t> man_ranks_;          // of the men with one moved; 0 not known yet
};

extern template class ValueWalk<SquareSet64>;
extern template class ValueWalk<SquareSet128>;

}  // namespace damier
