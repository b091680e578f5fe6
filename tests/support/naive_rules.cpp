#include "tests/support/naive_rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <stdexcept>
#include <tuple>

namespace damier::oracle {

namespace {

// clang-format off
const std::vector<NaiveRules> all_rules = {
    // name            backward fly    most   crown row in a capture            first rows cols rows of men
    {"english",        false,   false, false, CrownInCapture::ends_the_move,    'b',  8,   8,   3},
    {"pool",           true,    true,  false, CrownInCapture::stays_a_man,      'b',  8,   8,   3},
    {"russian",        true,    true,  false, CrownInCapture::goes_on_as_king,  'w',  8,   8,   3},
    {"brazilian",      true,    true,  true,  CrownInCapture::stays_a_man,      'w',  8,   8,   3},
    {"international",  true,    true,  true,  CrownInCapture::stays_a_man,      'w',  10,  10,  4},
};
// clang-format on

struct Direction {
    int down, right;
};
const std::array<Direction, 4> diagonals = {{{-1, -1}, {-1, +1}, {+1, -1}, {+1, +1}}};

bool is_playing(int rows, int row, int col) { return (row + col) % 2 == (rows - 1) % 2; }

char color_of(char piece) { return static_cast<char>(std::tolower(static_cast<unsigned char>(piece))); }
char king_of(char color) { return static_cast<char>(std::toupper(static_cast<unsigned char>(color))); }
char other(char color) { return color == 'w' ? 'b' : 'w'; }
int forward_of(char color) { return color == 'w' ? -1 : +1; }

// One jump of a capture: the piece jumped over and the cells behind it where the jumper may come down.
struct Jump {
    int over;
    std::vector<int> landings;
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
        for (int cell = 0; cell < static_cast<int>(board_.size()); ++cell) {
            if (color_of(at(cell)) != color_) continue;
            from_ = cell;
            const char piece = at(cell);
            board_[static_cast<std::size_t>(cell)] =
                '.';  // the jumper leaves its square and may come back to it
            go_on(cell, piece == king_of(color_), {}, {});
            board_[static_cast<std::size_t>(cell)] = piece;
        }
        std::vector<NaiveMove> moves;
        std::size_t most = 0;
        for (const Capture& c : captures_) most = std::max(most, c.taken.size());
        for (const Capture& c : captures_) {
            if (!rules_.must_take_most || c.taken.size() == most) moves.push_back(finished(c));
        }
        if (moves.empty()) quiet_moves(moves);
        return moves;
    }

private:
    char at(int cell) const { return board_[static_cast<std::size_t>(cell)]; }
    bool is_free(int row, int col) const { return inside(row, col) && at(row * state_.cols + col) == '.'; }
    bool inside(int row, int col) const {
        return row >= 0 && row < state_.rows && col >= 0 && col < state_.cols;
    }
    bool on_crown_row(int cell) const { return cell / state_.cols == (color_ == 'w' ? 0 : state_.rows - 1); }

    // Where a piece may jump next. Pieces already taken still stand on the board: they stop it.
    std::vector<Jump> jumps(int cell, bool king, const std::vector<int>& taken) const {
        std::vector<Jump> result;
        const bool flies = king && rules_.kings_fly;
        for (const Direction d : diagonals) {
            if (!king && !rules_.men_capture_backward && d.down != forward_of(color_)) continue;
            int row = cell / state_.cols + d.down;
            int col = cell % state_.cols + d.right;
            while (flies && is_free(row, col)) {
                row += d.down;
                col += d.right;
            }
            if (!inside(row, col)) continue;
            Jump jump{row * state_.cols + col, {}};
            if (color_of(at(jump.over)) != other(color_)) continue;
            if (std::find(taken.begin(), taken.end(), jump.over) != taken.end()) continue;
            do {
                row += d.down;
                col += d.right;
                if (!is_free(row, col)) break;
                jump.landings.push_back(row * state_.cols + col);
            } while (flies);
            if (!jump.landings.empty()) result.push_back(jump);
        }
        return result;
    }

