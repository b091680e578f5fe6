// English draughts (American straight checkers).
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct English {
    static constexpr Rules rules{
        .name = "english",
        .other_names = {"checkers", "american"},
        .title = "English draughts",
        .rule_book = "World Checkers Draughts Federation (WCDF), Rules of Draughts, section one",
        .game_type = 21,
        .board = {{.width = 8, .height = 8, .first_number = Corner::top_left},
                  "WCDF 1.1, 1.4, 1.5; PDN GameType 21,B,8,8,N1,0"},
        .men_rows = {3, "WCDF 1.8, 1.11"},
        .first = {Color::black, "WCDF 1.13: the darker men move first"},
        .man_moves = {diagonal_forward, "WCDF 1.15"},
        .man_captures = {diagonal_forward, "WCDF 1.18: forward only"},
        .king_moves = {diagonal, "WCDF 1.17"},
        .king_captures = {diagonal, "WCDF 1.21"},
        .king_range = {KingRange::one_step, "WCDF 1.17"},
        .king_landing = {KingLanding::behind, "WCDF 1.18, 1.21"},
        .man_takes_king = {true, "WCDF 1.18"},
        .capture_turns_back = {false, "WCDF 1.20: a piece is jumped once"},
        .precedence = {{Precedence::none}, "WCDF 1.20: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_end, "WCDF 1.19"},
        .promotion_in_capture = {PromotionInCapture::ends_move, "WCDF 1.16, 1.19: crowning ends the turn"},
        .no_move = {NoMove::loses, "WCDF 1.30"},
        .notation = {Notation::numeric, "WCDF 1.5; PDN GameType 21"},
        .first_player_result_first = true,
        .rulebook = "wcdf",
    };
};

}  // namespace damier
