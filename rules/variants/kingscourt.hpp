// Kingscourt: English draughts won by the first king.
#pragma once

#include "rules/variants/english.hpp"

namespace damier {

struct Kingscourt {
    static constexpr Rules rules = changed(English::rules, [](Rules& r) {
        r.name = "kingscourt";
        r.other_names = {};
        r.title = "Kingscourt";
        r.rule_book = "M. Fierz, 2006 (MF): English draughts (whose articles are cited) with another aim";
        r.game_type = 0;
        r.crowning_wins = {true, "MF: who makes the first king wins"};
        r.rulebook = "";
    });
};

}  // namespace damier
