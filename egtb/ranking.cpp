#include "egtb/ranking.hpp"

#include <algorithm>

namespace damier {

namespace {

// The subset of `count` places that has this colex rank, among places that skip `taken`.
template <class Set>
Set colex_set(std::uint64_t rank, int count, Set taken, int places) {
    Set result;
    // Places of the highest element first; `open` counts the free places below the bound.
    int bound = places - taken.size();
    for (int k = count; k > 0; --k) {
        int open = bound - 1;
        while (binomial(open, k) > rank) --open;
        rank -= binomial(open, k);
        bound = open;
        int place = 0;
        for (int free = -1;; ++place) {
            if (!taken.contains(square(place)) && ++free == open) break;
        }
        result.insert(square(place));
    }
    return result;
}

}  // namespace

template <class Set>
SliceRanking<Set>::SliceRanking(const Board<Set>& board, const Slice& slice, int king_run_limit)
    : slice_{slice},
      runs_{KingRuns{king_run_limit, slice, Color::white}, KingRuns{king_run_limit, slice, Color::black}},
      squares_{board.squares()},
      row_squares_{board.promotion_row(Color::white).size()} {
    std::size_t place = 0;
    for (int parity : {0, 1}) {
        for (Square s : board.all()) {
            if (board.row(s) % 2 != parity) continue;
            king_place_[static_cast<std::size_t>(index(s))] = static_cast<std::uint8_t>(place);
            king_order_[place++] = s;
        }
    }
    const int black = slice.men_of(Color::black);
    const int white = slice.men_of(Color::white);
    const int between = squares_ - 2 * row_squares_;
    for (int j = 0; j <= std::min(black, row_squares_); ++j) {
        first_with_[static_cast<std::size_t>(j)] = men_configurations_;
        const std::uint64_t black_places =
            checked_product(binomial(row_squares_, j), binomial(between, black - j));
        const std::uint64_t white_places = binomial(squares_ - row_squares_ - (black - j), white);
        men_configurations_ = checked_sum(men_configurations_, checked_product(black_places, white_places));
    }
    const int free = squares_ - slice.all_men();
    const int white_kings = slice.kings_of(Color::white);
    kings_ = checked_product(binomial(free, white_kings),
                             binomial(free - white_kings, slice.kings_of(Color::black)));
}

template <class Set>
std::uint64_t SliceRanking<Set>::colex(Set places, Set taken) const {
    std::uint64_t rank = 0;
    int k = 0;
    for (Square place : places)
        rank += binomial(index(place) - (taken & Set::first(index(place))).size(), ++k);
    return rank;
}

template <class Set>
Set SliceRanking<Set>::in_king_order(Set squares) const {
    Set places;
    for (Square s : squares) places.insert(square(king_place_[static_cast<std::size_t>(index(s))]));
    return places;
}

template <class Set>
std::uint64_t SliceRanking<Set>::men_rank(Set white_men, Set black_men) const {
    const Set top = Set::first(row_squares_);
    const Set black_top = black_men & top;
    const int j = black_top.size();
    const int others = slice_.men_of(Color::black) - j;
    const std::uint64_t white_places =
        binomial(squares_ - row_squares_ - others, slice_.men_of(Color::white));
    const std::uint64_t between_places = binomial(squares_ - 2 * row_squares_, others);
    const std::uint64_t black_rank =
        colex(black_top, Set{}) * between_places + colex((black_men - top).shifted(-row_squares_), Set{});
    const std::uint64_t white_rank =
        colex(white_men.shifted(-row_squares_), (black_men - top).shifted(-row_squares_));
    return first_with_[static_cast<std::size_t>(j)] + black_rank * white_places + white_rank;
}

template <class Set>
void SliceRanking<Set>::unrank_men(std::uint64_t rank, Position<Set>& position) const {
    const int black = slice_.men_of(Color::black);
    int j = std::min(black, row_squares_);
    while (j > 0 && first_with_[static_cast<std::size_t>(j)] > rank) --j;
    // Where j men cannot be placed the class is empty and starts where the next one does.
    while (binomial(squares_ - 2 * row_squares_, black - j) == 0) ++j;
    rank -= first_with_[static_cast<std::size_t>(j)];
    const int others = black - j;
    const std::uint64_t white_places =
        binomial(squares_ - row_squares_ - others, slice_.men_of(Color::white));
    const std::uint64_t between_places = binomial(squares_ - 2 * row_squares_, others);
    const std::uint64_t white_rank = rank % white_places;
    const std::uint64_t black_rank = rank / white_places;
    const Set top = colex_set(black_rank / between_places, j, Set{}, row_squares_);
    const Set between = colex_set(black_rank % between_places, others, Set{}, squares_ - 2 * row_squares_);
    const Set white = colex_set(white_rank, slice_.men_of(Color::white), between, squares_ - row_squares_);
    position.men[index(Color::black)] = top | between.shifted(row_squares_);
    position.men[index(Color::white)] = white.shifted(row_squares_);
}

template <class Set>
std::uint64_t SliceRanking<Set>::rank(const Position<Set>& position) const {
    const Color mover = position.to_move;
    const std::uint64_t men = men_rank(position.men[index(Color::white)], position.men[index(Color::black)]);
    const Set taken = in_king_order(position.men[0] | position.men[1]);
    const Set waiting = in_king_order(position.kings[index(!mover)]);
    const Set moving = in_king_order(position.kings[index(mover)]);
    const std::uint64_t moving_places =
        binomial(squares_ - slice_.all_men() - slice_.kings_of(!mover), slice_.kings_of(mover));
    std::uint64_t state = 0;
    for (Color c : both_colors) {
        const KingRuns& runs = runs_[index(c)];
        state = state * static_cast<std::uint64_t>(runs.count()) +
                static_cast<std::uint64_t>(runs.index_of(position.kings[index(c)], position.runs[index(c)]));
    }
    return state * placements_in_state() + men * kings_ + colex(waiting, taken) * moving_places +
           colex(moving, taken | waiting);
}

template <class Set>
Position<Set> SliceRanking<Set>::unrank(Color to_move, std::uint64_t rank) const {
    Position<Set> position;
    position.to_move = to_move;
    const auto state = static_cast<int>(rank / placements_in_state());
    rank %= placements_in_state();
    unrank_men(rank / kings_, position);
    const std::uint64_t kings = rank % kings_;
    const Set taken = in_king_order(position.men[0] | position.men[1]);
    const std::uint64_t moving_places =
        binomial(squares_ - slice_.all_men() - slice_.kings_of(!to_move), slice_.kings_of(to_move));
    const Set waiting = colex_set(kings / moving_places, slice_.kings_of(!to_move), taken, squares_);
    const Set moving = colex_set(kings % moving_places, slice_.kings_of(to_move), taken | waiting, squares_);
    for (Square place : waiting) position.kings[index(!to_move)].insert(king_square(index(place)));
    for (Square place : moving) position.kings[index(to_move)].insert(king_square(index(place)));
    for (Color c : both_colors) {
        position.runs[index(c)] = runs_[index(c)].run(position.kings[index(c)], state_of(c, state));
    }
    return position;
}

template class SliceRanking<SquareSet64>;
template class SliceRanking<SquareSet128>;

}  // namespace damier
