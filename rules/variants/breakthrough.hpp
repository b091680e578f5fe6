// Breakthrough: International draughts won by the first king.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct Breakthrough {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "breakthrough";
        r.other_names = {};
        r.title = "Breakthrough draughts";
        r.rule_book =
            "lidraughts.org/variant/breakthrough (LD): International draughts (whose articles are cited) "
            "with another aim";
        r.game_type = 96;  // lidraughts' own number
        r.crowning_wins = {true, "LD: who makes the first king wins"};
        r.no_move = {NoMove::loses, "LD: who cannot move loses"};
        r.rulebook = "";
    });
};

}  // namespace damier
