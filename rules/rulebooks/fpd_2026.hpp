// Portuguese and Spanish draughts: the Portuguese federation, edition of 2026.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Condition fpd_three_hold{.classes = draw_conditions::three_kings_against_king.classes,
                                          .diagonal = OnDiagonal::strong_holds_it};

inline constexpr Rulebook fpd_2026{
    .name = "fpd-2026",
    .title = "Portuguese draughts federation (FPD)",
    .edition = "2026",
    .variants = {"portuguese", "spanish"},
    .source = "FPD rules 3.8 and 5.3 as quoted",
    .rules = {{
        // The move that takes the diagonal does not count; the one that takes the king does.
        {.article = "3.8.a",
         .kind = DrawKind::count,
         .condition = fpd_three_hold,
         .limit = 12,
         .counted = Counted::strong,
         .confidence = Confidence::quoted},
        {.article = "3.8.b",
         .kind = DrawKind::count,
         .condition = {.most_a_side = 4, .kings_on_both_sides = true, .unless = &fpd_three_hold},
         .limit = 20,
         .restarts = draw_conditions::capture_or_man_move,
         .confidence = Confidence::quoted},
        {.article = "5.3", .kind = DrawKind::repetition, .limit = 3, .confidence = Confidence::quoted},
    }},
};

}  // namespace damier::rulebooks
