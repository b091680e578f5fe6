// The captures of one row: the mover's pieces and the waiting side's men outside its axis are known, the
// pieces of the waiting side's axis are not. A recursion over (square, captured set) as in
// rules/capture_walk.hpp, but it carries a mask of the placements of the row for which this way exists, and
// returns the mask of those that go on. It shares no code with the generator, so each is a check of the
// other.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "rules/board.hpp"
#include "rules/precedence.hpp"
#include "rules/rules.hpp"
#include "solver/row_leaf.hpp"

namespace damier {

template <Variant V, class Set>
class RowCaptures {
    static constexpr const Rules& rules = V::rules;

public:
    RowCaptures(const Board<Set>& board, Color mover, const Axis<Set>& waiting, RowLeaf<Set>& leaf)
        : board_{board},
          mover_{mover},
          waiting_{waiting},
          leaf_{leaf},
          n_{padded(waiting.count())},
          pool_{n_},
          nowhere_(n_) {}

    // acc = OR of the successors by capture, exists = where there is a capture; only where `valid` is set.
    void run(Set own_men, Set own_kings, Set known_men, ConstRow valid, Row acc, Row exists) {
        own_men_ = own_men;
        own_kings_ = own_kings;
        known_men_ = known_men;
        rows::clear(exists, n_);
        rows::clear(acc, n_);
        found_count_ = 0;
        for (Square s : own_men) from<false>(s, valid, exists);
        for (Square s : own_kings) from<true>(s, valid, exists);
        collect(acc);
    }

private:
    template <bool king>
    void from(Square s, ConstRow valid, Row exists) {
        from_ = s;
        is_man_ = !king;
        crowned_ = false;
        blocked_ = ((own_men_ | own_kings_) - Set::of(s)) | known_men_;
        taken_ = Set{};
        axis_left_ = waiting_.pieces();
        merit_ = CaptureMerit{.by_king = king};
        extend<king>(s, valid, no_direction, exists);
    }

    static constexpr int no_direction = -1;

    // Adds to `goes_on` where a further jump from `at` exists.
    template <bool king>
    void extend(Square at, ConstRow mask, int came, Row goes_on) {
        for (Direction d : all_directions) {
            if (!rules.capture_turns_back && came != no_direction &&
                d == opposite(static_cast<Direction>(came))) {
                continue;
            }
            jump<king>(at, d, mask, goes_on);
        }
    }

    template <bool king>
    void jump(Square at, Direction d, ConstRow mask, Row goes_on) {
        const DirectionSet directions =
            (king ? rules.king_captures : rules.man_captures).is.for_color(mover_);
        if (!directions.contains(d)) return;
        if constexpr (king && rules.king_range == KingRange::flying) {
            jump_flying(at, d, mask, goes_on);
        } else {
            jump_short<king>(at, d, mask, goes_on);
        }
    }

    template <bool king>
    void jump_short(Square at, Direction d, ConstRow mask, Row goes_on) {
        const Square over = board_.next(d, at);
        if (over == no_square || taken_.contains(over)) return;
        if (blocked_.contains(over) ? !known_men_.contains(over) : !takes_axis_pieces<king>()) return;
        const Square land = board_.next(d, over);
        if (land == no_square || blocked_.contains(land)) return;
        const RowPool::Lease here{pool_};
        if (blocked_.contains(over)) {
            if (!rows::difference(here, mask, occupied(land), n_)) return;
        } else if (!rows::meet_difference(here, mask, waiting_.occupancy(over), occupied(land), n_)) {
            return;
        }
        rows::or_into(goes_on, here, n_);
        taking(over, [&] { landed<king>(land, d, here); });
    }

    // Men that take no kings: an axis is of kings where its side has any.
    template <bool king>
    bool takes_axis_pieces() const {
        return axis_left_ > 0 && (king || rules.man_takes_king || !waiting_.of_kings());
    }

