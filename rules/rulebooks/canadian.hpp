// Canadian draughts: the counts of International draughts.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook canadian{
    .name = "canadian",
    .title = "Canadian draughts",
    .edition = "",
    .variants = {"canadian"},
    .source = "https://windames.free.fr: the rules of International draughts on 12x12, draws included",
    .rules = {{
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "25 moves",
         .kind = DrawKind::count,
         .limit = 25,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "16 moves",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king,
         .limit = 16,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "5 moves",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
    }},
    .settings =
        {{{.name = "16-to-5",
           .question =
               "a capture leads from 16 moves to 5 moves: does the count of 16 go on beside the new one?",
           .values = {{{"fresh", "no, 5 new moves"},
                       {"rest", "yes: at most what is left of the 16",
                        [](DrawRules& rules) {
                            edit_article(rules, "16 moves", [](DrawRule& rule) {
                                rule.goes_on_in = &draw_conditions::three_or_two_against_king;
                            });
                        }}}}}}},
};

}  // namespace damier::rulebooks
