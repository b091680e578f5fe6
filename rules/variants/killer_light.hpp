// Killer Light, also called Modern draughts: as Killer, but a king that takes one piece only stops anywhere.
#pragma once

#include "rules/variants/killer.hpp"

namespace damier {

struct KillerLight {
    static constexpr Rules rules = changed(Killer::rules, [](Rules& r) {
        r.name = "killer-light";
        r.other_names = {"modern-draughts"};
        r.title = "Killer Light draughts";
        r.rule_book =
            "usenet rec.games, Modern draughts (MD): Killer draughts but for captures of one piece; the "
            "articles are those of International draughts";
        r.king_landing = {KingLanding::behind_last_king_of_several,
                          "MD: directly behind the last of several pieces taken, if that is a king"};
    });
};

}  // namespace damier
