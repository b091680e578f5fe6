// The draws and claims of a game, as lines of text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/any_game.hpp"
#include "cli/game_claims_made.hpp"
#include "cli/json.hpp"

namespace damier {

struct JudgedMadeClaim {
    MadeClaim made;
    JudgedClaim judged;
};

// A game judged under a rulebook.
struct ClaimedGame {
    const std::string& file;
    const RawGame& raw;
    const Rulebook& book;
    const DrawsOfGame& game;
    std::vector<JudgedMadeClaim> claims;
    // A result that a draw before it makes wrong: the game was drawn by itself, and somebody won.
    std::optional<GameDraws::Drawn> drawn_before;
};

std::vector<std::string> claim_lines(const ClaimedGame& claimed);
Json claim_json(const AnyGame& rules, const ClaimedGame& claimed);

}  // namespace damier
