#include "tests/support/naive_rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

namespace damier::oracle {

namespace {

struct Direction {
    int down, right;
};

// One step along each of the lines.
std::vector<Direction> directions(Lines lines, bool all_squares) {
    std::vector<Direction> result;
    if (lines != Lines::rows_and_columns) result = {{-1, -1}, {-1, +1}, {+1, -1}, {+1, +1}};
    const int step = all_squares ? 1 : 2;
    if (lines != Lines::diagonals) {
        for (const Direction d : {Direction{-step, 0}, {0, -step}, {0, +step}, {+step, 0}})
            result.push_back(d);
    }
    return result;
}

bool is_playing(int rows, int row, int col, bool left_corner, bool all_squares) {
    return all_squares || ((row + col) % 2 == (rows - 1) % 2) == left_corner;
}

char color_of(char piece) { return static_cast<char>(std::tolower(static_cast<unsigned char>(piece))); }
char king_of(char color) { return static_cast<char>(std::toupper(static_cast<unsigned char>(color))); }
char other(char color) { return color == 'w' ? 'b' : 'w'; }
int forward_of(char color) { return color == 'w' ? -1 : +1; }

// One jump of a capture: the piece jumped over and the cells behind it where the jumper may come down.
struct Jump {
    int over;
    std::vector<int> landings;
    Direction direction;
};

// A whole capture, in cells.
struct Capture {
    int from;
    std::vector<int> taken;
    std::vector<int> landings;
    bool ends_as_king;
};

class Generator {
public:
    explicit Generator(const NaiveState& state)
        : state_(state), rules_(rules_of(state.variant)), board_(state.cells), color_(state.to_move) {}

    std::vector<NaiveMove> all() {
        std::vector<NaiveMove> moves;
        if (rules_.first_king_wins && std::count_if(board_.begin(), board_.end(), [](char piece) {
                                          return piece == 'W' || piece == 'B';
                                      }) > 0) {
            return moves;
        }
        find_captures();
        std::vector<int> best;
        for (const Capture& c : captures_) best = std::max(best, merits(c));
        for (const Capture& c : captures_) {
            if (merits(c) == best) moves.push_back(finished(c));
        }
        if (moves.empty()) quiet_moves(moves);
        return moves;
    }

private:
    void find_captures() {
        for (int cell = 0; cell < static_cast<int>(board_.size()); ++cell) {
            if (color_of(at(cell)) != color_) continue;
            from_ = cell;
            const char piece = at(cell);
            board_[static_cast<std::size_t>(cell)] =
                '.';  // the jumper leaves its square and may come back to it
            go_on(cell, piece == king_of(color_), {}, {}, std::nullopt);
            board_[static_cast<std::size_t>(cell)] = piece;
        }
    }

    char at(int cell) const { return board_[static_cast<std::size_t>(cell)]; }
    bool is_free(int row, int col) const { return inside(row, col) && at(row * state_.cols + col) == '.'; }
    bool inside(int row, int col) const {
        return row >= 0 && row < state_.rows && col >= 0 && col < state_.cols;
    }
    bool on_crown_row(int cell) const { return cell / state_.cols == (color_ == 'w' ? 0 : state_.rows - 1); }

    // The numbers by which captures are preferred, the first one first.
    std::vector<int> merits(const Capture& c) const {
        std::vector<int> result;
        for (const Prefer prefer : rules_.prefer) {
            if (prefer == Prefer::most_pieces) result.push_back(static_cast<int>(c.taken.size()));
            if (prefer == Prefer::by_a_king) result.push_back(at(c.from) == king_of(color_));
            if (prefer == Prefer::most_kings) {
                result.push_back(0);
                for (const int cell : c.taken) result.back() += is_enemy_king(cell);
            }
            if (prefer == Prefer::most_value) {
                result.push_back(0);
                for (const int cell : c.taken) result.back() += is_enemy_king(cell) ? 1999 : 1000;
            }
            if (prefer == Prefer::kings_first) {
                for (const int cell : c.taken) result.push_back(is_enemy_king(cell));
            }
        }
        return result;
    }
    bool is_enemy_king(int cell) const { return at(cell) == king_of(other(color_)); }

