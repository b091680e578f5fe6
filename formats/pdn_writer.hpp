// Games as canonical PDN 3.0: what the standard asks of a writer, and nothing else. What is written reads
// back as the same game.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "formats/fen.hpp"
#include "formats/raw_game.hpp"
#include "rules/game.hpp"
#include "rules/game_record.hpp"

namespace damier {

struct WriterOptions {
    std::optional<Notation> notation = {};  // of moves and positions; the variant's own unless given
    std::optional<FenDialect> fen = {};     // of positions; that of the notation unless given
    std::size_t columns = 80;               // longer words and the lines of tags are not broken
};

// "20,W,10,10,N2,0"; empty where the standard has no number for the variant.
std::string game_type_text(const Rules& rules);

// The first elements as lines that start with %: each comment, and words between two comments.
void write_line_comments(const RawGame& raw, std::size_t elements, std::string& out);

// A position as these options want it.
template <class S>
std::string fen_text(const BoardGame<S>& view, const Position<S>& position, const WriterOptions& options,
                     const FenExtras& extras = {}) {
    const Notation notation = options.notation.value_or(view.variant_rules().notation);
    const FenDialect plain = notation == Notation::numeric ? FenDialect::numeric : FenDialect::algebraic;
    return write_placement(to_placement(position), view.board().shape(), options.fen.value_or(plain), extras);
}

// Appends the game and the `*` at its end.
//
// Tags: the seven of the roster in their order, then the others in theirs; Result and GameType as the variant
// has them, FEN in the plain form, with the counters of draw rules that it has. Moves: separators, paths and
// numbers as PDN 3.0 wants them. Comments keep their words, not their line ends. What has no place in PDN 3.0
// is kept in comments: what is no legal move and all behind it as `{unread: ...}`, results inside variations
// and such as contradict the tag, words that are no PDN, tags whose names are not of ASCII (as lines with %).
template <class S>
void write_game(const BoardGame<S>& view, const RawGame& raw, const GameRecord<S>& record,
                const WriterOptions& options, std::string& out);

}  // namespace damier
