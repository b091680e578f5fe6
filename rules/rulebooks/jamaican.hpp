// Jamaican pool.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook jamaican{
    .name = "jamaican",
    .title = "Jamaican pool",
    .variants = {"jamaican"},
    .source = "pages on the game: the 13 moves of apca 27",
    .rules = {{
        {.article = "13 moves",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_kings_against_king,
         .limit = 13,
         .counted = Counted::weak,
         .confidence = Confidence::copy},
    }},
};

}  // namespace damier::rulebooks
