// American pool checkers.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Pool {
    static constexpr Rules rules{
        .name = "pool",
        .other_names = {"american-pool"},
        .title = "American pool checkers",
        .rule_book =
            "American Pool Checker Association (APCA), tournament rules of play; TKA: rule sheet of "
            "tkabber-plugins",
        .game_type = 23,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "APCA 1, 2; PDN GameType 23,B,8,8,N1,0"},
        .men_rows = {3, "APCA 5"},
        .first = {Color::black, "APCA 7: the dark pieces move first"},
        .man_moves = {diagonal_forward, "TKA pool 4"},
        .man_captures = {diagonal, "APCA 14: men capture forward and backward"},
        .king_moves = {diagonal, "APCA 15"},
        .king_captures = {diagonal, "APCA 15, 18"},
        .king_range = {KingRange::flying, "APCA 15"},
        .king_landing = {KingLanding::must_continue,
                         "TKA pool 7: lands where it can go on capturing; APCA 21"},
        .man_takes_king = {true, "APCA 16"},
        .capture_turns_back = {false, "TKA pool 8: a piece is jumped once"},
        .precedence = {{Precedence::none}, "APCA 20, 21: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_end, "APCA 19; TKA pool 9"},
        .promotion_in_capture = {PromotionInCapture::stays_man,
                                 "APCA 22, 23: goes on backward as a man if it can"},
        .no_move = {NoMove::loses, "TKA pool 3"},
        .notation = {Notation::numeric, "PDN GameType 23"},
        .rulebook = "apca",
    };
};

}  // namespace damier
