// Brazilian draughts: the national confederation.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

inline constexpr Condition cbd_small{.classes = {{{{.kings = 2}, {.kings = 2}},
                                                  {{.kings = 2}, {.kings = 1}},
                                                  {{.kings = 2}, {.kings = 1, .men = 1}},
                                                  {{.kings = 1}, {.kings = 1}},
                                                  {{.kings = 1}, {.kings = 1, .men = 1}}}}};

inline constexpr Rulebook cbd{
    .name = "cbd",
    .title = "Brazilian draughts confederation (CBD)",
    .variants = {"brazilian"},
    .source =
        "CBD rules, articles 97 to 101 as quoted: http://brazil.fmjd.org/includes/rules.php and the summary "
        "http://rodrygoruyz.blogspot.com/2010/04/resumo-das-regras-oficiais-do-jogo-de.html",
    .rules = {{
        {.article = "97b",
         .kind = DrawKind::count,
         .limit = 20,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "98",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "99",
         .kind = DrawKind::count,
         .condition = cbd_small,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
        {.article = "100",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king_on_diagonal,
         .limit = 5,
         .acts = Acts::referee,
         .confidence = Confidence::quoted},
    }},
    .settings = {{leaving_setting("100-leaving", [](DrawRules& rules) { let_wait(rules, "100"); })}},
};

}  // namespace damier::rulebooks
