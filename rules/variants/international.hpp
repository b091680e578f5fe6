// International draughts on 10x10.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct International {
    static constexpr Rules rules{
        .name = "international",
        .other_names = {"polish"},
        .title = "International draughts",
        .rule_book = "World Draughts Federation (FMJD), official rules of international draughts (Annex 1)",
        .game_type = 20,
        .board = {{.width = 10, .height = 10, .first_number = Corner::top_left},
                  "FMJD 2.1-2.6; PDN GameType 20,W,10,10,N2,0"},
        .men_rows = {4, "FMJD 2.8"},
        .first = {Color::white, "FMJD 3.3"},
        .man_moves = {diagonal_forward, "FMJD 3.4"},
        .man_captures = {diagonal, "FMJD 4.1, 4.2: men capture forward and backward"},
        .king_moves = {diagonal, "FMJD 3.9"},
        .king_captures = {diagonal, "FMJD 4.1, 4.3"},
        .king_range = {KingRange::flying, "FMJD 3.9"},
        .king_landing = {KingLanding::anywhere, "FMJD 4.3, 4.6"},
        .man_takes_king = {true, "FMJD 4.2 with 3.1"},
        .capture_turns_back = {false, "FMJD 4.8: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces}, "FMJD 4.13: most pieces, a king counts as a man"},
        .removal = {Removal::at_end, "FMJD 4.11"},
        .promotion_in_capture = {PromotionInCapture::stays_man,
                                 "FMJD 3.5, 4.15: crowned only if the move ends there"},
        .no_move = {NoMove::loses, "FMJD 7.2.2, 7.2.3"},
        .notation = {Notation::numeric, "FMJD 2.6, 8.1"},
        .two_point_results = true,
        .rulebook = "fmjd-2024",
    };
};

}  // namespace damier
