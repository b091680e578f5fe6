// Sentences that say how a position ends: "White wins", "nulle", "wit wint", "patta", "ничья".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/position_claim.hpp"

namespace damier {

struct PhraseClaim {
    ClaimKind kind = ClaimKind::draw;
    std::string_view text;  // in the comment
};

// In English, French, Dutch, Italian and Russian. Only what is said of the position itself: a sentence that
// asks, doubts or denies ("if", "would", "not" ...), that names squares or numbers, or in which more follows
// ("White wins a man") says nothing.
std::vector<PhraseClaim> claim_phrases(std::string_view comment);

}  // namespace damier