    // Where an axis piece blocks s. Those taken still stand, unless they leave at once.
    ConstRow occupied(Square s) const {
        const bool gone = rules.removal == Removal::at_once && taken_.contains(s);
        return gone ? nowhere_.data() : waiting_.occupancy(s);
    }

    // Calls f with the victim taken.
    template <class F>
    void taking(Square victim, F f) {
        const bool known = known_men_.contains(victim);
        const CaptureMerit before = merit_;
        taken_.insert(victim);
        axis_left_ -= !known;
        merit_.take(!known && waiting_.of_kings());
        if (known && rules.removal == Removal::at_once) blocked_.erase(victim);
        f();
        if (known && rules.removal == Removal::at_once) blocked_.insert(victim);
        merit_ = before;
        axis_left_ += !known;
        taken_.erase(victim);
    }

    template <bool king>
    void landed(Square land, Direction d, Row here) {
        const bool crowned = !king && board_.promotion_row(mover_).contains(land);
        if (crowned && rules.promotion_in_capture == PromotionInCapture::ends_move) {
            emit(land, true, here);
            return;
        }
        const RowPool::Lease on{pool_};
        rows::clear(on, n_);
        const int came = static_cast<int>(index(d));
        if (crowned && rules.promotion_in_capture == PromotionInCapture::becomes_king) {
            crowned_ = true;
            extend<true>(land, here, came, on);
            finish(land, true, here, on);
            crowned_ = false;
        } else {
            extend<king>(land, here, came, on);
            finish(land, crowned, here, on);
        }
    }

    void finish(Square land, bool promotes, Row here, ConstRow goes_on) {
        if (rows::difference(here, here, goes_on, n_)) emit(land, promotes, here);
    }

    // Along the ray: victims that are known end it, placements with an axis piece on a square split off
    // there.
    void jump_flying(Square at, Direction d, ConstRow mask, Row goes_on) {
        const RowPool::Lease free{pool_};
        const RowPool::Lease hit{pool_};
        rows::copy(free, mask, n_);
        for (Square s = board_.next(d, at); s != no_square; s = board_.next(d, s)) {
            if (blocked_.contains(s)) {
                if (known_men_.contains(s) && !taken_.contains(s)) jump_over(s, d, free, goes_on);
                return;
            }
            if (axis_left_ > 0 && !taken_.contains(s) && rows::meet(hit, free, waiting_.occupancy(s), n_)) {
                jump_over(s, d, hit, goes_on);
            }
            if (!rows::difference(free, free, occupied(s), n_)) return;
        }
    }

    void jump_over(Square over, Direction d, ConstRow mask, Row goes_on) {
        const Square first = board_.next(d, over);
        if (first == no_square || blocked_.contains(first)) return;
        // The landings, each with its mask: those before it are free.
        std::array<Square, 32> lands;
        std::array<Row, 32> masks;
        std::size_t count = 0;
        ConstRow before = mask;
        for (Square s = first; s != no_square && !blocked_.contains(s); s = board_.next(d, s)) {
            lands[count] = s;
            masks[count] = pool_.push();
            if (!rows::difference(masks[count], before, occupied(s), n_)) {
                pool_.pop(1);
                break;
            }
            before = masks[count++];
            if (rules.king_landing == KingLanding::behind) break;
        }
        if (count == 0) return;
        rows::or_into(goes_on, masks[0], n_);
        const bool king = waiting_.of_kings() && !known_men_.contains(over);
        taking(over, [&] { land_on({lands.data(), count}, masks.data(), d, king && halts_behind_king()); });
        pool_.pop(count);
    }

