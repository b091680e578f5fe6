// Reads the games of a PDN file one by one, whatever state it is in: a bad game costs that game, never the
// file. Only the main line is kept; comments, variations and marks are skipped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/pdn_lexer.hpp"
#include "rules/game_record.hpp"

namespace damier {

// Codes of the diagnostics of the reader:
//   bad-tag, bad-comment   mended: something is missing or too long
//   bad-variation          a bracket without its partner
//   junk                   text that is no PDN
//   no-terminator          the game has moves or tags, and then the next game or the end of the file
//   stray-terminator       a result where no game is
//   encoding               the first byte of the file that is not UTF-8
//   too-long               a game with more tags or plies than are kept

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

struct RawGame {
    std::size_t number = 0;  // in the file, from 1
    TextPlace place = {};
    std::vector<GameTag> tags;
    std::vector<RawMove> moves;
    std::string terminator;  // `1-0`, `*`; empty where there is none
    TextPlace terminator_place = {};
    // The last of `moves` is written as the Result tag is (`4-6` of other counting systems), so it may be the
    // terminator.
    bool last_may_be_result = false;
    std::vector<Diagnostic> diagnostics;
};

class PdnReader {
public:
    explicit PdnReader(std::istream& in) : lexer_{in} {}

    // False at the end of the file. Memory is that of one game.
    bool next(RawGame& game);

    // Has the operating system refused to read? Then the end is not the end of the file.
    bool failed() const { return lexer_.failed(); }

    static constexpr std::size_t most_tags = 1000;
    static constexpr std::size_t most_plies = 20'000;

private:
    enum class Step { goes_on, ends_before, ends_after };

    Step take(const PdnToken& token);
    Step take_tag(const PdnToken& token);
    Step take_star(const PdnToken& token);
    bool star_ends_game(const PdnToken& next) const;
    void add_move(RawMove::Kind kind, const PdnToken& token);
    void take_number(const PdnToken& token);
    bool started() const { return !game_.tags.empty() || body_; }
    void begin(const PdnToken& token);
    void finish(RawGame& game);
    void note(Severity severity, std::string_view code, std::string message, TextPlace place);

    PdnLexer lexer_;
    const PdnToken* held_ = nullptr;  // belongs to the next game
    std::size_t games_ = 0;

    RawGame game_;
    bool body_ = false;      // something of the moves has been read
    std::size_t depth_ = 0;  // of variations
    TextPlace opened_ = {};  // the outermost variation
    long last_number_ = 0;   // of a move
    bool star_ = false;      // a `*` that the next token will explain
    bool star_glued_ = false;
    TextPlace star_place_ = {};
    bool encoding_noted_ = false;
};

}  // namespace damier
