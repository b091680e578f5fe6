// English draughts as the Turnpan page on American checkers has it.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook turnpan{
    .name = "turnpan",
    .title = "Turnpan page on American checkers",
    .variants = {"english"},
    .source = "the page itself; it has no numbers",
    .rules = {{
        {.article = "agreement", .kind = DrawKind::agreement, .confidence = Confidence::primary},
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "40 moves",
         .kind = DrawKind::count,
         .limit = 40,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
    }},
};

}  // namespace damier::rulebooks
