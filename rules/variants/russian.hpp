// Russian draughts (shashki).
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Russian {
    static constexpr Rules rules{
        .name = "russian",
        .other_names = {"shashki"},
        .title = "Russian draughts",
        .rule_book =
            "International Draughts Federation (IDF), official rules of draughts-64; TKA: rule sheet of "
            "tkabber-plugins",
        .game_type = 25,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "IDF 2.1.1-2.1.4; PDN GameType 25,W,8,8,A0,0"},
        .men_rows = {3, "IDF 2.2.2"},
        .first = {Color::white, "IDF 3.3"},
        .man_moves = {diagonal_forward, "IDF 3.5"},
        .man_captures = {diagonal, "IDF 4.1, 4.2: men capture forward and backward"},
        .king_moves = {diagonal, "IDF 3.8"},
        .king_captures = {diagonal, "IDF 4.1, 4.3"},
        .king_range = {KingRange::flying, "IDF 3.8"},
        .king_landing = {KingLanding::must_continue, "IDF 4.6: lands where it can go on capturing"},
        .man_takes_king = {true, "IDF 4.2 with 3.1"},
        .capture_turns_back = {false, "IDF 4.8: a piece is jumped once"},
        .precedence = {{Precedence::none},
                       "IDF 4.13: any capture may be chosen; 4.5, 4.6: and must be completed"},
        .removal = {Removal::at_end, "IDF 4.11"},
        .promotion_in_capture = {PromotionInCapture::becomes_king,
                                 "IDF 4.14: goes on as a king in the same move"},
        .no_move = {NoMove::loses, "TKA russian 3"},
        .notation = {Notation::algebraic, "IDF 2.1, diagram 1; PDN GameType 25"},
        .capture_separator = ':',
        .rulebook = "idf-64",
    };
};

}  // namespace damier