    // Where a piece may jump next. Pieces already taken still stand on the board and stop it, unless the
    // variant takes them away at once.
    std::vector<Jump> jumps(int cell, bool king, const std::vector<int>& taken,
                            const std::optional<Direction>& last) const {
        std::vector<Jump> result;
        const auto is_taken = [&](int over) {
            return std::find(taken.begin(), taken.end(), over) != taken.end();
        };
        const auto is_free_now = [&](int row, int col) {
            return is_free(row, col) ||
                   (rules_.taken_leave_at_once && inside(row, col) && is_taken(row * state_.cols + col));
        };
        const bool flies = king && rules_.kings_fly;
        for (const Direction d : directions(rules_.captures, rules_.all_squares)) {
            if (!king && !rules_.men_capture_backward && is_backward(d)) continue;
            if (!rules_.may_turn_back && last && d.down == -last->down && d.right == -last->right) continue;
            int row = cell / state_.cols + d.down;
            int col = cell % state_.cols + d.right;
            while (flies && is_free_now(row, col)) {
                row += d.down;
                col += d.right;
            }
            if (!inside(row, col)) continue;
            Jump jump{row * state_.cols + col, {}, d};
            if (color_of(at(jump.over)) != other(color_) || is_taken(jump.over)) continue;
            if (!king && !rules_.men_take_kings && is_enemy_king(jump.over)) continue;
            do {
                row += d.down;
                col += d.right;
                if (!is_free_now(row, col)) break;
                jump.landings.push_back(row * state_.cols + col);
            } while (flies && rules_.landing != Landing::right_behind);
            if (!jump.landings.empty()) result.push_back(jump);
        }
        return result;
    }

    // Follows every way to go on capturing from this cell. A capture is only recorded where it must end: a
    // jump that can be followed by another one from some landing comes down on such a landing. (Where the
    // most pieces must be taken this follows anyway.)
    void go_on(int cell, bool king, const std::vector<int>& taken, const std::vector<int>& landings,
               const std::optional<Direction>& last) {
        for (const Jump& jump : jumps(cell, king, taken, last)) {
            std::vector<int> taken_now = taken;
            taken_now.push_back(jump.over);
            bool some_landing_goes_on = false;
            std::vector<std::tuple<int, bool, bool>> ways;  // landing, is a king there, can go on there
            for (const int landing : jump.landings) {
                const bool crowned = !king && on_crown_row(landing);
                const bool king_now =
                    king || (crowned && rules_.crown_in_capture == CrownInCapture::goes_on_as_king);
                const bool stops = crowned && rules_.crown_in_capture == CrownInCapture::ends_the_move;
                const bool goes_on = !stops && !jumps(landing, king_now, taken_now, jump.direction).empty();
                some_landing_goes_on = some_landing_goes_on || goes_on;
                ways.emplace_back(landing, king_now, goes_on);
            }
            for (const auto& [landing, king_now, goes_on] : ways) {
                std::vector<int> landings_now = landings;
                landings_now.push_back(landing);
                if (goes_on) {
                    go_on(landing, king_now, taken_now, landings_now, jump.direction);
                } else if (!some_landing_goes_on && may_end_on(landing, jump, taken_now)) {
                    captures_.push_back({from_, taken_now, landings_now, king_now || on_crown_row(landing)});
                }
            }
        }
    }

    bool may_end_on(int landing, const Jump& last, const std::vector<int>& taken) const {
        const bool right_behind =
            is_enemy_king(last.over) &&
            (rules_.landing == Landing::right_behind_a_last_king ||
             (rules_.landing == Landing::right_behind_a_last_king_of_many && taken.size() >= 2));
        return !right_behind || landing == last.landings.front();
    }

