// International draughts as the French federation has it: the counts of fmjd-2015.
#pragma once

#include "rules/rulebooks/fmjd_2015.hpp"

namespace damier::rulebooks {

inline constexpr Rulebook ffjd{
    .name = "ffjd",
    .title = "French draughts federation (FFJD)",
    .variants = {"international"},
    .source = "FFJD rules as quoted by the 3D Checkers page; their articles have no numbers there",
    .rules = renamed(fmjd_2015.rules, {"repetition", "25 moves", "16 moves", "5 moves"}, Confidence::copy),
    .settings = fmjd_2015.settings,
};

}  // namespace damier::rulebooks
