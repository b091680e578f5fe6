// Jamaican draughts: pool on the mirrored board.
#pragma once

#include "rules/variants/pool.hpp"

namespace damier {

struct Jamaican {
    static constexpr Rules rules = changed(Pool::rules, [](Rules& r) {
        r.name = "jamaican";
        r.other_names = {};
        r.title = "Jamaican draughts";
        r.rule_book =
            "poolcheckers.com/jamaica (PJ): exactly the rules of pool checkers (whose articles are cited) "
            "but "
            "for the board";
        r.board = {{.width = 8, .height = 8, .bottom_left_plays = false, .a1 = Corner::top_left},
                   "PJ: a dark square at the bottom right; PDN GameType 23,B,8,8,A1,1"};
        r.notation = {Notation::algebraic, "PDN GameType 23,B,8,8,A1,1"};
        r.rulebook = "jamaican";
        r.settings = {{
            {.name = "first",
             .question = "who moves first?",
             .values = {{{.name = "black",
                          .meaning = "Black",
                          .source = "everybodywiki.com: dark; tester of the PDN standard: 23,B,8,8,A1,1"},
                         {.name = "white",
                          .meaning = "White",
                          .edit =
                              [](Rules& reading) {
                                  reading.first = {Color::white, "PDN GameType 23,W,8,8,A1,1"};
                              },
                          .source = "page of the PDN standard: 23,W,8,8,A1,1"}}}},
        }};
    });
};

}  // namespace damier
