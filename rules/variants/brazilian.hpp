// Brazilian draughts: the International rules on 8x8.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Brazilian {
    static constexpr Rules rules{
        .name = "brazilian",
        .title = "Brazilian draughts",
        .rule_book =
            "Brazilian confederation (CBD), official rules; International Draughts Federation, 64 squares "
            "(IDF)",
        .game_type = 26,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "IDF 2.1; PDN GameType 26,W,8,8,A0,0"},
        .men_rows = {3, "IDF 2.4"},
        .first = {Color::white, "IDF 2.5"},
        .man_moves = {diagonal_forward, "as FMJD 3.4"},
        .man_captures = {diagonal, "as FMJD 4.2: men capture forward and backward"},
        .king_moves = {diagonal, "as FMJD 3.9"},
        .king_captures = {diagonal, "as FMJD 4.3"},
        .king_range = {KingRange::flying, "as FMJD 3.9"},
        .king_landing = {KingLanding::anywhere, "as FMJD 4.3"},
        .man_takes_king = {true, "as FMJD 4.2"},
        .capture_turns_back = {false, "as FMJD 4.8: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces}, "as FMJD 4.13: most pieces, a king counts as a man"},
        .removal = {Removal::at_end, "as FMJD 4.11"},
        .promotion_in_capture = {PromotionInCapture::stays_man,
                                 "as FMJD 4.15: crowned only if the move ends there"},
        .no_move = {NoMove::loses, "IDF 6.1"},
        .notation = {Notation::algebraic, "PDN 3.0"},
    };
};

}  // namespace damier
