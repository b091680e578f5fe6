// Filipino draughts (dama): the Brazilian rules on the mirrored board.
#pragma once

#include "rules/variants/brazilian.hpp"

namespace damier {

struct Filipino {
    static constexpr Rules rules = changed(Brazilian::rules, [](Rules& r) {
        r.name = "filipino";
        r.other_names = {"dama"};
        r.title = "Filipino draughts";
        r.rule_book =
            "description of the program Filipino checkers (FC): the Brazilian rules (whose articles are "
            "cited), the board inverted";
        r.game_type = 0;
        r.board = {{.width = 8, .height = 8, .bottom_left_plays = false, .first_number = Corner::top_left},
                   "FC: inverted horizontally; numbers unconfirmed"};
        r.first = {Color::white, "FC: the lighter men"};
        r.notation = {Notation::numeric, "unconfirmed"};
        r.rulebook = "uncounted";
    });
};

}  // namespace damier
