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
    });
};

}  // namespace damier
