// Turkish draughts.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook turkish{
    .name = "turkish",
    .title = "Turkish draughts",
    .variants = {"turkish"},
    .source = "article 19 by way of programs that cite it",
    .rules = {{
        {.article = "19",
         .kind = DrawKind::at_once,
         .condition = {.least_pieces = 2, .most_pieces = 2, .most_a_side = 1},
         .acts = Acts::by_itself,
         .confidence = Confidence::copy},
    }},
};

}  // namespace damier::rulebooks
