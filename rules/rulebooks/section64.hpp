// Spanish draughts as programs of the 64-square section have it.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook section64{
    .name = "section64",
    .title = "Section 64 rules of Spanish draughts",
    .variants = {"spanish"},
    .source = "an independent copy of the rules; no federation's text was read",
    .rules = {{
        {.article = "repetition", .kind = DrawKind::repetition, .limit = 3, .confidence = Confidence::copy},
        // 40 king moves in a row, 20 of each side: so a man move ends them as well.
        {.article = "40 king moves",
         .kind = DrawKind::count,
         .limit = 20,
         .restarts = draw_conditions::capture_or_man_move,
         .confidence = Confidence::copy},
    }},
};

}  // namespace damier::rulebooks
