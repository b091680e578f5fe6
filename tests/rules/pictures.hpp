// Positions as pictures, a character a square: what the positions of rules/ and the states of the naive
// oracle have in common. And positions to test with: all of them on small boards, random ones on large
// boards.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "rules/game.hpp"
#include "tests/support/naive_rules.hpp"

namespace damier::test {

// The side to move, 'w' or 'b', then for each square '.', a man 'w' 'b' or a king 'W' 'B'. Then, if a king
// has been moving in a way that the rules count, '|' and for White and for Black its square as a character
// and the number.
using Picture = std::string;

inline void add_runs(Picture& picture, int white, int white_moves, int black, int black_moves) {
    if (white_moves + black_moves == 0) return;
    picture += '|';
    for (const auto& [king, moves] : {std::pair{white, white_moves}, std::pair{black, black_moves}}) {
        picture += static_cast<char>('1' + king);
        picture += static_cast<char>('0' + moves);
    }
}

template <class Set>
Picture picture_of(const Position<Set>& position, int squares) {
    Picture picture(static_cast<std::size_t>(squares) + 1, '.');
    picture[0] = position.to_move == Color::white ? 'w' : 'b';
    for (int i = 0; i < squares; ++i) {
        char& piece = picture[static_cast<std::size_t>(i) + 1];
        if (position.men[0].contains(square(i))) piece = 'w';
        if (position.men[1].contains(square(i))) piece = 'b';
        if (position.kings[0].contains(square(i))) piece = 'W';
        if (position.kings[1].contains(square(i))) piece = 'B';
    }
    add_runs(picture, position.runs[0].none() ? -1 : index(position.runs[0].king), position.runs[0].moves,
             position.runs[1].none() ? -1 : index(position.runs[1].king), position.runs[1].moves);
    return picture;
}

template <class Set>
Position<Set> position_of(const Picture& picture) {
    Position<Set> position;
    position.to_move = picture[0] == 'w' ? Color::white : Color::black;
    const std::size_t end = std::min(picture.size(), picture.find('|'));
    for (std::size_t c = 0; c < 2 && end < picture.size(); ++c) {
        const int moves = picture[end + 2 * c + 2] - '0';
        if (moves == 0) continue;
        position.runs[c] = {square(picture[end + 2 * c + 1] - '1'), static_cast<std::uint8_t>(moves)};
    }
    for (std::size_t i = 1; i < end; ++i) {
        const Square s = square(static_cast<int>(i) - 1);
        if (picture[i] == 'w') position.men[0].insert(s);
        if (picture[i] == 'b') position.men[1].insert(s);
        if (picture[i] == 'W') position.kings[0].insert(s);
        if (picture[i] == 'B') position.kings[1].insert(s);
    }
    return position;
}

inline Picture picture_of(const oracle::NaiveState& state) {
    Picture picture(1, state.to_move);
    for (char cell : state.cells) {
        if (cell != ' ') picture += cell;
    }
    add_runs(picture, state.walks[0].square, state.walks[0].moves, state.walks[1].square,
             state.walks[1].moves);
    return picture;
}

inline oracle::NaiveState naive_state(oracle::Variant variant, const BoardShape& shape,
                                      const Picture& picture) {
    oracle::NaiveState state = oracle::empty_state(variant, shape.height, shape.width, picture[0]);
    std::size_t next = 1;
    for (char& cell : state.cells) {
        if (cell != ' ') cell = picture.at(next++);
    }
    for (std::size_t c = 0; c < 2 && next < picture.size(); ++c) {
        const int moves = picture.at(next + 2 * c + 2) - '0';
        if (moves > 0) state.walks[c] = {picture.at(next + 2 * c + 1) - '1', moves};
    }
    return state;
}

// A move as both sides can state it: captured squares in ascending order, and the position it leads to.
struct PlainMove {
    int from, to;
    std::vector<int> captured;
    bool promotes;
    Picture after;

