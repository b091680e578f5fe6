// American pool checkers as the Ludoteka page has it.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook ludoteka{
    .name = "ludoteka",
    .title = "Ludoteka page on American pool checkers",
    .variants = {"pool"},
    .source = "the page itself; it has no numbers",
    .rules = {{
        {.article = "25 moves",
         .kind = DrawKind::count,
         .limit = 25,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
    }},
};

}  // namespace damier::rulebooks
