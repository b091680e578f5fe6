// Russian and Brazilian draughts: the International Draughts Federation, draughts-64.
#pragma once

#include "rules/rulebooks/conditions.hpp"

namespace damier::rulebooks {

// Both sides have a king and the balance of material stays.
inline constexpr Condition idf_64_balance_4_5{
    .least_pieces = 4, .most_pieces = 5, .kings_on_both_sides = true};
inline constexpr Condition idf_64_balance_6_7{
    .least_pieces = 6, .most_pieces = 7, .kings_on_both_sides = true};

inline constexpr Rulebook idf_64{
    .name = "idf-64",
    .title = "International Draughts Federation (IDF), draughts-64",
    .variants = {"russian", "brazilian"},
    .source =
        "IDF official rules of the game in draughts-64, https://idf64.org/rules-of-the-game/ , article 7 "
        "(the same for both games)",
    .rules = {{
        {.article = "7.2.3",
         .kind = DrawKind::repetition,
         .limit = 3,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.4",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_or_more_kings_against_king,
         .limit = 15,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.5",
         .kind = DrawKind::count,
         .limit = 15,
         .restarts = draw_conditions::capture_or_man_move,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.6 (4-5 pieces)",
         .kind = DrawKind::count,
         .condition = idf_64_balance_4_5,
         .limit = 30,
         .restarts = {.capture = true, .promotion = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.6 (6-7 pieces)",
         .kind = DrawKind::count,
         .condition = idf_64_balance_6_7,
         .limit = 60,
         .restarts = {.capture = true, .promotion = true},
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.7",
         .kind = DrawKind::count,
         .condition = draw_conditions::three_against_king_on_diagonal,
         .limit = 5,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
        {.article = "7.2.8",
         .kind = DrawKind::count,
         .condition = draw_conditions::two_against_king,
         .limit = 5,
         .counted = Counted::strong,
         .acts = Acts::by_itself,
         .confidence = Confidence::primary},
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
                  leaving_setting("7.2.7-leaving", [](DrawRules& rules) { let_wait(rules, "7.2.7"); }),
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
                                    const DrawRules before = rules;
                                    for (DrawRule rule : before) {
                                        if (rule.article != "7.2.7" && rule.article != "7.2.8") continue;
                                        rules.push_back({.article = "7.2.9",
                                                         .kind = DrawKind::at_once,
                                                         .condition = rule.condition,
                                                         .acts = Acts::referee,
                                                         .confidence = rule.confidence,
                                                         .remark = "unless the game is obviously won"});
                                    }
                                }}}}}}},
};

}  // namespace damier::rulebooks
