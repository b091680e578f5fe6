#include "egtb/value_walk.hpp"

#include "egtb/binomial.hpp"
#include "egtb/free_values.hpp"

namespace damier {
namespace {

constexpr std::uint64_t not_known = 0;
constexpr std::uint64_t impossible = 1;  // ranks are kept with 2 added

Square two_steps(Square from, Direction d, auto next) {
    const Square one = next(d, from);
    return one == no_square ? no_square : next(d, one);
}

}  // namespace

template <class Set>
ValueWalk<Set>::ValueWalk(const BoardGame<Set>& game, const SliceRanking<Set>& ranking, Color to_move,
                          std::uint64_t first)
    : game_{game},
      ranking_{ranking},
      pieces_{ranking.slice().pieces()},
      moving_count_{ranking.slice().kings_of(to_move)},
      waiting_count_{ranking.slice().kings_of(!to_move)},
      moving_men_{ranking.slice().men_of(to_move)},
      open_{ranking.squares() - ranking.slice().all_men()},
      moving_places_{binomial(open_ - waiting_count_, moving_count_)},
      rank_{first} {
    const Board<Set>& board = game.board();
    const auto next = [&](Direction d, Square s) { return board.next(d, s); };
    for (Square s : board.all()) {
        const auto i = static_cast<std::size_t>(index(s));
        if (board.row(s) % 2 != 0) odd_rows_ |= Set::of(s);
        steps_[0][i] = next(Direction::n, s);
        steps_[1][i] = next(Direction::w, s);
        steps_[2][i] = two_steps(s, Direction::nw, next);
        steps_[3][i] = two_steps(s, Direction::ne, next);
        steps_[4][i] = next(Direction::nw, s);
        steps_[5][i] = next(Direction::ne, s);
        steps_[6][i] = next(Direction::sw, s);
        steps_[7][i] = next(Direction::se, s);
    }
    for (int place = 0; place < ranking.squares(); ++place) {
        king_place_[static_cast<std::size_t>(index(ranking.king_square(place)))] =
            static_cast<std::uint8_t>(place);
    }
    position_ = ranking.unrank(to_move, first);
    state_ = first / ranking.placements_in_state();
    const std::uint64_t in_state = first % ranking.placements_in_state();
    const auto wanted = position_;
    begin_men(in_state / ranking.king_placements());
    const auto open_place = [&](Square s) { return open_place_[static_cast<std::size_t>(index(s))]; };
    const auto sorted_places = [&](Set kings, Places& places) {
        std::size_t count = 0;
        for (Square s : kings) places[count++] = open_place(s);
        std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count));
    };
    sorted_places(wanted.kings[index(!to_move)], waiting_);
    begin_waiting();
    sorted_places(wanted.kings[index(to_move)], moving_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(moving_count_); ++i) {
        int before = 0;
        for (std::size_t w = 0; w < static_cast<std::size_t>(waiting_count_); ++w)
            before += waiting_[w] < moving_[i];
        moving_[i] = static_cast<std::uint8_t>(moving_[i] - before);
    }
    place_moving();
}

// The next subset of `count` places below `limit` in colex order; false after the last, and then the first.
template <class Set>
bool ValueWalk<Set>::advance(Places& places, int count, int limit) {
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int bound = i + 1 < count ? places[at + 1] : limit;
        if (places[at] + 1 < bound) {
            ++places[at];
            return true;
        }
        places[at] = static_cast<std::uint8_t>(i);
    }
    return false;
}

template <class Set>
std::uint64_t ValueWalk<Set>::colex(const Places& places, int count) {
    std::uint64_t rank = 0;
    for (int i = 0; i < count; ++i) rank += binomial(places[static_cast<std::size_t>(i)], i + 1);
    return rank;
}

// The kings' places begin anew.
template <class Set>
void ValueWalk<Set>::begin_men(std::uint64_t men) {
    men_ = men;
    ranking_.unrank_men(men, position_);
    const Set taken = position_.men[0] | position_.men[1];
    std::size_t open = 0;
    for (int place = 0; place < ranking_.squares(); ++place) {
        const Square s = ranking_.king_square(place);
        if (taken.contains(s)) continue;
        open_place_[static_cast<std::size_t>(index(s))] = static_cast<std::uint8_t>(open);
        open_squares_[open++] = s;
    }
    std::size_t man = 0;
    for (Color c : {position_.to_move, !position_.to_move}) {
        for (Square s : position_.men[index(c)]) men_squares_[man++] = s;
    }
    man_ranks_.assign(man * walk_steps, not_known);
    for (std::uint8_t i = 0; i < max_pieces; ++i) waiting_[i] = moving_[i] = i;
}

template <class Set>
void ValueWalk<Set>::begin_waiting() {
    waiting_rank_ = colex(waiting_, waiting_count_);
    base_ = state_ * ranking_.placements_in_state() + men_ * ranking_.king_placements() +
            waiting_rank_ * moving_places_;
    Set kings;
    std::size_t left = 0;
    std::size_t w = 0;
    for (std::uint8_t place = 0; place < open_; ++place) {
        if (w < static_cast<std::size_t>(waiting_count_) && waiting_[w] == place) {
            kings |= Set::of(open_squares_[place]);
            ++w;
        } else {
            left_places_[left++] = place;
        }
    }
    position_.kings[index(!position_.to_move)] = kings;
    for (std::uint8_t i = 0; i < max_pieces; ++i) moving_[i] = i;
}

