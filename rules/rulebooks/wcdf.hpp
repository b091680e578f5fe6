// English draughts: the World Checkers Draughts Federation.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook wcdf{
    .name = "wcdf",
    .title = "World Checkers Draughts Federation (WCDF)",
    .edition = "1.27.1 and 1.27.2 in the revised numbering",
    .variants = {"english"},
    .source =
        "WCDF Rules of Draughts 1.32.1 and 1.32.2 as quoted in "
        "https://littlegolem.net/jsp/forum/topic2.jsp?forum=300&topic=17",
    .rules = {{
        {.article = "1.32.1",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::claim,
         .claimant = Claimant::with_a_next_move,
         .confidence = Confidence::quoted},
        {.article = "1.32.2",
         .kind = DrawKind::count,
         .limit = 40,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::claim,
         .claimant = Claimant::either,
         .confidence = Confidence::quoted},
    }},
};

}  // namespace damier::rulebooks
