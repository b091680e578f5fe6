// Canadian draughts: the counts of International draughts.
#pragma once

#include "rules/rulebooks/fmjd_2015.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook canadian{
    .name = "canadian",
    .title = "Canadian draughts",
    .variants = {"canadian"},
    .source = "https://windames.free.fr: the rules of International draughts on 12x12, draws included",
    .rules = renamed(fmjd_2015.rules, {"repetition", "25 moves", "16 moves", "5 moves"}, Confidence::quoted),
    .settings = fmjd_2015.settings,
};

}  // namespace damier::rulebooks
