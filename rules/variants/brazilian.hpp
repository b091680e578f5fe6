// Brazilian draughts: the International rules on 8x8.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Brazilian {
    static constexpr Rules rules{
        .name = "brazilian",
        .title = "Brazilian draughts",
        .rule_book =
            "Brazilian confederation (CBD), summary of the official rules; International Draughts Federation "
            "(IDF), official rules of draughts-64, 4.16",
        .game_type = 26,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "CBD summary 2, 3; IDF 2.1.1-2.1.4; PDN GameType 26,W,8,8,A0,0"},
        .men_rows = {3, "IDF 2.2.2"},
        .first = {Color::white, "CBD summary 4; IDF 3.3"},
        .man_moves = {diagonal_forward, "CBD summary 5; IDF 3.5"},
        .man_captures = {diagonal, "CBD summary 11; IDF 4.1: men capture forward and backward"},
        .king_moves = {diagonal, "CBD summary 8; IDF 3.8"},
        .king_captures = {diagonal, "CBD summary 11; IDF 4.1, 4.3"},
        .king_range = {KingRange::flying, "CBD summary 8; IDF 3.8"},
        .king_landing = {KingLanding::anywhere, "CBD summary 17; IDF 4.3, 4.6"},
        .man_takes_king = {true, "CBD summary 10"},
        .capture_turns_back = {false, "CBD summary 15; IDF 4.8: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces},
                       "CBD summary 12; IDF 4.16.1: most pieces, a king counts as a man"},
        .removal = {Removal::at_end, "CBD summary 15; IDF 4.11"},
        .promotion_in_capture = {PromotionInCapture::stays_man,
                                 "CBD summary 13; IDF 4.16.2: crowned only if the move ends there"},
        .no_move = {NoMove::loses, "CBD summary 1"},
        .notation = {Notation::algebraic, "IDF 2.1, diagram 1; PDN GameType 26"},
        .rulebook = "idf-64",
    };
};

}  // namespace damier
