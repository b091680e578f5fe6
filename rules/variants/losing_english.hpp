// Losing checkers: English draughts where who cannot move wins.
#pragma once

#include "rules/variants/english.hpp"

namespace damier {

struct LosingEnglish {
    static constexpr Rules rules = changed(English::rules, [](Rules& r) {
        r.name = "losing-english";
        r.other_names = {"giveaway", "suicide-checkers"};
        r.title = "losing English draughts";
        r.rule_book =
            "checkerschest.com, Giveaway checkers (GC): the rules of the version in play, here English "
            "draughts (whose articles are cited), with the opposite aim";
        r.game_type = 0;
        r.no_move = {NoMove::wins, "GC: who has lost all pieces, or cannot move, wins"};
        r.rulebook = "giveaway";
    });
};

}  // namespace damier
