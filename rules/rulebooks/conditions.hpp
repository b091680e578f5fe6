// Conditions that several rulebooks share.
#pragma once

#include "rules/draw_rules.hpp"

namespace damier::draw_conditions {

inline constexpr Force one_king{.kings = 1};

// 3K, 2K+M or K+2M against a lone king.
inline constexpr Condition three_against_king{
    .classes = {
        {{{.kings = 3}, one_king}, {{.kings = 2, .men = 1}, one_king}, {{.kings = 1, .men = 2}, one_king}}}};

inline constexpr Condition three_against_king_on_diagonal{.classes = three_against_king.classes,
                                                          .diagonal = OnDiagonal::weak_king_on};

// 2K, K+M or K against a lone king.
inline constexpr Condition two_against_king{
    .classes = {{{{.kings = 2}, one_king}, {{.kings = 1, .men = 1}, one_king}, {one_king, one_king}}}};

inline constexpr Condition three_or_two_against_king{.classes = {{{{.kings = 3}, one_king},
                                                                  {{.kings = 2, .men = 1}, one_king},
                                                                  {{.kings = 1, .men = 2}, one_king},
                                                                  {{.kings = 2}, one_king},
                                                                  {{.kings = 1, .men = 1}, one_king},
                                                                  {one_king, one_king}}}};

inline constexpr Condition three_kings_against_king{.classes = {{{{.kings = 3}, one_king}}}};

inline constexpr Condition three_or_more_kings_against_king{
    .classes = {{{{.kings = 3, .or_more_kings = true}, one_king}}}};

// What most counts of progress restart at.
inline constexpr Restarts capture_or_man_move{.capture = true, .man_move = true};

}  // namespace damier::draw_conditions
