// Frisian draughts and Frysk: the official rules of 2011.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook frisian_2011{
    .name = "frisian-2011",
    .title = "official rules of Frisian draughts",
    .edition = "2011",
    .variants = {"frisian", "frysk"},
    .source = "https://esportscommentator.blogspot.com/2017/02/official-rules-for-frisian-draughts-2011.html",
    .rules = {{
        {.article = "17",
         .kind = DrawKind::movement,
         .confidence = Confidence::primary,
         .remark = "at most three quiet moves in a row with the same king while its owner has men"},
        {.article = "18",
         .kind = DrawKind::count,
         .condition = {.classes = {{{{.kings = 2}, draw_conditions::one_king}}}},
         .limit = 7,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "21.1",
         .kind = DrawKind::at_once,
         .condition = {.classes = {{{draw_conditions::one_king, draw_conditions::one_king}}},
                       .nothing_to_capture = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
    }},
};

}  // namespace damier::rulebooks
