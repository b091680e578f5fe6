// Claims of a draw by rule in the words of comments and tags.
#pragma once

#include <optional>
#include <string_view>

#include "rules/draw_claims.hpp"

namespace damier {

// "draw by threefold repetition", "White claims a draw (40-move rule)", "remise door zetherhaling", "ничья,
// троекратное повторение". Nothing where the text claims no draw by rule: it has to name a draw or a claim,
// and a repetition or a number of moves (or claim a draw without any ground). A text that only speaks of what
// could have been claimed is none. The ply is left at 0.
std::optional<DrawClaim> draw_claim_in(std::string_view text);

// Does the text say that somebody claims? Only such a comment counts in the middle of a game.
bool says_claim(std::string_view text);

}  // namespace damier
