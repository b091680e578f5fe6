// Czech draughts.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Czech {
    static constexpr Rules rules{
        .name = "czech",
        .title = "Czech draughts",
        .rule_book =
            "HR: rules of Czech draughts at hrejsi.cz, numbered; CFD: Czech draughts federation, full rules "
            "(damweb.cz), as cited by dctl",
        .game_type = 29,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "HR 2, 3; CFD 2.1, 2.4; PDN GameType 29,W,8,8,A0,0"},
        .men_rows = {3, "HR 7"},
        .first = {Color::white, "HR 8"},
        .man_moves = {diagonal_forward, "HR 9"},
        .man_captures = {diagonal_forward, "HR 10; CFD 4.1: forward only"},
        .king_moves = {diagonal, "HR 9; CFD 3.9"},
        .king_captures = {diagonal, "HR 11"},
        .king_range = {KingRange::flying, "HR 9; CFD 3.9"},
        .king_landing = {KingLanding::must_continue,
                         "HR 10, 11: lands where it can go on capturing, the whole capture is one move"},
        .man_takes_king = {true, "HR 6, 10: a figure is a man or a king"},
        .capture_turns_back = {false, "Czech Wikipedia, rules of the federation: a piece is jumped once"},
        .precedence = {{Precedence::by_king}, "CFD 4.14: a king captures rather than a man; no majority"},
        .removal = {Removal::at_end, "Czech Wikipedia, rules of the federation"},
        .promotion_in_capture = {PromotionInCapture::ends_move, "HR 10"},
        .no_move = {NoMove::loses, "HR 1"},
        .notation = {Notation::algebraic, "HR 4; CFD 2.6; PDN GameType 29"},
        .rulebook = "czech",
    };
};

}  // namespace damier
