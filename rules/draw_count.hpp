// The count of one draw rule, ply by ply. One evaluator for games, where what lies before the first position
// may be unknown, and for tables, which ask for the number of plies that a fresh count lasts.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "rules/draw_facts.hpp"
#include "rules/draw_rules.hpp"

namespace damier {

// What a ply was, as far as counts care. Promotion is a man move.
struct PlyKind {
    bool capture = false;
    bool man_move = false;
    bool promotion = false;
};

template <class Set>
PlyKind kind_of(const Position<Set>& before, const Move<Set>& move) {
    return {move.is_capture(), before.men[index(before.to_move)].contains(move.from), move.promotes};
}

enum class Holds { no, unknown, yes };

// What is known of the plies before the first position of a game.
struct EarlierPlies {
    // No more than so many; nothing: any number.
    std::optional<int> at_most;
    // The count of the draw rule that is running in that position, in plies (FEN field `H`): of the rules for
    // its material, else of those for progress.
    std::optional<int> counted;

    static constexpr EarlierPlies none() { return {0, 0}; }
    static constexpr EarlierPlies unknown() { return {}; }
};

class DrawCount {
public:
    // `rule` must be of DrawKind::count and outlive the count. `governs`: does EarlierPlies::counted speak of
    // this rule?
    DrawCount(const DrawRule& rule, const DrawFacts& first, Color to_move, const EarlierPlies& earlier,
              bool governs);

    void ply(PlyKind kind, Color mover, const DrawFacts& after);

    Holds holds() const;
    // Counted so far, in the unit of the rule (plies where it counts both sides); nothing where it is not
    // running or not known.
    std::optional<int> counted() const;
    // The same in plies, whatever the rule counts: the least and the most; nothing where it is not running.
    struct Plies {
        int least = 0;
        int most = 0;
    };
    std::optional<Plies> plies() const;

private:
    struct Bounds {
        std::array<int, 2> by = {};  // plies by each colour
    };
    int reached(const Bounds& bounds) const;

    const DrawRule* rule_;
    StrongSides sides_;
    bool running_ = false;  // is the condition met, so that the count can end the game?
    bool begun_ = false;    // there is a count, even if it waits
    Bounds low_;
    Bounds high_;
};

// In plies (moves of one side where only that side's are counted): when the count has come so far, the rule
// holds.
constexpr int target(const DrawRule& rule) {
    return rule.counted == Counted::each_side ? 2 * rule.limit : rule.limit;
}

// For tables: plies from a fresh count to the draw. `counted_side_to_move`: where one side's moves are
// counted, is it that side's turn? A win on the last of these plies is a win, but for rules that count the
// weak side, which can end only with its move.
constexpr int plies_to_draw(const DrawRule& rule, bool counted_side_to_move) {
    switch (rule.counted) {
        case Counted::each_side:
        case Counted::plies:
            return target(rule);
        case Counted::strong:
        case Counted::weak:
            return 2 * rule.limit - (counted_side_to_move ? 1 : 0);
    }
    return 0;
}

// Does the ply put the count back to nothing?
constexpr bool restarts(const DrawRule& rule, PlyKind kind) {
    return (rule.restarts.capture && kind.capture) || (rule.restarts.man_move && kind.man_move) ||
           (rule.restarts.promotion && kind.promotion);
}

// Does the count that a FEN gives speak of this rule? It is that of the rules for the material on the board,
// else that of progress.
inline bool governs(const DrawRule& rule, const DrawRules& rules, const DrawFacts& facts) {
    const auto for_material = [&](const DrawRule& r) {
        return r.kind == DrawKind::count && !r.of_progress() &&
               r.condition.diagonal == OnDiagonal::anywhere && strong_sides(r.condition, facts).any();
    };
    if (for_material(rule)) return true;
    return rule.of_progress() && std::ranges::none_of(rules, for_material);
}

}  // namespace damier
