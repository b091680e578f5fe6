// Russian draughts: the national text, which adds to idf-64.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

// Both sides have a king and the balance of material stays.
inline constexpr Condition russia_balance_4_5{
    .least_pieces = 4, .most_pieces = 5, .kings_on_both_sides = true};
inline constexpr Condition russia_balance_6_7{
    .least_pieces = 6, .most_pieces = 7, .kings_on_both_sides = true};
inline constexpr Condition russia_balance_2_3{
    .least_pieces = 2, .most_pieces = 3, .kings_on_both_sides = true};
// Three men as well.
inline constexpr Condition russia_main_road{.classes = {{{{.kings = 3}, draw_conditions::one_king},
                                                         {{.kings = 2, .men = 1}, draw_conditions::one_king},
                                                         {{.kings = 1, .men = 2}, draw_conditions::one_king},
                                                         {{.men = 3}, draw_conditions::one_king}}},
                                            .diagonal = OnDiagonal::weak_king_on};

inline constexpr Rulebook russia{
    .name = "russia",
    .title = "Russian national rules",
    .variants = {"russian"},
    .source =
        "the Russian sport ministry's text as quoted; numbered here as the same rules of idf-64. The king "
        "has to be "
        "captured by the last permitted move",
    .rules = {{
        {.article = "7.2.3",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.4",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_or_more_kings_against_king,
         .limit = 15,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.5",
         .kind = DrawKind::count,
         .limit = 15,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.6 (2-3 pieces)",
         .kind = DrawKind::count,
         .condition = russia_balance_2_3,
         .limit = 5,
         .restarts = {.capture = true, .promotion = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.6 (4-5 pieces)",
         .kind = DrawKind::count,
         .condition = russia_balance_4_5,
         .limit = 30,
         .restarts = {.capture = true, .promotion = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.6 (6-7 pieces)",
         .kind = DrawKind::count,
         .condition = russia_balance_6_7,
         .limit = 60,
         .restarts = {.capture = true, .promotion = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.7",
         .kind = DrawKind::count,
         .condition = russia_main_road,
         .limit = 5,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
        {.article = "7.2.8",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::quoted},
    }},
    .settings = {{{.name = "7.2.6-unit",
                   .question = "7.2.6 does not say \"each\": are its moves those of each side?",
                   .values = {{{"each", "yes, as nearly everyone reads it"},
                               {"plies", "no, the turns of both sides together",
                                [](DrawRules& rules) {
                                    for (DrawRule& rule : rules) {
                                        if (rule.article.starts_with("7.2.6")) rule.counted = Counted::plies;
                                    }
                                }}}}},
                  {.name = "7.2.7-leaving",
                   .question = "the lone king leaves the long diagonal: what becomes of the count?",
                   .values = {{{"clear", "it starts anew when the king comes back"},
                               {"pause", "it waits, and goes on when the king comes back",
                                [](DrawRules& rules) {
                                    edit_article(rules, "7.2.7",
                                                 [](DrawRule& rule) { rule.leaving = Leaving::pauses; });
                                }}}}},
                  {.name = "7.2.8-equal",
                   .question = "one king each: whose 5th move ends it?",
                   .values = {{{"both", "the later of the two 5th moves"},
                               {"first", "the earlier of the two 5th moves",
                                [](DrawRules& rules) {
                                    edit_article(rules, "7.2.8", [](DrawRule& rule) {
                                        rule.equal_sides = EqualSides::first;
                                    });
                                }}}}},
                  {.name = "7.2.9",
                   .question = "is the game played without added time for each move, so that 7.2.9 holds?",
                   .values = {{{"no", "it is not"},
                               {"yes", "the endings of 7.2.7 and 7.2.8 are recorded as draws unplayed",
                                [](DrawRules& rules) {
                                    for (const Condition* condition :
                                         {&russia_main_road, &draw_conditions::two_against_king}) {
                                        rules.push_back({.article = "7.2.9",
                                                         .kind = DrawKind::at_once,
                                                         .condition = *condition,
                                                         .acts = Acts::referee,
                                                         .confidence = Confidence::quoted,
                                                         .remark = "unless the game is obviously won"});
                                    }
                                }}}}}}},
};

}  // namespace damier::rulebooks
