// Italian draughts: the Italian federation.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook fid{
    .name = "fid",
    .title = "Italian draughts federation (FID)",
    .variants = {"italian"},
    .source = "http://www.fid.it/regolamenti/capo1.htm ; articles by way of programs that cite them",
    .rules = {{
        {.article = "9.3 b1", .kind = DrawKind::repetition, .limit = 3, .confidence = Confidence::copy},
        {.article = "10.4",
         .kind = DrawKind::count,
         .limit = 40,
         .restarts = draw_conditions::capture_or_man_move,
         .confidence = Confidence::copy},
    }},
    .settings = {{{.name = "repetition",
                   .question = "which occurrence of a position is the draw?",
                   .values = {{{"3", "the third, as in the federation's brief rules"},
                               {"4", "the fourth, as others cite 9.3 b1",
                                [](DrawRules& rules) {
                                    edit_article(rules, "9.3 b1", [](DrawRule& rule) { rule.limit = 4; });
                                }}}}}}},
};

}  // namespace damier::rulebooks
