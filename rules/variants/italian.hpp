// Italian draughts.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Italian {
    static constexpr Rules rules{
        .name = "italian",
        .title = "Italian draughts",
        .rule_book =
            "Italian draughts federation (FID), technical regulations, chapter I; TKA: rule sheet of "
            "tkabber-plugins",
        .game_type = 22,
        .board = {{.width = 8, .height = 8, .bottom_left_plays = false, .first_number = Corner::top_left},
                  "FID 2.1-2.4: a dark square at each player's right; PDN GameType 22,W,8,8,N2,1"},
        .men_rows = {3, "FID 2.6"},
        .first = {Color::white, "FID 3.4"},
        .man_moves = {diagonal_forward, "TKA italian 4"},
        .man_captures = {diagonal_forward, "FID 5.3a: forward only"},
        .king_moves = {diagonal, "FID 4.7"},
        .king_captures = {diagonal, "FID 5.3c"},
        .king_range = {KingRange::one_step, "FID 4.7"},
        .king_landing = {KingLanding::behind, "FID 5.8"},
        .man_takes_king = {false, "FID 5.3b: a man takes men only"},
        .capture_turns_back = {false, "TKA italian 6: a piece is jumped once"},
        .precedence = {{Precedence::most_pieces, Precedence::by_king, Precedence::most_kings,
                        Precedence::earliest_king},
                       "FID 6.6-6.9"},
        .removal = {Removal::at_end, "FID 3.5, 5.7"},
        .promotion_in_capture = {PromotionInCapture::ends_move, "TKA italian 5"},
        .no_move = {NoMove::loses, "TKA italian 3"},
        .notation = {Notation::numeric, "FID 2.4; PDN GameType 22"},
        .rulebook = "fid",
    };
};

}  // namespace damier
