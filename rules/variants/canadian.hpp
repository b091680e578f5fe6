// Canadian draughts: the International rules on 12x12.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct Canadian {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "canadian";
        r.other_names = {};
        r.title = "Canadian draughts";
        r.rule_book =
            "Quebec association (dames.quebecjeux.org, QC): the rules are those of International draughts "
            "(whose articles are cited), the board and the number of men apart";
        r.game_type = 27;
        r.board = {{.width = 12, .height = 12, .first_number = Corner::top_left},
                   "QC; PDN GameType 27,W,12,12,N2,0"};
        r.men_rows = {5, "QC: 30 men a side"};
        r.rulebook = "canadian";
    });
};

}  // namespace damier
