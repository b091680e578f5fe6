// Poddavki: Russian draughts where who cannot move wins.
#pragma once

#include "rules/variants/russian.hpp"

namespace damier {

struct LosingRussian {
    static constexpr Rules rules = changed(Russian::rules, [](Rules& r) {
        r.name = "losing-russian";
        r.other_names = {"poddavki"};
        r.title = "poddavki (losing Russian draughts)";
        r.rule_book =
            "draughts.github.io/poddavki.html (PO): Russian draughts (whose articles are cited) with the "
            "opposite aim";
        r.game_type = 0;
        r.no_move = {NoMove::wins, "PO: who has lost all pieces, or cannot move, wins"};
        r.rulebook = "giveaway";
    });
};

}  // namespace damier