    void quiet_moves(std::vector<NaiveMove>& moves) const {
        for (int cell = 0; cell < static_cast<int>(board_.size()); ++cell) {
            if (color_of(at(cell)) != color_) continue;
            const bool king = at(cell) == king_of(color_);
            if (king && must_rest(square(cell))) continue;
            for (const Direction d :
                 directions(king ? rules_.kings_move : rules_.men_move, rules_.all_squares)) {
                if (!king && is_backward(d)) continue;
                int row = cell / state_.cols + d.down;
                int col = cell % state_.cols + d.right;
                while (is_free(row, col)) {
                    const int landing = row * state_.cols + col;
                    moves.push_back(finished({cell, {}, {landing}, king || on_crown_row(landing)}));
                    if (!king || !rules_.kings_fly) break;
                    row += d.down;
                    col += d.right;
                }
            }
        }
    }

    bool is_backward(const Direction& d) const { return d.down * forward_of(color_) < 0; }

    const NaiveState::Walk& walk() const { return state_.walks[color_ == 'w' ? 0 : 1]; }
    bool must_rest(int square) const {
        return rules_.moves_in_a_row > 0 && walk().square == square && walk().moves >= rules_.moves_in_a_row;
    }

    int square(int cell) const {
        return square_of(state_.rows, state_.cols, cell, rules_.left_corner, rules_.all_squares);
    }

    NaiveMove finished(const Capture& c) const {
        NaiveMove move;
        move.from = square(c.from);
        move.to = square(c.landings.back());
        move.after = state_;
        move.after.to_move = other(color_);
        std::vector<char>& cells = move.after.cells;
        cells[static_cast<std::size_t>(c.from)] = '.';
        for (const int cell : c.taken) {
            move.captured.push_back(square(cell));
            cells[static_cast<std::size_t>(cell)] = '.';
        }
        for (const int cell : c.landings) move.landings.push_back(square(cell));
        cells[static_cast<std::size_t>(c.landings.back())] = c.ends_as_king ? king_of(color_) : color_;
        if (rules_.moves_in_a_row > 0) {
            NaiveState::Walk& own = move.after.walks[color_ == 'w' ? 0 : 1];
            const bool king_moved = at(c.from) == king_of(color_) && c.taken.empty();
            own = king_moved ? NaiveState::Walk{move.to, walk().square == move.from ? walk().moves + 1 : 1}
                             : NaiveState::Walk{};
            // Who has no men may move kings as often as he likes; and a king that is gone moves no more.
            for (const char color : {'w', 'b'}) {
                NaiveState::Walk& w = move.after.walks[color == 'w' ? 0 : 1];
                if (w.moves == 0) continue;
                const bool has_men = std::find(cells.begin(), cells.end(), color) != cells.end();
                if (!has_men || piece_at(move.after, w.square) != king_of(color)) w = {};
            }
        }
        return move;
    }

    const NaiveState& state_;
    const NaiveRules& rules_;
    std::vector<char> board_;
    char color_;
    int from_ = 0;
    std::vector<Capture> captures_;
};

}  // namespace

int square_count(int rows, int cols, bool left_corner, bool all_squares) {
    int n = 0;
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col)
            n += is_playing(rows, row, col, left_corner, all_squares) ? 1 : 0;
    }
    return n;
}

int cell_of(int rows, int cols, int square, bool left_corner, bool all_squares) {
    if (all_squares && square < rows * cols) return square;
    for (int row = 0; row < rows; ++row) {
        const int first = is_playing(rows, row, 0, left_corner, false) ? 0 : 1;
        const int in_row = (cols - first + 1) / 2;
        if (square < in_row) return row * cols + first + 2 * square;
        square -= in_row;
    }
    throw std::runtime_error("There is no such square on the board.");
}

int square_of(int rows, int cols, int cell, bool left_corner, bool all_squares) {
    if (all_squares) return cell;
    int square = 0;
    for (int row = 0; row < cell / cols; ++row) {
        square += (cols + (is_playing(rows, row, 0, left_corner, false) ? 1 : 0)) / 2;
    }
    return square + cell % cols / 2;
}

