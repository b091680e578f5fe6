// Antidraughts: International draughts where who cannot move wins.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct Antidraughts {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "antidraughts";
        r.other_names = {"losing-international"};
        r.title = "antidraughts";
        r.rule_book =
            "lidraughts.org/variant/antidraughts (LD): International draughts (whose articles are cited) "
            "with "
            "the opposite aim";
        r.game_type = 98;  // lidraughts' own number
        r.no_move = {NoMove::wins, "LD: who has lost all pieces, or cannot move, wins"};
        r.rulebook = "giveaway";
    });
};

}  // namespace damier
