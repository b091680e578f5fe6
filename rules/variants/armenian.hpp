// Armenian draughts (tama): Turkish draughts with steps along the diagonals, too.
#pragma once

#include "rules/variants/turkish.hpp"

namespace damier {

struct Armenian {
    static constexpr Rules rules = changed(Turkish::rules, [](Rules& r) {
        r.name = "armenian";
        r.other_names = {"tama"};
        r.title = "Armenian draughts";
        r.rule_book =
            "iggamecenter.com, Tama (IG), and checkers.fandom.com, Armenian draughts (AF): Turkish draughts "
            "(whose "
            "sources are cited) but for the quiet moves";
        r.game_type = 0;
        r.man_moves = {forward_and_sideways | diagonal_forward, "IG, AF: diagonally forward, too"};
        r.king_moves = {diagonal_and_orthogonal,
                        "IG, AF: in all eight directions; captures along rows and columns"};
        r.rulebook = "uncounted";
        r.settings = {{
            {.name = "crowning",
             .question = "a man that reaches the far row in the middle of a capture",
             .values = {{{.name = "at-end",
                          .meaning = "goes on as a man, and is crowned if the move ends there",
                          .source = "IG, AF: as in Turkish draughts"},
                         {.name = "at-once",
                          .meaning = "is crowned and goes on as a king",
                          .edit =
                              [](Rules& reading) {
                                  reading.promotion_in_capture = {PromotionInCapture::becomes_king, "Ludii"};
                              },
                          .source = "Ludii"}}}},
        }};
    });
};

}  // namespace damier
