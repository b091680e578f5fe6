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
        r.settings = {{
            {.name = "majority",
             .question = "must the capture of most pieces be played?",
             .values = {{{.name = "yes", .meaning = "yes", .source = "FC, dctl"},
                         {.name = "no",
                          .meaning = "no: any capture may be chosen, and has to be completed",
                          .edit =
                              [](Rules& reading) {
                                  reading.precedence = {{Precedence::none},
                                                        "gamedama.com: capturing is compulsory, no more"};
                                  reading.king_landing = {
                                      KingLanding::must_continue,
                                      "unconfirmed; as in every rule book without a majority"};
                              },
                          .source = "gamedama.com"}}}},
            {.name = "corner",
             .question = "which corner plays, as each player sees it?",
             .values = {{{.name = "right",
                          .meaning = "the right one",
                          .source = "FC: inverted; A. M. Quilet, Book of Filipino Checkers"},
                         {.name = "left",
                          .meaning = "the left one",
                          .edit =
                              [](Rules& reading) {
                                  reading.board = {
                                      {.width = 8, .height = 8, .first_number = Corner::top_left},
                                      "luffykudo.wordpress.com: two orientations; numbers unconfirmed"};
                              },
                          .source = "luffykudo.wordpress.com: the Luzon and the Vismin board"}}}},
        }};
    });
};

}  // namespace damier
