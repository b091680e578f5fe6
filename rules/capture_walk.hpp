// The capture generator: walks every capture of one piece as a recursion over (square, captured set) and
// hands each complete one to a sink. All rules of capture are decided here, from the variant's data; nothing
// here knows which variant it is.
//
// Sink: `void operator()(const CaptureLine<Set>&)`; it gets every capture that is complete, before
// precedence.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "rules/board.hpp"
#include "rules/position.hpp"
#include "rules/rules.hpp"

namespace damier {

// One way to make a capture. Spans are valid only during the call.
template <class Set>
struct CaptureLine {
    Move<Set> move;
    std::span<const Square> taken;     // in the order of capture
    std::span<const Square> landings;  // where the piece lands after each jump; the last is move.to
};

template <Variant V, class Set, class Sink>
class CaptureWalk {
    static constexpr const Rules& rules = V::rules;

public:
    CaptureWalk(const Board<Set>& board, const Position<Set>& position, Sink& sink)
        : board_{board}, position_{position}, sink_{sink}, mover_{position.to_move} {
        const auto enemy = index(!mover_);
        king_victims_ = position.men[enemy] | position.kings[enemy];
        man_victims_ = rules.man_takes_king ? king_victims_ : position.men[enemy];
    }

    // All captures of the man or king on `from`.
    template <bool king>
    void from(Square from) {
        from_ = from;
        crowned_ = false;
        depth_ = 0;
        occupied_ = position_.occupied() - Set::of(from);
        captured_ = Set{};
        extend<king>(from, no_direction);
    }

private:
    static constexpr int no_direction = -1;

    // Goes on from `at`; returns whether at least one more jump is possible. `came` is the direction of the
    // last jump, or no_direction.
    template <bool king>
    bool extend(Square at, int came) {
        bool found = false;
        const DirectionSet directions =
            (king ? rules.king_captures : rules.man_captures).is.for_color(mover_);
        for (Direction d : all_directions) {
            if (directions.contains(d) && !turns_back(d, came)) found |= jump<king>(at, d);
        }
        return found;
    }

    static constexpr bool turns_back(Direction d, int came) {
        return !rules.capture_turns_back && came != no_direction &&
               d == opposite(static_cast<Direction>(came));
    }

    template <bool king>
    bool jump(Square at, Direction d) {
        if constexpr (king && rules.king_range == KingRange::flying) {
            return jump_flying(at, d);
        } else {
            return jump_short<king>(at, d);
        }
    }

    template <bool king>
    bool jump_short(Square at, Direction d) {
        const Square over = board_.next(d, at);
        if (over == no_square || !victims<king>().contains(over)) return false;
        const Square land = board_.next(d, over);
        if (land == no_square || occupied_.contains(land)) return false;
        take(over);
        landed<king>(land, d);
        put_back(over);
        return true;
    }

    // After a short jump: on with the capture, or its end.
    template <bool king>
    void landed(Square land, Direction d) {
        landings_[depth_ - 1] = land;
        const int came = static_cast<int>(index(d));
        if (king) {
            if (!extend<king>(land, came)) emit(land, false);
            return;
        }
        const bool on_crown_row = board_.promotion_row(mover_).contains(land);
        if (on_crown_row && rules.promotion_in_capture == PromotionInCapture::ends_move) {
            emit(land, true);
        } else if (on_crown_row && rules.promotion_in_capture == PromotionInCapture::becomes_king) {
            crowned_ = true;
            if (!extend<true>(land, came)) emit(land, true);
            crowned_ = false;
        } else if (!extend<king>(land, came)) {
            emit(land, on_crown_row);
        }
    }

    bool jump_flying(Square at, Direction d) {
        const Set hit = board_.ray(d, at) & occupied_;
        if (hit.empty()) return false;
        const Square over = board_.nearest(d, hit);
        if (!victims<true>().contains(over)) return false;
        const Square behind = board_.next(d, over);
        if (behind == no_square || occupied_.contains(behind)) return false;
        take(over);
        const int came = static_cast<int>(index(d));
        if constexpr (rules.king_landing == KingLanding::behind) {
            landings_[depth_ - 1] = behind;
            if (!extend<true>(behind, came)) emit(behind, false);
        } else {
            Set landings = Set::of(behind);
            for (Square s = board_.next(d, behind); s != no_square && !occupied_.contains(s);
                 s = board_.next(d, s)) {
                landings.insert(s);
            }
            fly_on(landings, behind, d);
        }
        put_back(over);
        return true;
    }

    // The king may stop on any of `landings`, which lie in direction d. Going straight on is tried from the
    // first one only: from the others it is the same capture.
    void fly_on(Set landings, Square first, Direction d) {
        const DirectionSet directions = rules.king_captures.is.for_color(mover_);
        const int came = static_cast<int>(index(d));
        landings_[depth_ - 1] = first;
        const bool straight = directions.contains(d) && jump<true>(first, d);
        Set stops;
        for (Square land : landings) {
            landings_[depth_ - 1] = land;
            bool goes_on = straight;
            for (Direction turn : all_directions) {
                if (turn == d || !directions.contains(turn) || turns_back(turn, came)) continue;
                goes_on |= jump<true>(land, turn);
            }
            if (!goes_on) stops.insert(land);
        }
        if (rules.king_landing == KingLanding::must_continue && stops != landings) return;
        if (halts_behind()) stops = stops & Set::of(first);
        for (Square land : stops) {
            landings_[depth_ - 1] = land;
            emit(land, false);
        }
    }

    // Does the move end directly behind the piece that was just taken, if it ends with it?
    bool halts_behind() const {
        if constexpr (rules.king_landing == KingLanding::behind_last_king ||
                      rules.king_landing == KingLanding::behind_last_king_of_several) {
            return position_.kings[index(!mover_)].contains(taken_[depth_ - 1]) &&
                   (rules.king_landing == KingLanding::behind_last_king || depth_ > 1);
        }
        return false;
    }

    // What may be taken now: nothing twice.
    template <bool king>
    Set victims() const {
        return (king ? king_victims_ : man_victims_) - captured_;
    }

    void take(Square victim) {
        taken_[depth_++] = victim;
        captured_.insert(victim);
        if constexpr (rules.removal == Removal::at_once) occupied_.erase(victim);
    }
    void put_back(Square victim) {
        --depth_;
        captured_.erase(victim);
        if constexpr (rules.removal == Removal::at_once) occupied_.insert(victim);
    }

    void emit(Square to, bool promotes) {
        sink_(CaptureLine<Set>{{from_, to, promotes || crowned_, captured_},
                               {taken_.data(), depth_},
                               {landings_.data(), depth_}});
    }

    const Board<Set>& board_;
    const Position<Set>& position_;
    Sink& sink_;
    Color mover_;
    Set king_victims_;
    Set man_victims_;

    Square from_ = no_square;
    bool crowned_ = false;
    Set occupied_;  // the moving piece lifted; pieces taken still stand unless they leave at once
    Set captured_;
    std::size_t depth_ = 0;
    std::array<Square, max_squares> taken_;
    std::array<Square, max_squares> landings_;
};

}  // namespace damier
