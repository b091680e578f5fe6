// The rules of movement of a variant, as data. A variant is a tag struct in a file of its own
// (rules/variants/) with one `static constexpr Rules rules` built by designated initialisers; every rule
// carries the article of the rule book that it comes from. The same data drives the generator, is printed by
// `damier variants --show`, compared, and hashed into the header of every table (rules/fingerprint.hpp).
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "rules/board_shape.hpp"
#include "rules/direction.hpp"
#include "rules/setting.hpp"

namespace damier {

// A rule with its source: `{.is = true, .article = "FMJD 4.3"}`.
template <class T>
struct Cited {
    T is;
    std::string_view article;
    constexpr operator T() const { return is; }  // NOLINT(google-explicit-constructor): reads as the value
    friend constexpr bool operator==(const Cited& a, const Cited& b) { return a.is == b.is; }
};

enum class KingRange {
    one_step,
    flying,  // any number of empty squares
};

// Where a flying king may stop behind the piece that it takes.
enum class KingLanding {
    anywhere,       // any free square (a majority rule may rule some out)
    must_continue,  // any free square, but one from which it goes on taking, where there is one
    behind,         // the square directly behind
    // Any free square, but the move ends directly behind a king that is the last piece taken
    // (Killer); the second: only where several pieces are taken.
    behind_last_king,
    behind_last_king_of_several,
};

// When captured pieces leave the board. Until then they block and may not be jumped again.
enum class Removal { at_end, at_once };

// A man that reaches its promotion row by a jump.
enum class PromotionInCapture {
    ends_move,     // it is crowned and the capture ends
    stays_man,     // it goes on as a man if it can; crowned only if the move ends there
    becomes_king,  // it is crowned at once and goes on as a king
};

// What the side to move gets when it has pieces but no legal move, or no pieces.
enum class NoMove { loses, draws, wins };

// Capture precedence: the captures that rank highest on the first key, then on the second, ... must be
// played.
enum class Precedence {
    none,
    most_pieces,
    by_king,        // a king captures rather than a man
    most_kings,     // takes most kings
    earliest_king,  // meets a king earliest
    most_value,     // Frisian value: n kings are worth between 2n-1 and 2n men
};

enum class Notation { numeric, algebraic };

struct Rules;
using RuleSetting = SettingOf<Rules>;

struct Rules {
    // The name on the command line; that of a reading has the settings behind it: "thai:half-turn=no"
    // (rules/reading.hpp).
    std::string_view name;
    std::array<std::string_view, 3> other_names = {};
    std::string_view title;      // the name in a sentence
    std::string_view rule_book;  // what the articles below refer to
    int game_type;               // PDN GameType; 0 where the standard has none

    Cited<BoardShape> board;           // the official board; the rules run on any other
    Cited<int> men_rows;               // rows of men at the start, on the official board
    Cited<int> rows_behind = {0, ""};  // empty rows behind them, there
    Cited<Color> first;                // who moves first

    Cited<DirectionSet> man_moves;  // from White's side
    Cited<DirectionSet> man_captures;
    Cited<DirectionSet> king_moves;
    Cited<DirectionSet> king_captures;
    Cited<KingRange> king_range;
    Cited<KingLanding> king_landing;
    Cited<bool> man_takes_king;
    Cited<bool>
        capture_turns_back;  // may the next jump go straight back? matters only if pieces leave at once
    Cited<std::array<Precedence, 4>> precedence;
    Cited<Removal> removal;
    Cited<PromotionInCapture> promotion_in_capture;
    Cited<NoMove> no_move;
    // Quiet moves in a row that a side may make with one king while it has men, too; 0: any number. A capture
    // and a move of another piece end the row.
    Cited<int> king_run_limit = {0, ""};
    Cited<bool> crowning_wins = {false, ""};  // the first side with a king has won

    Cited<Notation> notation;
    char capture_separator = 'x';  // PDN 3.0
    bool first_player_result_first =
        false;                       // "1-0" means that the first player won, whichever colour (English)
    bool two_point_results = false;  // 2-0 1-1 0-2
    std::string_view rulebook = {};  // default of the draw rules, a name of rules/rulebooks/

    // Where sources differ and none of them settles it. Names and values are of a-z 0-9 -.
    std::array<RuleSetting, 3> settings = {};

    // Without settings: "thai".
    constexpr std::string_view variant() const { return name.substr(0, name.find(':')); }
    friend constexpr bool operator==(const Rules&, const Rules&) = default;

    constexpr bool ranks_captures() const { return precedence.is[0] != Precedence::none; }
};

// Do quiet moves of men leave them on their row? Then men's moves can be undone.
constexpr bool men_step_sideways(const Rules& rules) {
    return rules.man_moves.is.contains(Direction::e) || rules.man_moves.is.contains(Direction::w);
}

// The rules of a variant that is another one with some rules changed:
// `changed(Pool::rules, [](Rules& r) { r.first = ...; })`.
constexpr Rules changed(Rules rules, auto change) {
    change(rules);
    return rules;
}

template <class V>
concept Variant = requires {
    { V::rules } -> std::convertible_to<const Rules&>;
};

}  // namespace damier
