// Losing games.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook giveaway{
    .name = "giveaway",
    .title = "losing games",
    .variants = {"antidraughts", "losing-english", "losing-russian"},
    .source = "second-hand",
    .rules = {{
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .confidence = Confidence::second_hand},
    }},
};

}  // namespace damier::rulebooks
