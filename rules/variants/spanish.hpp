// Spanish draughts.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Spanish {
    static constexpr Rules rules{
        .name = "spanish",
        .title = "Spanish draughts",
        .rule_book =
            "TKA: rule sheet of tkabber-plugins; RS: rules of the classical Spanish game, "
            "realidad-simulada.es",
        .game_type = 24,
        .board = {{.width = 8, .height = 8, .bottom_left_plays = false, .first_number = Corner::bottom_right},
                  "TKA spanish 1, 2: a dark square at each player's right; RS: 1 at White's right; PDN "
                  "GameType 24,W,8,8,N1,1"},
        .men_rows = {3, "TKA spanish 2"},
        .first = {Color::white, "TKA spanish 2"},
        .man_moves = {diagonal_forward, "TKA spanish 4"},
        .man_captures = {diagonal_forward, "TKA spanish 4: forward only"},
        .king_moves = {diagonal, "TKA spanish 6"},
        .king_captures = {diagonal, "TKA spanish 6"},
        .king_range = {KingRange::flying, "TKA spanish 6"},
        .king_landing = {KingLanding::anywhere, "TKA spanish 6"},
        .man_takes_king = {true, "TKA spanish 6, 7: units are men and kings"},
        .capture_turns_back = {false, "TKA spanish 8: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces, Precedence::most_kings},
                       "TKA spanish 7: most pieces; RS and BrainKing: of those most kings"},
        .removal = {Removal::at_end, "TKA spanish 9"},
        .promotion_in_capture = {PromotionInCapture::ends_move, "TKA spanish 5"},
        .no_move = {NoMove::loses, "TKA spanish 3"},
        .notation = {Notation::numeric, "RS; PDN GameType 24"},
        .rulebook = "section64",
        .settings = {{
            {.name = "quality",
             .question = "of captures of equally many pieces, must that of most kings be played?",
             .values = {{{.name = "yes", .meaning = "yes", .source = "RS, section64, BrainKing, dctl"},
                         {.name = "no",
                          .meaning = "no, any of them",
                          .edit =
                              [](Rules& r) {
                                  r.precedence = {{Precedence::most_pieces}, "TKA spanish 7; Jocly"};
                              },
                          .source = "TKA spanish 7; Jocly"}}}},
        }},
    };
};

}  // namespace damier