    // `halts`: if the move ends with this jump, it ends on the first landing.
    void land_on(std::span<const Square> lands, const Row* masks, Direction d, bool halts) {
        // Going straight on is the same capture from every landing.
        const RowPool::Lease straight{pool_};
        rows::clear(straight, n_);
        jump<true>(lands[0], d, masks[0], straight);
        if constexpr (rules.king_landing == KingLanding::must_continue) {
            for (std::size_t i = 0; i < lands.size(); ++i) turn(lands[i], d, masks[i], straight);
            for (std::size_t i = 0; i < lands.size(); ++i) finish(lands[i], crowned_, masks[i], straight);
        } else {
            const RowPool::Lease on{pool_};
            for (std::size_t i = 0; i < lands.size(); ++i) {
                rows::copy(on, straight, n_);
                turn(lands[i], d, masks[i], on);
                if (i == 0 || !halts) finish(lands[i], crowned_, masks[i], on);
            }
        }
    }

    // Of the king that was just taken.
    bool halts_behind_king() const {
        return rules.king_landing == KingLanding::behind_last_king ||
               (rules.king_landing == KingLanding::behind_last_king_of_several && merit_.pieces > 1);
    }

    void turn(Square at, Direction d, ConstRow mask, Row goes_on) {
        for (Direction other : all_directions) {
            if (other == d || (!rules.capture_turns_back && other == opposite(d))) continue;
            jump<true>(at, other, mask, goes_on);
        }
    }

    // A capture is complete for the placements of `here`.
    void emit(Square to, bool promotes, ConstRow here) {
        AfterMove<Set> after{own_men_, own_kings_, known_men_ - taken_, taken_ - known_men_};
        if (is_man_) {
            after.own_men.erase(from_);
            (promotes || crowned_ ? after.own_kings : after.own_men).insert(to);
        } else {
            after.own_kings.erase(from_);
            after.own_kings.insert(to);
        }
        Found& found = found_for(rules.ranks_captures() ? precedence_key(rules, merit_) : 0);
        rows::or_into(found.mask.data(), here, n_);
        leaf_.add(after, here, found.acc.data());
    }

    // What was found for each key of the precedence, lower keys first: of several, the highest counts.
    struct Found {
        std::uint64_t key;
        std::vector<std::uint8_t> acc, mask;
    };
    Found& found_for(std::uint64_t key) {
        std::ptrdiff_t at = 0;
        while (at < found_count_ && found_[static_cast<std::size_t>(at)]->key < key) ++at;
        if (at < found_count_ && found_[static_cast<std::size_t>(at)]->key == key)
            return *found_[static_cast<std::size_t>(at)];
        if (found_count_ == std::ssize(found_))
            found_.push_back(std::make_unique<Found>(Found{0, row(), row()}));
        std::rotate(found_.begin() + at, found_.begin() + found_count_, found_.begin() + found_count_ + 1);
        ++found_count_;
        Found& found = *found_[static_cast<std::size_t>(at)];
        found.key = key;
        rows::clear(found.acc.data(), n_);
        rows::clear(found.mask.data(), n_);
        return found;
    }
    std::vector<std::uint8_t> row() const { return std::vector<std::uint8_t>(n_); }
    void collect(Row acc) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(found_count_); ++i) {
            rows::remove(acc, found_[i]->mask.data(), n_);
            rows::or_into(acc, found_[i]->acc.data(), n_);
        }
    }

    const Board<Set>& board_;
    Color mover_;
    const Axis<Set>& waiting_;
    RowLeaf<Set>& leaf_;
    std::size_t n_;
    RowPool pool_;
    std::vector<std::uint8_t> nowhere_;  // zeros
    std::vector<std::unique_ptr<Found>> found_;
    std::ptrdiff_t found_count_ = 0;

    Set own_men_;
    Set own_kings_;
    Set known_men_;
    Square from_ = no_square;
    bool is_man_ = false;
    bool crowned_ = false;
    Set blocked_;  // squares of known pieces, the moving one lifted; those taken still stand
    Set taken_;
    CaptureMerit merit_;
    int axis_left_ = 0;  // pieces of the waiting side's axis not taken yet
};

}  // namespace damier
