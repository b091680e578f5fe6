// The draws of a game under the draw rules of a rulebook: when each rule holds, and whether a claim was
// right. What the record does not tell is unknown, never guessed: what was played before a position that was
// set up, and the moves behind a capture that can be read in two ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/draw_count.hpp"
#include "rules/draw_rules.hpp"
#include "rules/game.hpp"
#include "rules/game_record.hpp"

namespace damier {

// From this number of plies played to that one, both included.
struct PlySpan {
    std::size_t first = 0;
    std::size_t last = 0;
    friend bool operator==(const PlySpan&, const PlySpan&) = default;
};

// A rule that can be claimed somewhere in the game, or that takes effect there by itself.
struct RuleInGame {
    DrawRule rule;
    std::vector<PlySpan> holds;
    std::vector<PlySpan> may_hold;  // it depends on what is unknown
    // Claimant::with_a_next_move: where such a move has been played, so that the position is on the board.
    std::vector<PlySpan> on_board;
    std::optional<Color> claimant;  // at the first ply; nothing: either player
};

struct GameDraws {
    std::vector<RuleInGame> rules;  // those that hold or may hold, in the order of the rulebook
    std::size_t plies = 0;          // of the game
    std::size_t looked_at = 0;      // plies up to which the positions are sure
    bool history_known = true;      // from before the first position on
    bool over = false;              // the side to move has no legal move at the end
    Color to_move_first = Color::white;
    // What each rule that was asked for has counted at the end, in their order; nothing where it does not
    // count there, or where the end is not sure.
    std::vector<std::optional<DrawCount::Plies>> counted;

    // The first ply at which a rule that needs no claim has ended the game, and the rule.
    struct Drawn {
        std::size_t ply = 0;
        const RuleInGame* by = nullptr;
    };
    std::optional<Drawn> drawn_by_itself() const;
    // The rules that hold after so many plies; those on the board included.
    std::vector<const RuleInGame*> at(std::size_t ply) const;
    std::vector<const RuleInGame*> perhaps_at(std::size_t ply) const;
};

template <class S>
GameDraws find_draws(const BoardGame<S>& game, const GameRecord<S>& record, const DrawRules& rules,
                     const EarlierPlies& earlier = EarlierPlies::unknown());

// Somebody says that the game is drawn by rule.
struct DrawClaim {
    enum class Ground { any, repetition, moves };
    Ground ground = Ground::any;
    int moves = 0;        // of Ground::moves: the number in the rule's name, 0 where none is given
    std::size_t ply = 0;  // plies played
};

enum class ClaimVerdict { right, wrong, unknown };
constexpr std::string_view name(ClaimVerdict verdict) {
    return verdict == ClaimVerdict::right ? "right" : verdict == ClaimVerdict::wrong ? "wrong" : "unknown";
}

struct JudgedClaim {
    ClaimVerdict verdict = ClaimVerdict::unknown;
    const RuleInGame* rule = nullptr;  // that makes it right, or might
    std::string why;                   // a clause: "the position has occurred twice"
};

// `rules` are those that `draws` was found with.
JudgedClaim judge(const DrawClaim& claim, const GameDraws& draws, const DrawRules& rules);

}  // namespace damier
