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
    .settings = {{repetition_setting("the third, as in the federation's brief rules",
                                     "the fourth, as others cite 9.3 b1")}},
};

}  // namespace damier::rulebooks
