// International draughts: Annex 1 of the FMJD, version of 21 August 2024.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook fmjd_2024{
    .name = "fmjd-2024",
    .title = "World Draughts Federation (FMJD), Annex 1",
    .edition = "21 August 2024",
    .variants = {"international"},
    .source = "FMJD Annex 1 as quoted article by article; 6.1 and 6.2 as in 2015",
    .rules = {{
        {.article = "6.1",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "6.2",
         .kind = DrawKind::count,
         .limit = 25,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        // A capture that leads to 6.4 does not enlarge what is left of the 16.
        {.article = "6.3",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king,
         .goes_on_in = &draw_conditions::three_or_two_against_king,
         .limit = 16,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "6.3 (long diagonal)",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king_on_diagonal,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "6.4",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
    }},
    .settings = {{leaving_setting("6.3-leaving",
                                  [](DrawRules& rules) { let_wait(rules, "6.3 (long diagonal)"); })}},
};

}  // namespace damier::rulebooks
