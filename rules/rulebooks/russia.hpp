// Russian draughts: the national text, which adds to idf-64.
#pragma once

#include "rules/rulebooks/idf_64.hpp"

namespace damier::rulebooks {

inline constexpr Condition russia_balance_2_3{
    .least_pieces = 2, .most_pieces = 3, .kings_on_both_sides = true};
// Three men as well.
inline constexpr Condition russia_main_road{.classes = {{{{.kings = 3}, draw_conditions::one_king},
                                                         {{.kings = 2, .men = 1}, draw_conditions::one_king},
                                                         {{.kings = 1, .men = 2}, draw_conditions::one_king},
                                                         {{.men = 3}, draw_conditions::one_king}}},
                                            .diagonal = OnDiagonal::weak_king_on};

constexpr std::array<DrawRule, 10> russia_rules() {
    std::array<DrawRule, 10> rules = idf_64.rules;
    std::size_t count = 0;
    for (; rules[count].kind != DrawKind::none; ++count) {
        rules[count].confidence = Confidence::quoted;
        if (rules[count].article == "7.2.7") rules[count].condition = russia_main_road;
    }
    rules[count] = {.article = "7.2.6 (2-3 pieces)",
                    .kind = DrawKind::count,
                    .condition = russia_balance_2_3,
                    .limit = 5,
                    .restarts = {.capture = true, .promotion = true},
                    .acts = Acts::by_itself,
                    .confidence = Confidence::quoted};
    return rules;
}

inline constexpr Rulebook russia{
    .name = "russia",
    .title = "Russian national rules",
    .variants = {"russian"},
    .source =
        "the Russian sport ministry's text as quoted; numbered here as the same rules of idf-64. The king "
        "has "
        "to be captured by the last permitted move",
    .rules = russia_rules(),
    .settings = idf_64.settings,
};

}  // namespace damier::rulebooks
