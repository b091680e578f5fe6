#include "solver/plain_rules.hpp"

#include <algorithm>

namespace damier {

Result<void> provable(const Rules& rules) {
    if (rules.king_run_limit == 0) return {};
    return fail(ErrorKind::usage, "proof search cannot count the moves of a king in a row, as " +
                                      std::string{rules.title} + " does");
}

namespace {

bool is_king(Cell cell) { return cell == Cell::white_king || cell == Cell::black_king; }
bool belongs(Cell cell, Color side) {
    return side == Color::white ? cell == Cell::white_man || cell == Cell::white_king
                                : cell == Cell::black_man || cell == Cell::black_king;
}
Cell king_of(Color side) { return side == Color::white ? Cell::white_king : Cell::black_king; }

Cell& at(CellPosition& position, int square) { return position.cells[static_cast<std::size_t>(square)]; }
Cell at(const CellPosition& position, int square) { return position.cells[static_cast<std::size_t>(square)]; }

// Rows go down and columns to the right; the rules are written from White's side, Black looks from the other
// end.
struct Step {
    int down, right;
};
constexpr Step steps[8] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
constexpr bool is_straight(int direction) { return direction % 2 == 0; }
constexpr int reversed(int direction) { return (direction + 4) % 8; }

bool allows(const DirectionSet& directions, Color side, int direction) {
    const int as_white_sees_it = side == Color::white ? direction : reversed(direction);
    return directions.contains(static_cast<Direction>(as_white_sees_it));
}

}  // namespace

PlainRules::PlainRules(const Rules& rules, const BoardShape& shape) : rules_{rules}, shape_{shape} {
    numbers_.assign(static_cast<std::size_t>(shape.height),
                    std::vector<int>(static_cast<std::size_t>(shape.width), -1));
    for (int row = 0; row < shape.height; ++row) {
        for (int column = 0; column < shape.width; ++column) {
            // The bottom row is the last one; colours alternate from its left corner.
            const bool as_corner = (shape.height - 1 - row + column) % 2 == 0;
            if (!shape.every_square_plays && as_corner != shape.bottom_left_plays) continue;
            numbers_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = squares();
            places_.push_back({row, column});
        }
    }
}

int PlainRules::next(int square, int direction) const {
    const Place from = places_[static_cast<std::size_t>(square)];
    // Where only one colour plays, the next square along a row or a column is two away.
    const int far = is_straight(direction) && !shape_.every_square_plays ? 2 : 1;
    const int row = from.row + far * steps[direction].down;
    const int column = from.column + far * steps[direction].right;
    if (row < 0 || row >= shape_.height || column < 0 || column >= shape_.width) return -1;
    return numbers_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

bool PlainRules::on_crown_row(int square, Color side) const {
    return places_[static_cast<std::size_t>(square)].row == (side == Color::white ? 0 : shape_.height - 1);
}

// All captures of one position.
class PlainRules::Captures {
public:
    Captures(const PlainRules& rules, const CellPosition& position)
        : plain_{rules}, rules_{rules.rules_}, position_{position}, side_{position.to_move} {
        for (int s = 0; s < plain_.squares(); ++s) {
            const Cell piece = at(position_, s);
            if (!belongs(piece, side_)) continue;
            piece_ = piece;
            at(position_, s) = Cell::empty;  // it may cross or end on the square that it leaves
            go_on(s, is_king(piece), -1);
            at(position_, s) = piece;
        }
    }

    // What must be chosen from.
    std::vector<CellPosition> best() const {
        std::vector<CellPosition> results;
        for (const Found& found : all_) {
            const bool beaten = std::any_of(all_.begin(), all_.end(),
                                            [&](const Found& other) { return other.merit > found.merit; });
            if (!beaten) results.push_back(found.result);
        }
        return results;
    }

private:
    struct Found {
        CellPosition result;
        std::vector<int> merit;  // compared from the front; the largest must be played
    };
    // A jump: what is taken, and where the piece may come down.
    struct Jump {
        int direction;
        int taken;
        std::vector<int> landings;
    };

    bool already_taken(int square) const {
        return std::find(taken_.begin(), taken_.end(), square) != taken_.end();
    }
    // Pieces taken stand in the way until they leave.
    bool is_free(int square) const {
        if (already_taken(square)) return rules_.removal.is == Removal::at_once;
        return at(position_, square) == Cell::empty;
    }

    std::vector<Jump> jumps(int square, bool king, int came) const {
        std::vector<Jump> jumps;
        const bool flies = king && rules_.king_range.is == KingRange::flying;
        for (int d = 0; d < 8; ++d) {
            if (!allows(king ? rules_.king_captures.is : rules_.man_captures.is, side_, d)) continue;
            if (came >= 0 && d == reversed(came) && !rules_.capture_turns_back.is) continue;
            int over = plain_.next(square, d);
            while (flies && over >= 0 && is_free(over)) over = plain_.next(over, d);
            if (over < 0 || already_taken(over)) continue;
            const Cell victim = at(position_, over);
            if (!belongs(victim, side_ == Color::white ? Color::black : Color::white)) continue;
            if (!king && is_king(victim) && !rules_.man_takes_king.is) continue;
            Jump jump{d, over, {}};
            for (int land = plain_.next(over, d); land >= 0 && is_free(land); land = plain_.next(land, d)) {
                jump.landings.push_back(land);
                if (!flies || rules_.king_landing.is == KingLanding::behind) break;
            }
            if (!jump.landings.empty()) jumps.push_back(jump);
        }
        return jumps;
    }

    // Every way to go on from here; was there one?
    bool go_on(int square, bool king, int came) {
        const std::vector<Jump> possible = jumps(square, king, came);
        for (const Jump& jump : possible) {
            taken_.push_back(jump.taken);
            std::vector<int> stops;
            bool somewhere_on = false;
            for (const int land : jump.landings) {
                const bool crowned = !king && plain_.on_crown_row(land, side_);
                const bool ends = crowned && rules_.promotion_in_capture.is == PromotionInCapture::ends_move;
                const bool king_now =
                    king || (crowned && rules_.promotion_in_capture.is == PromotionInCapture::becomes_king);
                if (king_now != king) crowned_ = true;
                if (!ends && go_on(land, king_now, jump.direction)) {
                    somewhere_on = true;
                } else {
                    stops.push_back(land);
                }
                if (king_now != king) crowned_ = false;
            }
            if (!somewhere_on || rules_.king_landing.is != KingLanding::must_continue) {
                for (const int land : stops) {
                    if (land == jump.landings.front() || !halts_behind(king)) finish(land);
                }
            }
            taken_.pop_back();
        }
        return !possible.empty();
    }

    // Must a flying king end directly behind the piece that it has just taken, if it ends now?
    bool halts_behind(bool king) const {
        const bool takes_king = king && is_king(at(position_, taken_.back()));
        return (rules_.king_landing.is == KingLanding::behind_last_king && takes_king) ||
               (rules_.king_landing.is == KingLanding::behind_last_king_of_several && takes_king &&
                taken_.size() > 1);
    }

    void finish(int land) {
        Found found{position_, {}};
        for (const int square : taken_) at(found.result, square) = Cell::empty;
        const bool king = is_king(piece_) || crowned_ || plain_.on_crown_row(land, side_);
        at(found.result, land) = king ? king_of(side_) : piece_;
        found.result.to_move = side_ == Color::white ? Color::black : Color::white;
        found.merit = merit();
        all_.push_back(found);
    }

    std::vector<int> merit() const {
        const int pieces = static_cast<int>(taken_.size());
        std::vector<int> which_are_kings;
        int kings = 0;
        for (const int square : taken_) {
            which_are_kings.push_back(is_king(at(position_, square)) ? 1 : 0);
            kings += which_are_kings.back();
        }
        std::vector<int> merit;
        for (const Precedence key : rules_.precedence.is) {
            switch (key) {
                case Precedence::none:
                    break;
                case Precedence::most_pieces:
                    merit.push_back(pieces);
                    break;
                case Precedence::by_king:
                    merit.push_back(is_king(piece_) ? 1 : 0);
                    break;
                case Precedence::most_kings:
                    merit.push_back(kings);
                    break;
                case Precedence::earliest_king:
                    merit.insert(merit.end(), which_are_kings.begin(), which_are_kings.end());
                    merit.resize(merit.size() + most_proof_squares - which_are_kings.size());
                    break;
                case Precedence::most_value:
                    // A king is worth a little less than two men, all kings together no whole man less.
                    merit.push_back(1000 * (pieces + kings) - kings);
                    break;
            }
        }
        return merit;
    }

    const PlainRules& plain_;
    const Rules& rules_;
    CellPosition position_;
    Color side_;
    Cell piece_ = Cell::empty;
    bool crowned_ = false;  // on the way
    std::vector<int> taken_;
    std::vector<Found> all_;
};

bool PlainRules::is_crowned(const CellPosition& position) const {
    return rules_.crowning_wins.is && std::any_of(position.cells.begin(), position.cells.end(), is_king);
}

std::vector<CellPosition> PlainRules::successors(const CellPosition& position) const {
    if (is_crowned(position)) return {};
    std::vector<CellPosition> results = Captures{*this, position}.best();
    const Color side = position.to_move;
    if (results.empty()) {
        for (int from = 0; from < squares(); ++from) {
            const Cell piece = at(position, from);
            if (!belongs(piece, side)) continue;
            for (int d = 0; d < 8; ++d) {
                if (!allows(is_king(piece) ? rules_.king_moves.is : rules_.man_moves.is, side, d)) continue;
                for (int to = next(from, d); to >= 0 && at(position, to) == Cell::empty; to = next(to, d)) {
                    CellPosition after = position;
                    at(after, from) = Cell::empty;
                    at(after, to) = on_crown_row(to, side) ? king_of(side) : piece;
                    after.to_move = side == Color::white ? Color::black : Color::white;
                    results.push_back(after);
                    if (!is_king(piece) || rules_.king_range.is == KingRange::one_step) break;
                }
            }
        }
    }
    const auto key = [this](const CellPosition& p) { return key_of(p, squares()); };
    std::sort(results.begin(), results.end(),
              [&](const CellPosition& a, const CellPosition& b) { return key(a) < key(b); });
    results.erase(std::unique(results.begin(), results.end()), results.end());
    return results;
}

Wld PlainRules::value_without_move(const CellPosition& position) const {
    bool has_pieces = false;
    for (const Cell cell : position.cells) has_pieces |= belongs(cell, position.to_move);
    switch (rules_.no_move.is) {
        case NoMove::wins:
            return Wld::win;
        case NoMove::draws:
            return has_pieces ? Wld::draw : Wld::loss;
        case NoMove::loses:
            break;
    }
    return Wld::loss;
}

bool PlainRules::is_legal(const CellPosition& position) const {
    // Whoever has a king has won, and does not move any more.
    const Cell own_king = king_of(position.to_move);
    if (is_crowned(position) &&
        std::find(position.cells.begin(), position.cells.end(), own_king) != position.cells.end()) {
        return false;
    }
    for (int s = 0; s < most_proof_squares; ++s) {
        const Cell cell = at(position, s);
        if (cell == Cell::empty) continue;
        if (s >= squares()) return false;
        if (cell == Cell::white_man && on_crown_row(s, Color::white)) return false;
        if (cell == Cell::black_man && on_crown_row(s, Color::black)) return false;
    }
    return true;
}

}  // namespace damier
