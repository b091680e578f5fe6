// Sri Lankan draughts: the International rules on 12x12, a playing corner at each player's right.
#pragma once

#include "rules/variants/canadian.hpp"

namespace damier {

struct SriLankan {
    static constexpr Rules rules = changed(Canadian::rules, [](Rules& r) {
        r.name = "srilankan";
        r.title = "Sri Lankan draughts";
        r.rule_book =
            "checkerschest.com, Sri Lanka checkers (CC): as Canadian draughts, that is International (whose "
            "articles are cited), on the inverted board";
        r.game_type = 0;
        r.board = {{.width = 12, .height = 12, .bottom_left_plays = false, .first_number = Corner::top_left},
                   "CC: a dark corner at each player's right; tester of the PDN standard: N2,1"};
        r.men_rows = {5, "CC: 30 men a side"};
        r.first = {Color::white, "CC: the lighter men"};
        r.rulebook = "";
    });
};

}  // namespace damier
