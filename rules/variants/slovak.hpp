// Slovak draughts: Czech draughts with two rows of men, where a blocked side draws.
#pragma once

#include "rules/variants/czech.hpp"

namespace damier {

struct Slovak {
    static constexpr Rules rules = changed(Czech::rules, [](Rules& r) {
        r.name = "slovak";
        r.title = "Slovak draughts";
        r.rule_book =
            "checkers.fandom.com, Slovenská dáma (SD): as Czech draughts (whose articles are cited)";
        r.game_type = 0;
        r.men_rows = {2, "SD"};
        r.no_move = {NoMove::draws, "SD: blocked with pieces left is a draw"};
        r.rulebook = "slovak";
        r.settings = {{
            {.name = "blocked",
             .question = "a side that has pieces and cannot move",
             .values = {{{.name = "draws", .meaning = "draws", .source = "SD; copies of Wikipedia"},
                         {.name = "loses",
                          .meaning = "loses, as in the Czech game",
                          .edit =
                              [](Rules& reading) {
                                  reading.no_move = {NoMove::loses, "HR 1"};
                              },
                          .source = "HR 1, of the Czech game; no text of the Slovak one confirms SD"}}}},
        }};
    });
};

}  // namespace damier