    // Follows every way to go on capturing from this cell. A capture is only recorded where it must end: a
    // jump that can be followed by another one from some landing comes down on such a landing. (Where the
    // most pieces must be taken this follows anyway.)
    void go_on(int cell, bool king, const std::vector<int>& taken, const std::vector<int>& landings) {
        for (const Jump& jump : jumps(cell, king, taken)) {
            std::vector<int> taken_now = taken;
            taken_now.push_back(jump.over);
            bool some_landing_goes_on = false;
            std::vector<std::tuple<int, bool, bool>> ways;  // landing, is a king there, can go on there
            for (const int landing : jump.landings) {
                const bool crowned = !king && on_crown_row(landing);
                const bool king_now =
                    king || (crowned && rules_.crown_in_capture == CrownInCapture::goes_on_as_king);
                const bool stops = crowned && rules_.crown_in_capture == CrownInCapture::ends_the_move;
                const bool goes_on = !stops && !jumps(landing, king_now, taken_now).empty();
                some_landing_goes_on = some_landing_goes_on || goes_on;
                ways.emplace_back(landing, king_now, goes_on);
            }
            for (const auto& [landing, king_now, goes_on] : ways) {
                std::vector<int> landings_now = landings;
                landings_now.push_back(landing);
                if (goes_on) {
                    go_on(landing, king_now, taken_now, landings_now);
                } else if (!some_landing_goes_on) {
                    captures_.push_back({from_, taken_now, landings_now, king_now || on_crown_row(landing)});
                }
            }
        }
    }

