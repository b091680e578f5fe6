// International draughts as the French federation has it: the counts of fmjd-2015.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook ffjd{
    .name = "ffjd",
    .title = "French draughts federation (FFJD)",
    .edition = "",
    .variants = {"international"},
    .source = "FFJD rules as quoted by the 3D Checkers page; their articles have no numbers there",
    .rules = {{
        {.article = "repetition",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::referee,
         .confidence = Confidence::copy},
        {.article = "25 moves",
         .kind = DrawKind::count,
         .limit = 25,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::referee,
         .confidence = Confidence::copy},
        {.article = "16 moves",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king,
         .limit = 16,
         .acts = Acts::referee,
         .confidence = Confidence::copy},
        {.article = "5 moves",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::copy},
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
