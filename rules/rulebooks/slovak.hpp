// Slovak draughts.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook slovak{
    .name = "slovak",
    .title = "Slovak draughts",
    .variants = {"slovak"},
    .source = "encyclopaedias; no text of rules was read",
    .rules = {{
        {.article = "blocked",
         .kind = DrawKind::movement,
         .confidence = Confidence::second_hand,
         .remark = "who has pieces but no move draws"},
    }},
};

}  // namespace damier::rulebooks
