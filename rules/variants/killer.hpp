// Killer draughts: International draughts with kings that stop directly behind a king that they take last.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct Killer {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "killer";
        r.other_names = {};
        r.title = "Killer draughts";
        r.rule_book =
            "mindsports.nl, Killer draughts (KD): International draughts (whose articles are cited) but for "
            "one rule";
        r.game_type = 0;
        r.king_landing = {KingLanding::behind_last_king,
                          "KD: directly behind the last piece taken, if that is a king"};
        r.rulebook = "";
    });
};

}  // namespace damier
