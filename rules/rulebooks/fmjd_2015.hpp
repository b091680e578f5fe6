// International draughts: Annex 1 of the FMJD, version of November 2015.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook fmjd_2015{
    .name = "fmjd-2015",
    .title = "World Draughts Federation (FMJD), Annex 1",
    .edition = "November 2015",
    .variants = {"international"},
    .source =
        "FMJD Annex 1, articles 6.1 to 6.4, read in full; Annex 3, 5.4: the referee is called or acts "
        "himself",
    .rules = {{
        {.article = "6.1",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::referee,
         .confidence = Confidence::primary},
        {.article = "6.2",
         .kind = DrawKind::count,
         .limit = 25,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::referee,
         .confidence = Confidence::primary},
        {.article = "6.3",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king,
         .limit = 16,
         .acts = Acts::referee,
         .confidence = Confidence::primary},
        {.article = "6.4",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::primary},
    }},
    .settings =
        {{{.name = "16-to-5",
           .question =
               "a capture leads from three pieces to two: does the count of 16 go on beside the new one?",
           .values = {{{"fresh", "no, 5 new moves"},
                       {"rest", "yes: at most what is left of the 16",
                        [](DrawRules& rules) {
                            for (DrawRule& rule : rules) {
                                if (rule.limit == 16)
                                    rule.goes_on_in = &draw_conditions::three_or_two_against_king;
                            }
                        }}}}}}},
};

}  // namespace damier::rulebooks
