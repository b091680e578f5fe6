// What a source says of a position or of a move, in a form that tables can confirm or refute. Readers of game
// files make it (formats/), the audit takes it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "rules/game_record.hpp"
#include "rules/position.hpp"
#include "rules/result.hpp"

namespace damier {

enum class ClaimKind {
    white_wins,  // under best play from the position
    draw,
    black_wins,
    good_move,  // keeps what the position is worth
    bad_move,   // does not
    only_move,  // no other move keeps it
};

enum class ClaimSource { result, nag, strength, phrase };

constexpr std::string_view name(ClaimKind kind) {
    switch (kind) {
        case ClaimKind::white_wins:
            return "white wins";
        case ClaimKind::draw:
            return "draw";
        case ClaimKind::black_wins:
            return "black wins";
        case ClaimKind::good_move:
            return "good move";
        case ClaimKind::bad_move:
            return "bad move";
        case ClaimKind::only_move:
            return "only move";
    }
    return {};
}

constexpr std::string_view name(ClaimSource source) {
    switch (source) {
        case ClaimSource::result:
            return "result";
        case ClaimSource::nag:
            return "nag";
        case ClaimSource::strength:
            return "strength";
        case ClaimSource::phrase:
            return "phrase";
    }
    return {};
}

template <class Set>
struct PositionClaim {
    ClaimKind kind = ClaimKind::draw;
    ClaimSource source = ClaimSource::result;
    Position<Set> position;         // that is judged; before the move, for claims of moves
    std::optional<Move<Set>> move;  // legal there; claims of moves only
    std::size_t ply = 0;            // plies before the position, in its line
    bool in_variation = false;
    // A result that was not reached by what is known of the game: on time, forfeited, unfinished. It says
    // nothing.
    bool beside_the_board = false;
    std::string text;  // as written: "1-0", "$2", "?", "White wins"
    TextPlace place;
};

}  // namespace damier
