// American pool checkers: the American Pool Checkers Association.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook apca{
    .name = "apca",
    .title = "American Pool Checkers Association (APCA)",
    .variants = {"pool"},
    .source = "APCA tournament rules 26 to 28 by way of programs that annotate the text rule by rule",
    .rules = {{
        {.article = "26 (repetition)",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::announced,
         .confidence = Confidence::copy},
        {.article = "26 (30 moves)",
         .kind = DrawKind::count,
         .limit = 15,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::announced,
         .confidence = Confidence::copy},
        // Drawn once the lone king's 13th move is made, even if the next move would take it.
        {.article = "27",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_kings_against_king,
         .limit = 13,
         .counted = Counted::weak,
         .acts = Acts::announced,
         .confidence = Confidence::copy},
        {.article = "28",
         .kind = DrawKind::count,
         .condition = {.classes = draw_conditions::three_kings_against_king.classes,
                       .diagonal = OnDiagonal::weak_king_on},
         .limit = 5,
         .acts = Acts::announced,
         .confidence = Confidence::second_hand,
         .remark = "that it is about three kings and the long diagonal is likely, not certain"},
    }},
    .settings = {{{.name = "26-unit",
                   .question = "30 moves: of both sides together, or of each?",
                   .values = {{{"15-each", "15 of each side"},
                               {"30-each", "30 of each side",
                                [](DrawRules& rules) {
                                    edit_article(rules, "26 (30 moves)",
                                                 [](DrawRule& rule) { rule.limit = 30; });
                                }}}}},
                  leaving_setting("28-leaving", [](DrawRules& rules) { let_wait(rules, "28"); })}},
};

}  // namespace damier::rulebooks
