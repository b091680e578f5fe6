// The claims of a draw by rule that a game makes in its comments and tags.
#pragma once

#include <string>
#include <vector>

#include "cli/any_game.hpp"
#include "formats/raw_game.hpp"
#include "rules/draw_claims.hpp"

namespace damier {

struct MadeClaim {
    DrawClaim claim;
    std::string text;  // as written
    TextPlace place;
};

// A comment behind the last move of a game that ends as a draw claims what its words say; elsewhere a comment
// has to say that somebody claims. The tag Termination speaks of the end.
std::vector<MadeClaim> claims_made(const RawGame& raw, const DrawsOfGame& game);

}  // namespace damier
