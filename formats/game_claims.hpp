// What the tags and the terminator of a game say, without its moves.
#pragma once

#include <string_view>
#include <vector>

#include "formats/pdn_reader.hpp"
#include "rules/game_record.hpp"
#include "rules/rules.hpp"

namespace damier {

struct GameClaims {
    GameResult tag_result = GameResult::unknown;
    GameResult terminator_result = GameResult::unknown;
    GameEnding ending = GameEnding::on_the_board;
    std::vector<Diagnostic> diagnostics;
};

GameClaims claims_of(const RawGame& raw, const Rules& rules);

// The standard's spelling of the tags that mean something to readers, whatever their letters are: FEN for
// fen. Other names are given back.
std::string_view known_tag_name(std::string_view name);

// The tag, unless it is missing or its value is empty, `-` or `?`.
const GameTag* tag_with_value(const std::vector<GameTag>& tags, std::string_view name);

// The FEN tag that the game starts from, or nullptr: the start of the variant.
const GameTag* start_fen(const std::vector<GameTag>& tags);

}  // namespace damier
