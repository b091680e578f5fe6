// Pool checkers as the world federation has it ("unified"), and Zimbabwean pool, which is played on the light
// squares: American pool with White to begin and algebraic notation.
#pragma once

#include "rules/variants/pool.hpp"

namespace damier {

struct UnifiedPool {
    static constexpr Rules rules = changed(Pool::rules, [](Rules& r) {
        r.name = "unified-pool";
        r.other_names = {"zimbabwean-pool"};
        r.title = "unified pool checkers";
        r.rule_book =
            "standard of PDN, GameType: the rules of American pool checkers (whose articles are cited), "
            "White begins";
        r.board = {{.width = 8, .height = 8, .first_number = Corner::top_left}, "PDN GameType 23,W,8,8,A0,0"};
        r.first = {Color::white, "PDN GameType 23,W,8,8,A0,0"};
        r.notation = {Notation::algebraic, "PDN GameType 23,W,8,8,A0,0"};
        r.rulebook = "";
    });
};

}  // namespace damier
