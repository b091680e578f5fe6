// Positions of the slow oracle as text.
#include <cctype>
#include <stdexcept>

#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

namespace {

char color_of(char piece) { return static_cast<char>(std::tolower(static_cast<unsigned char>(piece))); }
char king_of(char color) { return static_cast<char>(std::toupper(static_cast<unsigned char>(color))); }

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
        const int cell = row * state.cols + col;
        if (row < 0 || row >= state.rows || col >= state.cols ||
            state.cells[static_cast<std::size_t>(cell)] == ' ') {
            throw bad();
        }
        const NaiveRules& rules = rules_of(state.variant);
        return square_of(state.rows, state.cols, cell, rules.left_corner, rules.all_squares);
    }
    const int n = number();
    if (n < 1 || n > square_count(state)) throw bad();
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
        for (int square = 0; square < square_count(state); ++square) {
            const char piece = piece_at(state, square);
            if (color_of(piece) != color) continue;
            fen += separator + (piece == king_of(color) ? "K" : "") + std::to_string(square + 1);
            separator = ",";
        }
    }
    if (state.walks[0].moves + state.walks[1].moves > 0) {
        fen += ":";
        for (const std::size_t color : {1, 0}) {
            const NaiveState::Walk& walk = state.walks[color];
            fen += "+" + std::to_string(walk.moves);
            if (walk.moves > 0) fen += std::to_string(walk.square + 1);
        }
    }
    return fen;
}

}  // namespace damier::oracle
