// Czech draughts.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook czech{
    .name = "czech",
    .title = "Czech draughts",
    .variants = {"czech"},
    .source = "the rules pages of Czech draughts; they have no numbers",
    .rules = {{
        {.article = "agreement", .kind = DrawKind::agreement, .confidence = Confidence::primary},
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::claim,
         .confidence = Confidence::primary},
        {.article = "15 moves",
         .kind = DrawKind::count,
         .limit = 15,
         .restarts = draw_conditions::capture_or_man_move,
         .confidence = Confidence::primary},
    }},
};

}  // namespace damier::rulebooks
