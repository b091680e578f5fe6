// Plays the moves of a game that was read: what they mean is decided by the rules.
#pragma once

#include <string>

#include "formats/pdn_reader.hpp"
#include "rules/game.hpp"
#include "rules/game_record.hpp"

namespace damier {

// Codes of the diagnostics, besides those of the reader:
//   illegal-move     the replay of this game ends before it
//   bad-move         as illegal-move: the text names no squares of this board
//   unknown-move     the source has `- -`; the replay ends before it
//   ambiguous-move   several captures fit the text and all moves that follow; the first is played
//   bad-fen          the start position, or one set up on the way, cannot be read
//   other-variant    the GameType tag names another variant
//   result-mismatch  the Result tag and the result at the end of the moves differ; the tag is believed
//   unknown-result   a result of some other counting system, kept as text only

// The game starts from its FEN tag, else from the start of the variant. Captures that are written jump by
// jump are joined; a capture that the text leaves open is settled by the moves that follow it.
template <class S>
GameRecord<S> replay(const BoardGame<S>& game, const RawGame& raw, std::string file = {});

}  // namespace damier
