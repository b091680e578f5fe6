// Splits a game file into tokens, tolerant of everything: what it cannot read is a token of junk. Memory is
// bounded whatever the input; nothing recurses. Texts are UTF-8 whatever the file is, but for moves, which
// keep their bytes.
#pragma once

#include <optional>
#include <string>

#include "formats/pdn_source.hpp"
#include "formats/text_encoding.hpp"

namespace damier {

struct PdnToken {
    enum class Kind {
        end,
        tag,           // text: its name; value
        move,          // two squares and more
        number,        // of a move: `12.`, `12...`, `12`
        ellipsis,      // `...` in the place of a move
        unknown_move,  // `-` or `- -` in the place of a move
        result,        // `1-0` and the like
        star,          // `*`: the end of a game, or a mark of the move before
        setup,         // /FEN "..."/: value
        open,          // of a variation
        close,
        comment,  // in braces or to the end of the line
        mark,     // `!?`, `(?)`
        nag,      // `$12`
        junk,
    };
    Kind kind = Kind::end;
    std::string text;
    std::string value;
    TextPlace place = {};
    TextPlace value_place = {};
    long number = 0;          // of Kind::number, at most a million
    int dots = 0;             // behind the number
    bool glued = false;       // no blank before it
    bool new_line = false;    // the end of a line before it
    bool blank_line = false;  // an empty line before it
    char style = 0;           // of a comment: '{', ';' or '%'
    // A fault inside the token that could be mended: a message, or empty.
    std::string fault;
    bool cut = false;        // it is longer than PdnLexer::longest_text; the rest is left out
    bool control = false;    // blanks stand for control characters of the file
    bool undefined = false;  // U+FFFD stands for bytes that the encoding does not have
    bool nested = false;     // an opening brace within a comment
    bool curly = false;      // the quotes of the value
};

struct LexerOptions {
    std::optional<Encoding> encoding = {};  // nothing: told from the bytes
    bool nested_comments = false;           // braces within comments are counted; PDN has no such comments
};

class PdnLexer {
public:
    static constexpr std::size_t longest_text = 1 << 24;  // bytes of a token

    explicit PdnLexer(std::istream& in, LexerOptions options = {}) : source_{in}, options_{options} {}

    // The token is valid until the next call.
    const PdnToken& next();

    bool failed() const { return source_.failed(); }

    // The first byte that is not UTF-8: line 0 while there is none.
    TextPlace not_utf8() const { return not_utf8_; }
    // What the bytes that are not UTF-8 are taken for.
    Encoding encoding() const { return options_.encoding.value_or(guess_); }
    bool byte_order_mark() const { return byte_order_mark_; }
    bool utf16() const { return source_.utf16(); }
    // So many control characters at the beginning that the file is none of text.
    bool no_text() const { return no_text_; }

private:
    using Kind = PdnToken::Kind;

    std::size_t sequence_length();  // of the UTF-8 sequence or single byte here
    void first_bytes();
    void decode(std::string& text);
    void clean(std::string& text);
    void skip_blanks();
    void skip_line();
    void braces();
    void tag();
    void quoted_value(bool in_tag);
    bool closes_value(bool curly, bool in_tag);
    void setup();
    void digits();
    bool move();
    bool plain_token();
    void parenthesis();
    void run(Kind kind, std::string_view characters);
    void junk();
    void single(Kind kind);
    void take(std::string& text, std::size_t length, std::size_t most);

    PdnSource source_;
    LexerOptions options_;
    PdnToken token_;
    TextPlace not_utf8_ = {};
    Encoding guess_ = Encoding::utf8;
    bool started_ = false;
    bool byte_order_mark_ = false;
    bool no_text_ = false;
    bool high_ = false;  // the token has a byte that is not ASCII
};

}  // namespace damier