template <class Set>
void ValueWalk<Set>::place_moving() {
    Set kings;
    for (std::size_t i = 0; i < static_cast<std::size_t>(moving_count_); ++i) {
        kings |= Set::of(open_squares_[left_places_[moving_[i]]]);
    }
    position_.kings[index(position_.to_move)] = kings;
    if (ranking_.states() > 1) position_.runs = ranking_.unrank(position_.to_move, rank_).runs;
}

template <class Set>
void ValueWalk<Set>::next() {
    ++rank_;
    if (!advance(moving_, moving_count_, open_ - waiting_count_)) {
        if (!advance(waiting_, waiting_count_, open_)) {
            if (men_ + 1 == ranking_.men_configurations()) {
                ++state_;
                begin_men(0);
            } else {
                begin_men(men_ + 1);
            }
        }
        begin_waiting();
    }
    place_moving();
}

template <class Set>
bool ValueWalk<Set>::is_free() {
    if (game_.can_capture(position_)) return true;
    return threatened() && free_by_r1(game_, position_, game_.moves(position_));
}

template <class Set>
std::uint64_t ValueWalk<Set>::neighbour(int piece, int step) {
    const auto at = static_cast<std::size_t>(step);
    const auto step_from = [&](Square s) { return steps_[at][static_cast<std::size_t>(index(s))]; };
    const auto blocked = [&](Square s) { return s == no_square || position_.occupied().contains(s); };
    if (piece < moving_count_) {
        const Square to = step_from(open_squares_[left_places_[moving_[static_cast<std::size_t>(piece)]]]);
        return blocked(to) ? no_rank : moving_king_to(piece, to);
    }
    piece -= moving_count_;
    if (piece < waiting_count_) {
        const Square to = step_from(open_squares_[waiting_[static_cast<std::size_t>(piece)]]);
        return blocked(to) ? no_rank : waiting_king_to(piece, to);
    }
    piece -= waiting_count_;
    const Square to = step_from(men_squares_[static_cast<std::size_t>(piece)]);
    return blocked(to) ? no_rank : man_to(piece, step, to);
}

template <class Set>
std::uint64_t ValueWalk<Set>::moving_king_to(int king, Square to) const {
    const int open = open_place_[static_cast<std::size_t>(index(to))];
    int place = open;
    for (int w = 0; w < waiting_count_; ++w) place -= waiting_[static_cast<std::size_t>(w)] < open;
    if (place > moving_[static_cast<std::size_t>(king)]) return no_rank;
    Places places = moving_;
    int at = king;
    for (; at > 0 && places[static_cast<std::size_t>(at) - 1] > place; --at)
        places[static_cast<std::size_t>(at)] = places[static_cast<std::size_t>(at) - 1];
    places[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(place);
    return base_ + colex(places, moving_count_);
}

template <class Set>
std::uint64_t ValueWalk<Set>::waiting_king_to(int king, Square to) const {
    const int from = waiting_[static_cast<std::size_t>(king)];
    const int open = open_place_[static_cast<std::size_t>(index(to))];
    if (open > from) return no_rank;
    Places places = waiting_;
    int at = king;
    for (; at > 0 && places[static_cast<std::size_t>(at) - 1] > open; --at)
        places[static_cast<std::size_t>(at)] = places[static_cast<std::size_t>(at) - 1];
    places[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(open);
    // Of the moving kings those between have one more waiting king before them.
    Places moving = moving_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(moving_count_); ++i) {
        const int own = left_places_[moving[i]];
        moving[i] = static_cast<std::uint8_t>(moving[i] - (open < own && own < from ? 1 : 0));
    }
    return base_ - waiting_rank_ * moving_places_ + colex(places, waiting_count_) * moving_places_ +
           colex(moving, moving_count_);
}

template <class Set>
std::uint64_t ValueWalk<Set>::man_to(int man, int step, Square to) {
    const Square from = men_squares_[static_cast<std::size_t>(man)];
    std::uint64_t& known = man_ranks_[static_cast<std::size_t>(man * walk_steps + step)];
    if (known == not_known) {
        const Color c = man < moving_men_ ? position_.to_move : !position_.to_move;
        known = impossible;
        if (!game_.board().promotion_row(c).contains(to)) {
            auto men = position_.men;
            men[index(c)] = (men[index(c)] - Set::of(from)) | Set::of(to);
            const std::uint64_t rank = ranking_.men_rank(men[0], men[1]);
            if (rank < men_) known = rank + 2;
        }
    }
    if (known == impossible) return no_rank;
    // A square is left open, and one taken: the open places behind them move.
    const int left = king_place_[static_cast<std::size_t>(index(from))];
    const int taken = king_place_[static_cast<std::size_t>(index(to))];
    const auto shift = [&](int open) {
        const int place =
            king_place_[static_cast<std::size_t>(index(open_squares_[static_cast<std::size_t>(open)]))];
        return (left < place ? 1 : 0) - (taken < place ? 1 : 0);
    };
    Places waiting = waiting_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(waiting_count_); ++i)
        waiting[i] = static_cast<std::uint8_t>(waiting[i] + shift(waiting[i]));
    Places moving = moving_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(moving_count_); ++i)
        moving[i] = static_cast<std::uint8_t>(moving[i] + shift(left_places_[moving[i]]));
    return state_ * ranking_.placements_in_state() + (known - 2) * ranking_.king_placements() +
           colex(waiting, waiting_count_) * moving_places_ + colex(moving, moving_count_);
}

template class ValueWalk<SquareSet64>;
template class ValueWalk<SquareSet128>;

}  // namespace damier