    void quiet_moves(std::vector<NaiveMove>& moves) const {
        for (int cell = 0; cell < static_cast<int>(board_.size()); ++cell) {
            if (color_of(at(cell)) != color_) continue;
            const bool king = at(cell) == king_of(color_);
            for (const Direction d : diagonals) {
                if (!king && d.down != forward_of(color_)) continue;
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

    int square(int cell) const { return square_of(state_.rows, state_.cols, cell); }

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

const NaiveRules& rules_of(Variant variant) { return all_rules.at(static_cast<std::size_t>(variant)); }

Variant variant_named(const std::string& name) {
    for (std::size_t i = 0; i < all_rules.size(); ++i) {
        if (all_rules[i].name == name) return static_cast<Variant>(i);
    }
    throw std::runtime_error("The oracle knows no variant '" + name + "'.");
}

int square_count(int rows, int cols) {
    int n = 0;
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) n += is_playing(rows, row, col) ? 1 : 0;
    }
    return n;
}

int cell_of(int rows, int cols, int square) {
    for (int row = 0; row < rows; ++row) {
        const int first = is_playing(rows, row, 0) ? 0 : 1;
        const int in_row = (cols - first + 1) / 2;
        if (square < in_row) return row * cols + first + 2 * square;
        square -= in_row;
    }
    throw std::runtime_error("There is no such square on the board.");
}

int square_of(int rows, int cols, int cell) {
    int square = 0;
    for (int row = 0; row < cell / cols; ++row) square += (cols + (is_playing(rows, row, 0) ? 1 : 0)) / 2;
    return square + cell % cols / 2;
}

NaiveState empty_state(Variant variant, int rows, int cols, char to_move) {
    NaiveState state{variant, rows, cols, to_move, {}};
    state.cells.reserve(static_cast<std::size_t>(rows * cols));
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) state.cells.push_back(is_playing(rows, row, col) ? '.' : ' ');
    }
    return state;
}

NaiveState start_state(Variant variant) {
    const NaiveRules& rules = rules_of(variant);
    NaiveState state = empty_state(variant, rules.rows, rules.cols, rules.first_mover);
    for (int square = 0; square < square_count(rules.rows, rules.cols); ++square) {
        const int row = cell_of(rules.rows, rules.cols, square) / rules.cols;
        if (row < rules.rows_of_men) put(state, square, 'b');
        if (row >= rules.rows - rules.rows_of_men) put(state, square, 'w');
    }
    return state;
}

char piece_at(const NaiveState& state, int square) {
    return state.cells[static_cast<std::size_t>(cell_of(state.rows, state.cols, square))];
}

void put(NaiveState& state, int square, char piece) {
    state.cells[static_cast<std::size_t>(cell_of(state.rows, state.cols, square))] = piece;
}

NaiveState color_swapped(const NaiveState& state) {
    if ((state.rows + state.cols) % 2 != 0)
        throw std::runtime_error("Half a turn would move the playing squares.");
    NaiveState swapped = empty_state(state.variant, state.rows, state.cols, other(state.to_move));
    const int n = square_count(state.rows, state.cols);
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

namespace {

// Reads a square's number or name at `i` and moves `i` behind it; gives its index.
int read_square(const NaiveState& state, const std::string& fen, std::size_t& i) {
    const auto bad = [&] {
        return std::runtime_error("Bad square at offset " + std::to_string(i) + " of " + fen);
    };
    const auto number = [&] {
        int n = 0;
        if (i >= fen.size() || !std::isdigit(static_cast<unsigned char>(fen[i]))) throw bad();
        while (i < fen.size() && std::isdigit(static_cast<unsigned char>(fen[i])) && n < 1000) {
            n = 10 * n + (fen[i++] - '0');
        }
        return n;
    };
    if (i < fen.size() && fen[i] >= 'a' && fen[i] <= 'z') {
        const int col = fen[i++] - 'a';
        const int row = state.rows - number();
        if (row < 0 || row >= state.rows || col >= state.cols || !is_playing(state.rows, row, col))
            throw bad();
        return square_of(state.rows, state.cols, row * state.cols + col);
    }
    const int n = number();
    if (n < 1 || n > square_count(state.rows, state.cols)) throw bad();
    return n - 1;
}

}  // namespace

NaiveState parse_fen(Variant variant, int rows, int cols, const std::string& fen) {
    if (fen.size() < 2 || (fen[0] != 'W' && fen[0] != 'B'))
        throw std::runtime_error("No side to move: " + fen);
    NaiveState state = empty_state(variant, rows, cols, color_of(fen[0]));
    char color = '?';
    std::size_t i = 1;
    while (i < fen.size()) {
        const char mark = fen[i++];
        if (mark == '.' && i == fen.size()) break;
        if (mark == ':') {
            if (i >= fen.size() || (fen[i] != 'W' && fen[i] != 'B'))
                throw std::runtime_error("No colour: " + fen);
            color = color_of(fen[i++]);
            if (i >= fen.size() || fen[i] == ':' || fen[i] == '.') continue;  // a side without pieces
        } else if (mark != ',' || color == '?') {
            throw std::runtime_error("Unexpected '" + std::string(1, mark) + "' in " + fen);
        }
        const bool king = i < fen.size() && fen[i] == 'K';
        if (king) ++i;
        const int first = read_square(state, fen, i);
        int last = first;
        if (i < fen.size() && fen[i] == '-') {
            ++i;
            last = read_square(state, fen, i);
        }
        for (int square = first; square <= last; ++square) {
            if (piece_at(state, square) != '.') throw std::runtime_error("Two pieces on a square: " + fen);
            put(state, square, king ? king_of(color) : color);
        }
    }
    return state;
}

std::string to_fen(const NaiveState& state) {
    std::string fen(1, king_of(state.to_move));
    for (const char color : {'w', 'b'}) {
        fen += std::string(":") + king_of(color);
        std::string separator;
        for (int square = 0; square < square_count(state.rows, state.cols); ++square) {
            const char piece = piece_at(state, square);
            if (color_of(piece) != color) continue;
            fen += separator + (piece == king_of(color) ? "K" : "") + std::to_string(square + 1);
            separator = ",";
        }
    }
    return fen;
}

}  // namespace damier::oracle
