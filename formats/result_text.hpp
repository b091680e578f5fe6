// Results of games as they are written.
#pragma once

#include <string_view>

#include "rules/game_record.hpp"
#include "rules/rules.hpp"

namespace damier {

// "1-0", "2-0", "1/2-1/2", "1-1", "0-0" ... in any variant; unknown where the text is another system's
// ("4-6") or
// "*". The first figure is White's, but in variants with Rules::first_player_result_first the first player's.
GameResult parse_result(std::string_view text, const Rules& rules);

// As the variant writes it: "2-0", "1/2-1/2"; "*" where it is unknown.
std::string_view result_text(GameResult result, const Rules& rules);

// Length of a result at the beginning of the text, 0 where there is none. `x-0`, `0-x` and `1-1` are results
// and never moves, since there is no square 0 and no move stays where it is.
std::size_t result_length(std::string_view text);

}  // namespace damier
