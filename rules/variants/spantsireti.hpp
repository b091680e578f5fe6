// Draughts on 80 squares by Spantsireti: the Russian rules on ten columns and eight rows.
#pragma once

#include "rules/variants/russian.hpp"

namespace damier {

struct Spantsireti {
    static constexpr Rules rules = changed(Russian::rules, [](Rules& r) {
        r.name = "spantsireti";
        r.other_names = {"spantsiretti", "shashki80"};
        r.title = "Spantsireti draughts";
        r.rule_book =
            "checkers.fandom.com, 80-Kletochnie Shashki (SH): the rules of Russian draughts (whose articles "
            "are cited) but for the board";
        r.game_type = 41;
        r.board = {{.width = 10, .height = 8, .first_number = Corner::top_left},
                   "SH; PDN GameType 41,W,10,8,A0,0"};
        r.men_rows = {3, "SH: 15 men a side"};
        r.notation = {Notation::algebraic, "PDN GameType 41"};
        r.rulebook = "";
    });
};

}  // namespace damier
