// Portuguese draughts (damas clássicas): moves as in Spain.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Portuguese {
    static constexpr Rules rules{
        .name = "portuguese",
        .other_names = {"damas-classicas"},
        .title = "Portuguese draughts",
        .rule_book =
            "Portuguese draughts federation (FPD), rules of classical draughts; FPD 2013: the edition of 23 "
            "March 2013",
        .game_type = 28,
        .board = {{.width = 8, .height = 8, .bottom_left_plays = false, .first_number = Corner::bottom_right},
                  "FPD 2, 3, 6: 1 at White's right; FPD 2013 2.1; PDN GameType 28,W,8,8,N1,1"},
        .men_rows = {3, "FPD 7"},
        .first = {Color::white, "PDN GameType 28"},
        .man_moves = {diagonal_forward, "FPD 2013 2.2"},
        .man_captures = {diagonal_forward, "FPD 2013 2.2: forward only"},
        .king_moves = {diagonal, "FPD 2013 2.2"},
        .king_captures = {diagonal, "FPD 2013 2.2"},
        .king_range = {KingRange::flying, "FPD 2013 2.2"},
        .king_landing = {KingLanding::anywhere, "FPD 2013 2.2"},
        .man_takes_king = {true, "FPD 8: men and kings are pieces"},
        .capture_turns_back = {false, "FPD 2013 3.1: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces, Precedence::most_kings},
                       "FPD 2013 3.1: the laws of quantity and of quality"},
        .removal = {Removal::at_end, "FPD 2013 3.1"},
        .promotion_in_capture = {PromotionInCapture::ends_move,
                                 "FPD 10: a new king plays only after the other side has moved"},
        .no_move = {NoMove::loses, "FPD 2013 2.3"},
        .notation = {Notation::numeric, "FPD 3, 4"},
        .rulebook = "fpd-2026",
    };
};

}  // namespace damier
