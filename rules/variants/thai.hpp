// Thai draughts (makhos).
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Thai {
    static constexpr Rules rules{
        .name = "thai",
        .other_names = {"makhos"},
        .title = "Thai draughts",
        .rule_book = "checkers.fandom.com, Mak-hot (MH); coldmoon.io, Makhos (CM)",
        .game_type = 31,
        .board = {{.width = 8, .height = 8, .first_number = Corner::bottom_right},
                  "MH: a dark square at each player's left; PDN GameType 31,B,8,8,N2,0"},
        .men_rows = {2, "MH, CM"},
        .first = {Color::black, "PDN GameType 31; MH, CM: no fixed rule"},
        .man_moves = {diagonal_forward, "MH, CM"},
        .man_captures = {diagonal_forward, "CM: forward only"},
        .king_moves = {diagonal, "MH, CM"},
        .king_captures = {diagonal, "CM"},
        .king_range = {KingRange::flying, "MH, CM"},
        .king_landing = {KingLanding::behind, "MH, CM: directly behind each piece taken"},
        .man_takes_king = {true, "MH: pieces"},
        .capture_turns_back = {true, "CM: goes on even in the direction that it came from"},
        .precedence = {{Precedence::none}, "MH: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_once, "MH"},
        .promotion_in_capture = {PromotionInCapture::ends_move,
                                 "MS: mindsports.nl, Thai: the move ends and the man is crowned"},
        .no_move = {NoMove::loses, "MS"},
        .notation = {Notation::numeric, "PDN GameType 31"},
        .capture_separator = '-',
        .rulebook = "uncounted",
        .settings = {{
            {.name = "half-turn",
             .question = "may a king go on in the direction that it came from?",
             .values = {{{.name = "yes", .meaning = "yes", .source = "CM, MH; Jocly; counts of dctl"},
                         {.name = "no",
                          .meaning = "no, straight on or at a right angle only",
                          .edit =
                              [](Rules& r) {
                                  r.capture_turns_back = {false, "MS"};
                              },
                          .source = "MS"}}}},
            // After half-turn: a piece that stays cannot be passed, whichever way the king came.
            {.name = "removal",
             .question = "when do captured pieces leave?",
             .values = {{{.name = "at-once",
                          .meaning = "one by one: where one stood may be passed and landed on",
                          .source = "MH; eightygames.wordpress.com; Jocly, dctl"},
                         {.name = "at-end",
                          .meaning = "when the move ends; until then they block and are not jumped twice",
                          .edit =
                              [](Rules& r) {
                                  r.removal = {Removal::at_end, "unconfirmed, see docs/rules/thai.md"};
                                  r.capture_turns_back = {false, "a piece is jumped once"};
                              },
                          .source = "no text; the counts of a second generator, see data/perft.tsv"}}}},
            {.name = "first",
             .question = "who moves first?",
             .values = {{{.name = "black", .meaning = "Black", .source = "PDN GameType 31"},
                         {.name = "white",
                          .meaning = "White",
                          .edit =
                              [](Rules& r) {
                                  r.first = {Color::white, "MS; checkerschest.com"};
                              },
                          .source = "MS; checkerschest.com; MH: a Thai site"}}}},
        }},
    };
};

}  // namespace damier
