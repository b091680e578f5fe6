// Russian draughts (shashki).
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Russian {
    static constexpr Rules rules{
        .name = "russian",
        .other_names = {"shashki"},
        .title = "Russian draughts",
        .rule_book = "International Draughts Federation, 64 squares (IDF), rules of draughts-64",
        .game_type = 25,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "IDF 2.1; PDN GameType 25,W,8,8,A0,0"},
        .men_rows = {3, "IDF 2.4"},
        .first = {Color::white, "IDF 2.5"},
        .man_moves = {diagonal_forward, "IDF 3.3"},
        .man_captures = {diagonal, "IDF 4.2: men capture forward and backward"},
        .king_moves = {diagonal, "IDF 3.6"},
        .king_captures = {diagonal, "IDF 4.4"},
        .king_range = {KingRange::flying, "IDF 3.6"},
        .king_landing = {KingLanding::must_continue, "IDF 4.6: lands where it can go on capturing"},
        .man_takes_king = {true, "IDF 4.2"},
        .capture_turns_back = {false, "IDF 4.9: a piece is jumped once"},
        .precedence = {{Precedence::none}, "IDF 4.8: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_end, "IDF 4.9"},
        .promotion_in_capture = {PromotionInCapture::becomes_king,
                                 "IDF 4.10: goes on as a king in the same move"},
        .no_move = {NoMove::loses, "IDF 6.1"},
        .notation = {Notation::algebraic, "PDN 3.0"},
        .capture_separator = ':',
    };
};

}  // namespace damier