    friend auto operator<=>(const PlainMove&, const PlainMove&) = default;
    friend std::ostream& operator<<(std::ostream& out, const PlainMove& move) {
        out << move.from + 1 << (move.captured.empty() ? "-" : "x") << move.to + 1 << "{";
        for (int s : move.captured) out << s + 1 << ",";
        return out << (move.promotes ? "}=K " : "} ") << move.after;
    }
};

template <class Game>
PlainMove plain_move(const Game& game, const typename Game::Position& position,
                     const typename Game::Move& move) {
    PlainMove plain{index(move.from), index(move.to), {}, move.promotes, {}};
    for (Square s : move.captured) plain.captured.push_back(index(s));
    plain.after = picture_of(game.apply(position, move), game.board().squares());
    return plain;
}

inline PlainMove plain_move(const oracle::NaiveState& state, const oracle::NaiveMove& move) {
    PlainMove plain{move.from, move.to, move.captured, false, picture_of(move.after)};
    plain.promotes = oracle::piece_at(state, move.from) != oracle::piece_at(move.after, move.to);
    std::sort(plain.captured.begin(), plain.captured.end());
    return plain;
}

// Of a list of moves of either kind, sorted.
template <class Moves, class Plain>
std::vector<PlainMove> sorted_moves(const Moves& moves, Plain plain) {
    std::vector<PlainMove> result;
    for (const auto& move : moves) result.push_back(plain(move));
    std::sort(result.begin(), result.end());
    return result;
}

template <class Game>
std::vector<PlainMove> plain_moves(const Game& game, const typename Game::Position& position) {
    return sorted_moves(game.moves(position),
                        [&](const auto& move) { return plain_move(game, position, move); });
}

inline bool may_stand(const BoardShape& shape, char piece, int s) {
    const int row = shape.place(square(s)).row;
    return !(piece == 'w' && row == 0) && !(piece == 'b' && row == shape.height - 1);
}

// Calls visit(picture) for each position with so many pieces, those of one side only among them.
template <class Visit>
void for_each_picture(const BoardShape& shape, int pieces, const Visit& visit) {
    const int squares = shape.squares();
    Picture picture(static_cast<std::size_t>(squares) + 1, '.');
    const auto place = [&](const auto& self, int first, int left) -> void {
        if (left == 0) {
            for (char to_move : {'w', 'b'}) {
                picture[0] = to_move;
                visit(std::as_const(picture));
            }
            return;
        }
        for (int s = first; s + left <= squares; ++s) {
            for (char piece : {'w', 'W', 'b', 'B'}) {
                if (!may_stand(shape, piece, s)) continue;
                picture[static_cast<std::size_t>(s) + 1] = piece;
                self(self, s + 1, left - 1);
            }
            picture[static_cast<std::size_t>(s) + 1] = '.';
        }
    };
    place(place, 0, pieces);
}

class RandomPictures {
public:
    RandomPictures(const BoardShape& shape, std::uint64_t seed) : shape_{shape}, random_{seed} {}

    int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }

    Picture with(int pieces) {
        const int squares = shape_.squares();
        Picture picture(static_cast<std::size_t>(squares) + 1, '.');
        picture[0] = "wb"[below(2)];
        // Some positions are rich in kings, some in men.
        const int kings_in_eight = 1 + below(7);
        for (int placed = 0; placed < pieces;) {
            const int s = below(squares);
            const bool king = below(8) < kings_in_eight;
            const char piece = (king ? "WB" : "wb")[below(2)];
            if (picture[static_cast<std::size_t>(s) + 1] != '.' || !may_stand(shape_, piece, s)) continue;
            picture[static_cast<std::size_t>(s) + 1] = piece;
            ++placed;
        }
        return picture;
    }
    // 2 to 10 pieces, as the board has room for them.
    Picture next() { return with(2 + below(std::min(10, shape_.squares() - 2) - 1)); }

private:
    BoardShape shape_;
    std::mt19937_64 random_;
};

// In the colouring of most variants.
inline BoardShape shape_of(int height, int width) {
    BoardShape shape;
    shape.height = height;
    shape.width = width;
    return shape;
}
// In the colouring of a variant.
template <class V>
BoardShape shape_of(int height, int width) {
    BoardShape shape = V::rules.board;
    shape.height = height;
    shape.width = width;
    return shape;
}

}  // namespace damier::test
