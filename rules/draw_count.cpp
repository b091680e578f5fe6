#include "rules/draw_count.hpp"

#include <algorithm>

namespace damier {

namespace {

// Far from every limit, and sums of it stay small.
constexpr int without_end = 1'000'000;

// Plies by each colour among the last `plies`, the last of them by the side that is not to move.
std::array<int, 2> by_colour(int plies, Color to_move) {
    std::array<int, 2> by{};
    by[index(!to_move)] = (plies + 1) / 2;
    by[index(to_move)] = plies / 2;
    return by;
}

// No more king moves in a row than this can lie before a position: a side without a king made no such move.
int quiet_king_plies(const DrawFacts& facts, Color to_move) {
    if (facts.kings[index(!to_move)] == 0) return 0;
    return facts.kings[index(to_move)] == 0 ? 1 : without_end;
}

}  // namespace

DrawCount::DrawCount(const DrawRule& rule, const DrawFacts& first, Color to_move, const EarlierPlies& earlier,
                     bool governs)
    : rule_{&rule} {
    const int at_most = earlier.at_most.value_or(without_end);
    int low = 0;
    int high = std::min(at_most, without_end);
    if (rule.of_progress()) high = std::min(high, quiet_king_plies(first, to_move));
    // The running count began when the material arose: no other count that a change of material ends or
    // restarts can be longer.
    if (earlier.counted) high = std::min(high, *earlier.counted);
    if (earlier.counted && governs) low = high = *earlier.counted;

    sides_ = strong_sides(rule.condition, first);
    running_ = begun_ = sides_.any();
    if (!begun_ && rule.leaving == Leaving::pauses && strong_material(rule.condition, first).any() &&
        high > 0) {
        begun_ = true;  // perhaps it has been met before
        low = 0;
    }
    if (!begun_ && rule.goes_on_in != nullptr && at_most > 0) {
        sides_ = strong_sides(*rule.goes_on_in, first);
        if (sides_.any()) {  // perhaps it runs since the material before
            running_ = begun_ = true;
            low = -without_end;
            high = at_most;
        }
    }
    if (!begun_) return;
    high_.by = by_colour(high, to_move);
    low_.by = low < 0 ? std::array{low, low} : by_colour(low, to_move);
}

void DrawCount::ply(PlyKind kind, Color mover, const DrawFacts& after) {
    StrongSides sides = strong_sides(rule_->condition, after);
    if (!sides.any() && begun_ && rule_->goes_on_in != nullptr)
        sides = strong_sides(*rule_->goes_on_in, after);
    if (!sides.any()) {
        running_ = false;
        begun_ =
            begun_ && rule_->leaving == Leaving::pauses && strong_material(rule_->condition, after).any();
        if (!begun_) low_ = high_ = {};
        return;
    }
    const bool was_running = running_;
    running_ = true;
    sides_ = sides;
    if (!begun_ || restarts(*rule_, kind)) {
        begun_ = true;
        low_ = high_ = {};  // the move that makes the position is not counted
    } else if (was_running) {
        ++low_.by[index(mover)];
        ++high_.by[index(mover)];
    }
}

int DrawCount::reached(const Bounds& bounds) const {
    const auto side = [&](bool strong) {
        const int white = bounds.by[index(strong ? Color::white : Color::black)];
        const int black = bounds.by[index(strong ? Color::black : Color::white)];
        if (sides_.both()) {
            return rule_->equal_sides == EqualSides::both ? std::min(white, black) : std::max(white, black);
        }
        return sides_.is[index(Color::white)] ? white : black;
    };
    switch (rule_->counted) {
        case Counted::each_side:
        case Counted::plies:
            return bounds.by[0] + bounds.by[1];
        case Counted::strong:
            return side(true);
        case Counted::weak:
            return side(false);
    }
    return 0;
}

Holds DrawCount::holds() const {
    if (!running_) return Holds::no;
    if (reached(low_) >= target(*rule_)) return Holds::yes;
    return reached(high_) >= target(*rule_) ? Holds::unknown : Holds::no;
}

std::optional<int> DrawCount::counted() const {
    if (!running_ || reached(low_) != reached(high_)) return std::nullopt;
    return reached(low_);
}

std::optional<DrawCount::Plies> DrawCount::plies() const {
    if (!running_) return std::nullopt;
    return Plies{std::max(0, low_.by[0] + low_.by[1]), high_.by[0] + high_.by[1]};
}

}  // namespace damier
