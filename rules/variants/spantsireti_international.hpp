// Spantsireti's board under the International rules, as dctl counts its moves.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct SpantsiretiInternational {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "spantsireti-international";
        r.other_names = {};
        r.title = "Spantsireti draughts under International rules";
        r.rule_book =
            "github.com/rhalbersma/dctl: International draughts (whose articles are cited) on the board of "
            "Spantsireti";
        r.game_type = 41;
        r.board = {{.width = 10, .height = 8, .first_number = Corner::top_left},
                   "dctl; PDN GameType 41,W,10,8,A0,0"};
        r.men_rows = {3, "dctl: 15 men a side"};
        r.notation = {Notation::algebraic, "PDN GameType 41"};
        r.two_point_results = false;
        r.rulebook = "";
    });
};

}  // namespace damier
