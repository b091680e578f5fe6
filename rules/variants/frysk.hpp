// Frysk!: Frisian draughts with five men a side.
#pragma once

#include "rules/variants/frisian.hpp"

namespace damier {

struct Frysk {
    static constexpr Rules rules = changed(Frisian::rules, [](Rules& r) {
        r.name = "frysk";
        r.other_names = {};
        r.title = "Frysk!";
        r.rule_book =
            "lidraughts.org/variant/frysk (LD): Frisian draughts (whose articles are cited) with fewer men";
        r.game_type = 97;  // lidraughts' own number
        r.men_rows = {1, "LD: five men a side"};
    });
};

}  // namespace damier
