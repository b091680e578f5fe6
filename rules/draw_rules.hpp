// Draw rules as data, apart from the rules of movement. A rulebook is a named edition of them, one file each
// in rules/rulebooks/; a variant can be played under several. The same data serves the claims of games
// (rules/draw_count.hpp), tables, and what `variants --show` prints.
//
// Units: a *move* of a rule text is a turn of each side, a *ply* the turn of one. The two are kept apart by
// DrawRule::counted, never by convention.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "rules/setting.hpp"

namespace damier {

// Pieces of one side.
struct Force {
    int kings = 0;
    int men = 0;
    bool or_more_kings = false;
    friend constexpr bool operator==(const Force&, const Force&) = default;
};

// "Three kings against a lone king", whichever colour has the three.
struct MaterialClass {
    Force strong;
    Force weak;
};

// Where a condition looks at squares: the long diagonal is the one that joins two corners.
enum class OnDiagonal {
    anywhere,         // it does not look
    weak_king_on,     // the lone king stands on it
    strong_holds_it,  // a king of the strong side stands on it, and no piece of the weak side
};

// When a rule concerns a position. Parts that are not set are met by every position.
struct Condition {
    std::array<MaterialClass, 6> classes = {};  // one of these; those with nothing in them are no classes
    int least_pieces = 0;                       // on the board
    int most_pieces = 0;
    int most_a_side = 0;
    bool kings_on_both_sides = false;
    OnDiagonal diagonal = OnDiagonal::anywhere;
    bool nothing_to_capture = false;    // neither side can capture, and each has a move after which the other
                                        // cannot (Frisian)
    const Condition* unless = nullptr;  // but not where this is met

    constexpr std::size_t class_count() const {
        std::size_t count = 0;
        while (count < classes.size() && classes[count].strong != Force{}) ++count;
        return count;
    }
    constexpr bool looks_at_material() const {
        return class_count() > 0 || least_pieces > 0 || most_pieces > 0 || most_a_side > 0 ||
               kings_on_both_sides;
    }
};

enum class DrawKind {
    none,        // an empty place in a rulebook
    repetition,  // `limit` times the same position with the same side to move
    count,       // `limit` moves since the last restart
    at_once,     // as soon as the condition is met
    agreement,   // the players agree; nothing to evaluate
    movement,    // a rule of movement that a rulebook lists among its draws; nothing to evaluate
};

// Whose moves a limit of N counts.
enum class Counted {
    each_side,  // N moves of each side: 2N plies
    plies,      // N plies
    strong,     // N moves of the strong side: drawn when its Nth has been made
    weak,       // N moves of the weak side: drawn when its Nth has been made
};

// A limit of one side's own moves where both have the same material, so that either can be called strong.
enum class EqualSides {
    both,   // drawn when both have made theirs
    first,  // drawn when one has made its own
};

// What puts the count back to nothing. Promotion is a man move.
struct Restarts {
    bool capture = false;
    bool man_move = false;
    bool promotion = false;
};

// What leaving the squares of the condition does to the count, the material staying; a change of the
// material always ends it.
enum class Leaving { clears, pauses };

enum class Acts {
    by_itself,   // the game is drawn
    referee,     // by the text; the referee is called, or acts himself
    claim,       // a player has to claim
    announced,   // a player announces it, and only then it is counted
    not_stated,  // the source does not say
};

enum class Claimant {
    either,
    to_move,           // the player to move
    with_a_next_move,  // the player to move, before a move that makes the position
};

enum class Confidence { primary, quoted, copy, second_hand };

struct DrawRule {
    std::string_view article;
    DrawKind kind = DrawKind::none;
    Condition condition = {};
    const Condition* goes_on_in = nullptr;  // a count that runs also goes on here
    int limit = 0;                          // times, or moves as `counted` says
    Counted counted = Counted::each_side;
    EqualSides equal_sides = EqualSides::both;
    Restarts restarts = {};
    Leaving leaving = Leaving::clears;
    Acts acts = Acts::not_stated;
    Claimant claimant = Claimant::either;
    Confidence confidence = Confidence::second_hand;
    std::string_view remark = {};

    // Counts from any time on, whatever the material: "40 moves without capture or man move".
    constexpr bool of_progress() const {
        return kind == DrawKind::count && !condition.looks_at_material() &&
               condition.diagonal == OnDiagonal::anywhere;
    }
};

// The rules of a book as they are played, with its settings decided.
using DrawRules = std::vector<DrawRule>;

// Where a text is open or texts differ.
using SettingValue = SettingValueOf<DrawRules>;
using Setting = SettingOf<DrawRules>;

struct Rulebook {
    std::string_view name;  // on the command line
    std::string_view title;
    std::string_view edition = {};
    std::array<std::string_view, 10> variants = {};  // that it is for; also such as the program does not have
    std::string_view source;
    std::array<DrawRule, 10> rules = {};
    std::array<Setting, 4> settings = {};
};

// Edits of settings: the rules of an article.
template <class Change>
void edit_article(DrawRules& rules, std::string_view article, Change change) {
    for (DrawRule& rule : rules) {
        if (rule.article == article) change(rule);
    }
}

}  // namespace damier
