// A game as its file has it: every token with its place, before any rule is asked what the moves mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_record.hpp"

namespace damier {

struct RawMove {
    enum class Kind {
        move,
        unknown,  // `- -`
        setup,    // text is a FEN
    };
    Kind kind = Kind::move;
    std::string text;
    TextPlace place = {};
};

// A token of the body, in the order of the file, variations included.
struct PdnElement {
    enum class Kind : std::uint8_t {
        move,
        unknown_move,
        setup,         // its FEN
        number,        // `12`; the dots are `dots`
        ellipsis,      // `...` in the place of a move
        comment,       // without its braces
        line_comment,  // to the end of the line, after ; or %
        nag,           // `12` of $12
        strength,      // `!?`, `(?)`, and `*` behind a move
        open,          // of a variation
        close,
        result,  // inside a variation, `*` too
        junk,
    };
    Kind kind = Kind::junk;
    std::uint8_t dots = 0;
    std::uint32_t at = 0;  // its text in RawGame::text
    std::uint32_t length = 0;
    TextPlace place = {};
};

// `( ... )`: other moves in place of the last one before it.
struct RawVariation {
    static constexpr std::size_t main_line = static_cast<std::size_t>(-1);
    std::size_t parent = main_line;  // in RawGame::variations
    std::size_t after = 0;           // moves of the parent before the bracket
    std::vector<RawMove> moves;
    TextPlace place = {};
};

struct RawGame {
    std::size_t number = 0;  // in the file, from 1
    TextPlace place = {};
    std::vector<GameTag> tags;
    std::vector<RawMove> moves;  // of the main line
    std::vector<RawVariation> variations;
    std::string terminator;  // `1-0`, `*`; empty where there is none
    TextPlace terminator_place = {};
    // The last of `moves` is written as the Result tag is (`4-6` of other counting systems), so it may be the
    // terminator.
    bool last_may_be_result = false;
    std::vector<Diagnostic> diagnostics;
    // False: the file has more of the game, or other text; an error among the diagnostics says what.
    bool whole = true;

    std::vector<PdnElement> elements;
    // Elements before the first tag: comments, and text between two games. They say nothing of this game.
    std::size_t before_tags = 0;
    std::string text;  // of the elements, one after the other

    std::span<const PdnElement> body() const { return std::span{elements}.subspan(before_tags); }
    std::string_view text_of(const PdnElement& element) const {
        return std::string_view{text}.substr(element.at, element.length);
    }
};

}  // namespace damier
