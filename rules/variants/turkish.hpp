// Turkish draughts (dama): all 64 squares, orthogonal.
#pragma once

#include "rules/rules.hpp"

namespace damier {

struct Turkish {
    static constexpr Rules rules{
        .name = "turkish",
        .title = "Turkish draughts",
        .rule_book =
            "github.com/Sanavesa/kish @10e43182 RULES.md (KISH); en.wikipedia.org, Turkish draughts (WP)",
        .game_type = 30,
        .board = {{.width = 8, .height = 8, .every_square_plays = true, .first_number = Corner::top_left},
                  "KISH, WP: all squares; PDN GameType 30,W,8,8,A0,0"},
        .men_rows = {2, "KISH, WP: 16 men a side"},
        .rows_behind = {1, "KISH, WP: on the second and third row"},
        .first = {Color::white, "KISH, WP"},
        .man_moves = {forward_and_sideways, "KISH, WP: forward or sideways"},
        .man_captures = {forward_and_sideways, "KISH, WP: forward or sideways"},
        .king_moves = {orthogonal, "KISH, WP"},
        .king_captures = {orthogonal, "KISH, WP"},
        .king_range = {KingRange::flying, "KISH, WP"},
        .king_landing = {KingLanding::anywhere, "KISH, WP"},
        .man_takes_king = {true, "KISH, WP"},
        .capture_turns_back = {false, "KISH, WP: no half turn between two captures"},
        .precedence = {{Precedence::most_pieces}, "KISH, WP: most pieces, a king counts as a man"},
        .removal = {Removal::at_once, "KISH, WP: pieces leave one by one"},
        .promotion_in_capture = {PromotionInCapture::stays_man, "KISH, WP: crowned when the move ends"},
        .no_move = {NoMove::loses, "KISH, WP"},
        .notation = {Notation::algebraic, "PDN GameType 30"},
        .rulebook = "turkish",
        .settings = {{
            {.name = "crowning",
             .question = "a man that reaches the far row in the middle of a capture",
             .values = {{{.name = "at-end",
                          .meaning = "goes on as a man, and is crowned if the move ends there",
                          .source = "KISH, WP; pydraughts, Jocly"},
                         {.name = "at-once",
                          .meaning = "is crowned and goes on as a king",
                          .edit =
                              [](Rules& r) {
                                  r.promotion_in_capture = {PromotionInCapture::becomes_king,
                                                            "Ludii; draughts.github.io"};
                              },
                          .source = "Ludii; draughts.github.io"},
                         {.name = "ends-move",
                          .meaning = "is crowned and stops",
                          .edit =
                              [](Rules& r) {
                                  r.promotion_in_capture = {PromotionInCapture::ends_move, "setupgroup.com"};
                              },
                          .source = "setupgroup.com"}}}},
        }},
    };
};

}  // namespace damier
