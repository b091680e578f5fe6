// Reads the games of a PDN file one by one, whatever state it is in: a bad game costs that game, never the
// file. Nothing that a game says is lost: see RawGame. The codes of its diagnostics are in
// docs/diagnostics.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/pdn_lexer.hpp"
#include "formats/raw_game.hpp"

namespace damier {

struct PdnOptions {
    LexerOptions lexer = {};
    // What the grammar for writing of PDN 3.0 does not allow is an error.
    bool strict = false;
};

class PdnReader {
public:
    explicit PdnReader(std::istream& in, PdnOptions options = {})
        : lexer_{in, options.lexer}, options_{options} {}

    // False at the end of the file. Memory is that of one game. The memory of `game` is used again.
    bool next(RawGame& game);

    // Has the operating system refused to read? Then the end is not the end of the file.
    bool failed() const { return lexer_.failed(); }
    // What the text has been taken for so far.
    Encoding encoding() const { return lexer_.encoding(); }
    // After the last game: comments that belong to no game, and what is wrong with the text behind it; its
    // number is that of the last game.
    const RawGame& rest() const { return game_; }

    static constexpr std::size_t most_tags = 1000;
    static constexpr std::size_t most_plies = 20'000;
    static constexpr std::size_t most_variations = 20'000;
    static constexpr std::size_t most_elements = 200'000;
    static constexpr std::size_t most_text = 1 << 26;  // bytes of all elements

private:
    enum class Step { goes_on, ends_before, ends_after };

    Step take(const PdnToken& token);
    Step take_tag(const PdnToken& token);
    Step take_star(const PdnToken& token);
    Step take_result(const PdnToken& token);
    bool star_ends_game(const PdnToken& next) const;
    void explain_star(bool ends_game);
    void add_move(RawMove::Kind kind, const PdnToken& token);
    void take_number(const PdnToken& token);
    void open(const PdnToken& token);
    void close(const PdnToken& token);
    void keep(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots = 0);
    void note_encoding();
    bool started() const { return !game_.tags.empty() || body_; }
    void begin(const PdnToken& token);
    void finish(RawGame& game);
    void clear();
    void too_long(std::string message, TextPlace place);
    void note(Severity severity, std::string_view code, std::string message, TextPlace place);

    PdnLexer lexer_;
    PdnOptions options_;
    const PdnToken* held_ = nullptr;  // belongs to the next game
    std::size_t games_ = 0;

    RawGame game_;
    bool body_ = false;              // something of the moves has been read
    std::size_t depth_ = 0;          // of variations
    std::size_t skipped_depth_ = 0;  // of them, the innermost that are not kept
    std::size_t line_ = RawVariation::main_line;
    TextPlace opened_ = {};  // the outermost variation
    long last_number_ = 0;   // of a move
    bool star_ = false;      // a `*` that the next token will explain
    bool star_glued_ = false;
    std::size_t star_element_ = 0;
    TextPlace star_place_ = {};
    bool after_move_ = false;  // the token before was a move
    bool told_too_long_ = false;
    bool encoding_noted_ = false;
    bool start_noted_ = false;
};

}  // namespace damier