int square_count(const NaiveState& state) {
    return square_count(state.rows, state.cols, rules_of(state.variant).left_corner,
                        rules_of(state.variant).all_squares);
}

int cell_of(const NaiveState& state, int square) {
    return cell_of(state.rows, state.cols, square, rules_of(state.variant).left_corner,
                   rules_of(state.variant).all_squares);
}

NaiveState empty_state(Variant variant, int rows, int cols, char to_move) {
    NaiveState state{variant, rows, cols, to_move, {}};
    const NaiveRules& rules = rules_of(variant);
    state.cells.reserve(static_cast<std::size_t>(rows * cols));
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col)
            state.cells.push_back(is_playing(rows, row, col, rules.left_corner, rules.all_squares) ? '.'
                                                                                                   : ' ');
    }
    return state;
}

NaiveState start_state(Variant variant) {
    const NaiveRules& rules = rules_of(variant);
    NaiveState state = empty_state(variant, rules.rows, rules.cols, rules.first_mover);
    for (int square = 0; square < square_count(state); ++square) {
        const int row = cell_of(state, square) / rules.cols;
        const int first = rules.rows_behind;
        const int last = first + rules.rows_of_men - 1;
        if (first <= row && row <= last) put(state, square, 'b');
        if (first <= rules.rows - 1 - row && rules.rows - 1 - row <= last) put(state, square, 'w');
    }
    return state;
}

char piece_at(const NaiveState& state, int square) {
    return state.cells[static_cast<std::size_t>(cell_of(state, square))];
}

void put(NaiveState& state, int square, char piece) {
    state.cells[static_cast<std::size_t>(cell_of(state, square))] = piece;
}

NaiveState color_swapped(const NaiveState& state) {
    if ((state.rows + state.cols) % 2 != 0 && !rules_of(state.variant).all_squares)
        throw std::runtime_error("Half a turn would move the playing squares.");
    NaiveState swapped = empty_state(state.variant, state.rows, state.cols, other(state.to_move));
    const int n = square_count(state);
    for (int square = 0; square < n; ++square) {
        switch (piece_at(state, square)) {
            case 'w':
                put(swapped, n - 1 - square, 'b');
                break;
            case 'b':
                put(swapped, n - 1 - square, 'w');
                break;
            case 'W':
                put(swapped, n - 1 - square, 'B');
                break;
            case 'B':
                put(swapped, n - 1 - square, 'W');
                break;
            default:
                break;
        }
    }
    for (const int color : {0, 1}) {
        const NaiveState::Walk& walk = state.walks[static_cast<std::size_t>(1 - color)];
        if (walk.moves > 0)
            swapped.walks[static_cast<std::size_t>(color)] = {n - 1 - walk.square, walk.moves};
    }
    return swapped;
}

std::vector<NaiveMove> legal_moves(const NaiveState& state, Counting counting) {
    std::vector<NaiveMove> moves;
    std::set<std::tuple<int, int, std::vector<int>, std::vector<char>>> seen;
    for (NaiveMove& move : Generator(state).all()) {
        if (counting != Counting::paths && !move.captured.empty()) {
            std::vector<int> taken = move.captured;
            if (counting == Counting::merged) std::sort(taken.begin(), taken.end());
            if (!seen.emplace(move.from, move.to, taken, move.after.cells).second) continue;
        }
        moves.push_back(std::move(move));
    }
    return moves;
}

unsigned long long perft(const NaiveState& state, int depth, Counting counting) {
    if (depth == 0) return 1;
    const std::vector<NaiveMove> moves = legal_moves(state, counting);
    if (depth == 1) return moves.size();
    unsigned long long nodes = 0;
    for (const NaiveMove& move : moves) nodes += perft(move.after, depth - 1, counting);
    return nodes;
}

}  // namespace damier::oracle
