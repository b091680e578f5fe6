// What several rulebooks share.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

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

namespace damier::rulebooks {

// The lone king leaves the long diagonal, and the text does not say what becomes of the count. `pause` lets
// the rule wait.
constexpr Setting leaving_setting(std::string_view name, void (*pause)(DrawRules&)) {
    return {.name = name,
            .question = "the lone king leaves the long diagonal: what becomes of the count?",
            .values = {{{"clear", "it starts anew when the king comes back"},
                        {"pause", "it waits, and goes on when the king comes back", pause}}}};
}
inline void let_wait(DrawRules& rules, std::string_view article) {
    edit_article(rules, article, [](DrawRule& rule) { rule.leaving = Leaving::pauses; });
}

// The third occurrence of a position, or the fourth.
constexpr Setting repetition_setting(std::string_view third, std::string_view fourth) {
    return {.name = "repetition",
            .question = "which occurrence of a position is the draw?",
            .values = {{{"3", third}, {"4", fourth, [](DrawRules& rules) {
                                           for (DrawRule& rule : rules) {
                                               if (rule.kind == DrawKind::repetition) rule.limit = 4;
                                           }
                                       }}}}};
}

// The rules of a book under other names, known in another way.
template <std::size_t n>
constexpr auto renamed(std::array<DrawRule, 10> rules, const std::string_view (&articles)[n],
                       Confidence confidence) {
    for (std::size_t i = 0; i < n; ++i) {
        rules[i].article = articles[i];
        rules[i].confidence = confidence;
    }
    return rules;
}

}  // namespace damier::rulebooks
