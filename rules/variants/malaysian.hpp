// Malaysian or Singaporean draughts: 12x12, flying kings, men that capture forward only.
#pragma once

#include "rules/variants/canadian.hpp"

namespace damier {

struct Malaysian {
    static constexpr Rules rules = changed(Canadian::rules, [](Rules& r) {
        r.name = "malaysian";
        r.other_names = {"singaporean"};
        r.title = "Malaysian draughts";
        r.rule_book =
            "Wikipedia, Malaysian/Singaporean checkers (WP): as International draughts (whose articles are "
            "cited), men not going backward, on 12x12";
        r.game_type = 0;
        r.board = {{.width = 12, .height = 12, .first_number = Corner::top_left},
                   "WP: a dark square at each player's left; numbers unconfirmed"};
        r.men_rows = {5, "WP: 30 men a side"};
        r.first = {Color::white, "unconfirmed; WP: the players toss"};
        r.man_captures = {diagonal_forward, "WP: two squares forward"};
        r.notation = {Notation::numeric, "unconfirmed"};
        r.rulebook = "uncounted";
        r.settings = {{
            {.name = "first",
             .question = "who moves first?",
             .values = {{{.name = "white", .meaning = "White", .source = "WP: the players toss"},
                         {.name = "black",
                          .meaning = "Black",
                          .edit =
                              [](Rules& reading) {
                                  reading.first = {Color::black, "WP: the players toss"};
                              },
                          .source = "WP: the players toss"}}}},
        }};
    });
};

}  // namespace damier
