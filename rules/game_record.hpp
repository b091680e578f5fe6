// A game that was played: positions and legal moves, and what its source says of it. Readers of game files
// make it (formats/), audits and statistics take it; it knows nothing of any file format.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/position.hpp"
#include "rules/result.hpp"

namespace damier {

// By colours, whatever order the source writes them in ("1-0" in English draughts is a win of Black, who
// moves first).
enum class GameResult { unknown, white_wins, draw, black_wins, both_lose };

constexpr std::string_view name(GameResult result) {
    switch (result) {
        case GameResult::white_wins:
            return "white wins";
        case GameResult::draw:
            return "draw";
        case GameResult::black_wins:
            return "black wins";
        case GameResult::both_lose:
            return "both lose";
        case GameResult::unknown:
            break;
    }
    return "unknown";
}

// Does the result say something about the last position?
enum class GameEnding {
    on_the_board,  // as far as is known: played out, resigned or agreed
    unfinished,    // it goes on, or the rest is missing
    time,          // lost on time
    forfeit,       // not played, abandoned, or decided by an arbiter
};

enum class Severity { note, warning, error };

struct Diagnostic {
    Severity severity = Severity::note;
    std::string_view code;  // "illegal-move"; a literal, all are in docs/diagnostics.md
    std::string message;
    TextPlace place = {};
    std::size_t ply = 0;  // from 1; 0: not about a move
};

struct GameTag {
    std::string name;
    std::string value;
    TextPlace place = {};        // of the opening bracket
    TextPlace value_place = {};  // of the first byte of the value
};

template <class Set>
struct PlayedMove {
    Position<Set> before;
    Move<Set> move;
    TextPlace place = {};
    std::string text;  // as written
    // An ambiguous capture, here or earlier, has another reading with which the game can be replayed to its
    // end: neither `before` nor `move` is sure.
    bool sure = true;
    // Its first text among the moves of the source, and the number of texts: captures may be written jump by
    // jump.
    std::size_t token = 0;
    std::size_t tokens = 1;
};

// What the source says of a line beside its moves.
struct GameRemark {
    enum class Kind {
        comment,
        nag,       // a number, as in $12
        strength,  // "!", "(?)", and "*" behind a move that is the only one
    };
    Kind kind = Kind::comment;
    std::string text;
    TextPlace place = {};
    std::size_t ply = 0;  // the move that it follows, from 1; 0: before the first move
};

// Moves that could have been played instead.
template <class Set>
struct GameVariation {
    static constexpr std::size_t main_line = static_cast<std::size_t>(-1);
    std::size_t parent = main_line;  // in GameRecord::variations
    std::size_t ply = 0;             // of the parent's move that it stands for, from 1; 0: before the first
    Position<Set> start;
    std::vector<PlayedMove<Set>> moves;
    bool replayed = false;            // to its end
    std::vector<GameRemark> remarks;  // plies count from `start`
    TextPlace place = {};
};

template <class Set>
struct GameRecord {
    std::string file;
    std::size_t number = 0;  // in the file, from 1
    TextPlace place = {};
    std::vector<GameTag> tags;  // in the order of the file

    Position<Set> start;
    bool set_up = false;  // `start` is given by the source and need not be the start of the variant
    std::vector<PlayedMove<Set>> moves;
    Position<Set> last;        // after the last of `moves`
    bool last_is_sure = true;  // as PlayedMove::sure
    bool replayed =
        true;  // false: after `last` comes something that is no legal move, or `start` is unreadable
    std::size_t plies_read = 0;                  // moves in the source, legal or not
    std::vector<GameVariation<Set>> variations;  // in the order of the source, parents first
    std::vector<GameRemark> remarks;             // in the order of the source

    GameResult tag_result = GameResult::unknown;
    GameResult terminator_result = GameResult::unknown;
    std::string terminator;  // as written; empty where there is none
    TextPlace terminator_place = {};
    GameEnding ending = GameEnding::on_the_board;
    GameResult board_result = GameResult::unknown;  // of a last position in which there is no move

    std::vector<Diagnostic> diagnostics;

    // Terminators are more often wrong than tags.
    GameResult result() const { return tag_result != GameResult::unknown ? tag_result : terminator_result; }

    // The value of the first tag of that name, or nullptr.
    const std::string* tag(std::string_view wanted) const {
        for (const GameTag& t : tags) {
            if (t.name == wanted) return &t.value;
        }
        return nullptr;
    }
};

}  // namespace damier
