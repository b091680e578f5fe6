// Games without any count: a draw is agreed, or not at all.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook uncounted{
    .name = "uncounted",
    .title = "no count: agreement only",
    .variants = {"english", "thai", "armenian", "malaysian", "filipino"},
    .source =
        "English: a beginner's page on English draughts, which counts nothing; the others: no count was "
        "found",
    .rules = {{
        {.article = "agreement", .kind = DrawKind::agreement, .confidence = Confidence::second_hand},
    }},
};

}  // namespace damier::rulebooks
