// Reads the games of a PDN file one by one, whatever state it is in: a bad game costs that game, never the
// file. Nothing that a game says is lost: see RawGame. The codes of its diagnostics are in
// docs/diagnostics.md.
//
// A game ends with its result, or where the next one starts. What stands behind the result on the same line
// belongs to it; text on the lines below belongs to the next game, or to rest().
#pragma once

#include <cstddef>
#include <deque>
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
    // After the last game: text that belongs to no game, and what is wrong with it or with the file as a
    // whole, such as that there is no game in it; its number is that of the last game.
    const RawGame& rest() const { return game_; }

    // What a game may have, so that memory is bounded.
    static constexpr std::size_t most_tags = 10'000;
    static constexpr std::size_t most_plies = 20'000;  // in a line
    static constexpr std::size_t most_elements = 1'000'000;
    static constexpr std::size_t most_text = 2 * PdnLexer::longest_text;  // bytes of all tags and elements

private:
    enum class Step { goes_on, ends_before, ends_after };

    const PdnToken& next_token();
    const PdnToken& ahead(std::size_t distance);
    Step read(const PdnToken& token);
    void read_line_end();
    Step take(const PdnToken& token);
    bool begins_next(const PdnToken& token) const;
    bool has_tag(std::string_view name) const;
    void take_tag(const PdnToken& token);
    void text_before_tags();
    Step take_star(const PdnToken& token);
    Step take_result(const PdnToken& token);
    bool star_ends_game(bool glued);
    void tell_faults(const PdnToken& token);
    void add_move(RawMove::Kind kind, const PdnToken& token);
    void take_number(const PdnToken& token);
    void open(const PdnToken& token);
    void close(const PdnToken& token);
    bool keep(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots = 0);
    void push(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots = 0);
    void fill_up(std::string message, TextPlace place);
    void note_encoding();
    bool started() const { return !game_.tags.empty() || body_; }
    void begin(const PdnToken& token);
    void finish(RawGame& game);
    void finish_file();
    void clear();
    void damage(std::string_view code, std::string message, TextPlace place);
    void note(Severity severity, std::string_view code, std::string message, TextPlace place);

    PdnLexer lexer_;
    PdnOptions options_;
    std::deque<PdnToken> ahead_;      // read before their turn
    PdnToken token_;                  // one of them, when it is its turn
    const PdnToken* held_ = nullptr;  // belongs to the next game
    std::size_t games_ = 0;
    bool blank_ = true;  // nothing has been read
    bool finished_ = false;

    RawGame game_;
    bool body_ = false;         // something of the moves has been read
    bool full_ = false;         // no more is kept
    std::size_t tag_text_ = 0;  // bytes of the tags
    std::size_t depth_ = 0;     // of variations
    std::size_t line_ = RawVariation::main_line;
    TextPlace opened_ = {};                        // the outermost variation
    long last_number_ = 0;                         // of a move
    PdnToken::Kind before_ = PdnToken::Kind::end;  // the token before
    bool encoding_noted_ = false;
    bool start_noted_ = false;
};

}  // namespace damier
