// Thai draughts (makhos).
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Thai {
    static constexpr Rules rules{
        .name = "thai",
        .other_names = {"makhos"},
        .title = "Thai draughts",
        .rule_book = "checkers.fandom.com, Mak-hot (MH); coldmoon.io, Makhos (CM)",
        .game_type = 31,
        .board = {{.width = 8, .height = 8, .first_number = Corner::bottom_right},
                  "MH: a dark square at each player's left; PDN GameType 31,B,8,8,N2,0"},
        .men_rows = {2, "MH, CM"},
        .first = {Color::black, "PDN GameType 31; MH, CM: no fixed rule"},
        .man_moves = {diagonal_forward, "MH, CM"},
        .man_captures = {diagonal_forward, "CM: forward only"},
        .king_moves = {diagonal, "MH, CM"},
        .king_captures = {diagonal, "CM"},
        .king_range = {KingRange::flying, "MH, CM"},
        .king_landing = {KingLanding::behind, "MH, CM: directly behind each piece taken"},
        .man_takes_king = {true, "MH: pieces"},
        .capture_turns_back = {true, "CM: goes on even in the direction that it came from"},
        .precedence = {{Precedence::none}, "MH: any capture may be chosen, and must be completed"},
        .removal = {Removal::at_once, "MH"},
        .promotion_in_capture = {PromotionInCapture::ends_move,
                                 "MS: mindsports.nl, Thai: the move ends and the man is crowned"},
        .no_move = {NoMove::loses, "MS"},
        .notation = {Notation::numeric, "PDN GameType 31"},
        .capture_separator = '-',
        .rulebook = "uncounted",
    };
};

}  // namespace damier
