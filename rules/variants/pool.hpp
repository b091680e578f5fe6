// American pool checkers.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Pool {
    static constexpr Rules rules{
        .name = "pool",
        .other_names = {"american-pool"},
        .title = "American pool checkers",
        .rule_book = "American Pool Checker Association (APCA), tournament rules of play",
        .game_type = 23,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "APCA 1-4; PDN GameType 23,B,8,8,N1,0"},
        .men_rows = {3, "APCA 4"},
        .first = {Color::black, "APCA 5: the dark pieces move first"},
        .man_moves = {diagonal_forward, "APCA 7"},
        .man_captures = {diagonal, "APCA 14: men capture forward and backward"},
        .king_moves = {diagonal, "APCA 16"},
        .king_captures = {diagonal, "APCA 18"},
        .king_range = {KingRange::flying, "APCA 16"},
        .king_landing = {KingLanding::must_continue, "APCA 19: lands where it can go on capturing"},
        .man_takes_king = {true, "APCA 14"},
        .capture_turns_back = {false, "APCA 22: a piece is jumped once"},
        .precedence = {{Precedence::none}, "APCA 21: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_end, "APCA 22"},
        .promotion_in_capture = {PromotionInCapture::stays_man,
                                 "APCA 15: goes on backward as a man if it can"},
        .no_move = {NoMove::loses, "APCA 23"},
        .notation = {Notation::numeric, "PDN 3.0"},
    };
};

}  // namespace damier
