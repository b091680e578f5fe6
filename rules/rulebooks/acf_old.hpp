// English draughts: the older American rules, with 50 moves.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook acf_old{
    .name = "acf-old",
    .title = "older American rules (ACF)",
    .edition = "before the 40 moves",
    .variants = {"english"},
    .source = "programs that keep the older count; no text was read",
    .rules = {{
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::claim,
         .claimant = Claimant::with_a_next_move,
         .confidence = Confidence::copy},
        {.article = "50 moves",
         .kind = DrawKind::count,
         .limit = 50,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::claim,
         .claimant = Claimant::either,
         .confidence = Confidence::copy},
    }},
    .settings = {{repetition_setting("the third, as in wcdf", "the fourth, as some older rules have it")}},
};

}  // namespace damier::rulebooks
