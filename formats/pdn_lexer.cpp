#include "formats/pdn_lexer.hpp"

#include <algorithm>
#include <utility>

#include "formats/pdn_forms.hpp"
#include "formats/result_text.hpp"

namespace damier {

namespace {

using namespace std::string_view_literals;
using namespace pdn_forms;

constexpr std::size_t longest_text = PdnLexer::longest_text;
constexpr std::size_t window = 512;  // a move, a result and the end of a tag value are looked for this far

// Ctrl-Z ends files of DOS.
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && !is_ascii_blank(c) && c != '\x1A'; }

}  // namespace

std::size_t PdnLexer::sequence_length() {
    if (source_.peek() < 0x80) return 1;
    high_ = true;
    // Another encoding may have been named, in which the bytes are single all the same.
    const bool may_be_utf8 = options_.encoding.value_or(Encoding::utf8) == Encoding::utf8;
    if (!may_be_utf8) return 1;
    if (const std::size_t length = utf8_length(source_.ahead(4)); length != 0) return length;
    if (not_utf8_.line == 0) {
        not_utf8_ = source_.place();
        constexpr std::size_t enough = 1 << 16;  // to tell Russian from French
        guess_ = guess_encoding(source_.ahead(enough));
    }
    return 1;
}

// A file in parts may be in two encodings: what is UTF-8 stays what it is.
void PdnLexer::decode(std::string& text) {
    const bool named = options_.encoding.has_value() && *options_.encoding != Encoding::utf8;
    if (!named && is_utf8(text)) return;
    std::string decoded = to_utf8(text, encoding());
    // Those of the file itself can only be UTF-8.
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    token_.undefined = token_.undefined || (decoded.find(replacement) != decoded.npos &&
                                            (named || text.find(replacement) == text.npos));
    text = std::move(decoded);
}

// Moves bytes into the text; what is longer than `most` is skipped.
void PdnLexer::take(std::string& text, std::size_t length, std::size_t most) {
    if (text.size() + length <= most) {
        text.append(source_.ahead(length));
    } else {
        token_.cut = true;
    }
    source_.skip(length);
}

void PdnLexer::first_bytes() {
    started_ = true;
    constexpr std::size_t enough = 4096;
    const std::string_view text = source_.ahead(enough);
    if (source_.utf16()) options_.encoding.reset();
    byte_order_mark_ = text.starts_with("\xEF\xBB\xBF");
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(text, is_control));
    no_text_ = controls * 20 > text.size();
}

// A blank for each control character: no form of PDN has a place for them.
void PdnLexer::clean(std::string& text) {
    for (char& c : text) {
        if (!is_control(c)) continue;
        token_.control = true;
        c = ' ';
    }
}

void PdnLexer::skip_blanks() {
    token_.glued = source_.offset() != 0;
    int ends = 0;
    while (true) {
        const std::string_view text = source_.rest(4);
        std::size_t blanks = 0;
        while (blanks < text.size() && (text[blanks] == ' ' || text[blanks] == '\t')) ++blanks;
        source_.skip_in_line(blanks);
        token_.glued = token_.glued && blanks == 0;
        const int c = at(text, blanks);
        if (blanks > 0 && blanks == text.size()) continue;
        std::size_t length = is_ascii_blank(c) ? 1 : 0;
        if (c >= 0x80) {
            length = wide_blank(source_.ahead(3));
            if (length == 1) sequence_length();  // notes the encoding
        }
        if (length == 0) return;
        const std::size_t line = source_.place().line;
        source_.skip(length);
        ends += source_.place().line != line;
        token_.glued = false;
        token_.new_line = ends > 0;
        token_.blank_line = ends > 1;
    }
}

void PdnLexer::skip_line() {
    token_.kind = Kind::comment;
    token_.style = static_cast<char>(source_.peek());
    source_.skip();
    while (!ends_line(source_.peek())) take(token_.text, sequence_length(), longest_text);
}

void PdnLexer::braces() {
    token_.kind = Kind::comment;
    token_.style = '{';
    source_.skip();
    std::size_t depth = 1;
    while (true) {
        // What needs no thought first.
        const std::string_view text = source_.rest(1);
        std::size_t plain = 0;
        while (plain < text.size()) {
            const int c = at(text, plain);
            if (c == '}' || c == '{' || c == '\n' || c == '\r' || c >= 0x80) break;
            ++plain;
        }
        if (plain > 0) {
            const std::size_t room = longest_text - std::min(token_.text.size(), longest_text);
            token_.cut = token_.cut || plain > room;
            token_.text.append(text.substr(0, std::min(plain, room)));
            source_.skip_in_line(plain);
            continue;
        }
        if (text.empty()) {
            token_.fault = "the comment that starts here has no closing brace";
            return;
        }
        if (text[0] == '{') {
            token_.nested = true;
            ++depth;
        } else if (text[0] == '}' && (!options_.nested_comments || --depth == 0)) {
            source_.skip();
            return;
        }
        take(token_.text, sequence_length(), longest_text);
    }
}

// Is the quote here the end of the value? Quotes inside a value are often not escaped.
bool PdnLexer::closes_value(bool curly, bool in_tag) {
    const std::string_view text = source_.ahead(window);
    const std::size_t length = at(text, 0) == '"' ? 1 : curly ? curly_quote(text) : 0;
    if (length == 0) return false;
    std::size_t next = length;
    while (true) {
        const bool blank = at(text, next) == ' ' || at(text, next) == '\t';
        const std::size_t width = blank ? 1 : wide_blank(text.substr(std::min(next, text.size())));
        if (width == 0) break;
        next += width;
    }
    const int c = at(text, next);
    return in_tag ? c == ']' || c == '[' || ends_line(c) : true;
}

void PdnLexer::quoted_value(bool in_tag) {
    const bool curly = source_.peek() != '"';
    token_.curly = curly;
    sequence_length();  // notes the encoding, as below
    source_.skip(curly ? curly_quote(source_.ahead(3)) : 1);
    token_.value_place = source_.place();
    while (true) {
        const int c = source_.peek();
        if (c < 0) {
            token_.fault = "the value has no closing quote";
            return;
        }
        if (ends_line(c)) {
            // A value over two lines, or one without its quote?
            const std::string_view text = source_.ahead(window);
            const std::size_t quote = text.find('"');
            if (quote == text.npos || quote > std::min(text.find('['), text.find('\n', 2))) {
                token_.fault = "the value has no closing quote";
                return;
            }
            token_.value += ' ';
            const std::size_t line = source_.place().line;
            while (source_.place().line == line) source_.skip();
            continue;
        }
        if ((c == '"' || c >= 0x80) && closes_value(curly, in_tag)) {
            sequence_length();
            source_.skip(c == '"' ? 1 : curly_quote(source_.ahead(3)));
            return;
        }
        if (c == '\\' && (source_.peek(1) == '\\' || source_.peek(1) == '"')) {
            // A path at the end of a value: [FILENAME "C:\games\"].
            const bool path = source_.peek(1) == '"' && source_.peek(2) == ']' && ends_line(source_.peek(3));
            if (!path) source_.skip();
            take(token_.value, 1, longest_text);
            continue;
        }
        const std::size_t length = sequence_length();
        take(token_.value, length, longest_text);
    }
}

void PdnLexer::tag() {
    token_.kind = Kind::tag;
    source_.skip();
    const auto blanks = [&] {
        while (source_.peek() == ' ' || source_.peek() == '\t' || wide_blank(source_.ahead(3)) != 0) {
            source_.skip(sequence_length());
        }
    };
    blanks();
    while (
        is_letter(source_.peek()) || is_digit(source_.peek()) || source_.peek() == '_' ||
        (source_.peek() >= 0x80 && curly_quote(source_.ahead(3)) == 0 && wide_blank(source_.ahead(3)) == 0)) {
        take(token_.text, sequence_length(), longest_text);
    }
    if (token_.text.empty()) {
        token_.kind = Kind::junk;
        token_.text = "[";
        while (!ends_line(source_.peek()) && source_.peek() != ']')
            take(token_.text, sequence_length(), longest_text);
        if (source_.peek() == ']') source_.skip();
        return;
    }
    blanks();
    if (source_.peek() == '"' || (source_.peek() >= 0x80 && curly_quote(source_.ahead(3)) != 0)) {
        quoted_value(true);
    } else {
        token_.fault = "the value is not in quotes";
        token_.value_place = source_.place();
        while (!ends_line(source_.peek()) && source_.peek() != ']')
            take(token_.value, sequence_length(), longest_text);
        while (!token_.value.empty() && is_ascii_blank(token_.value.back())) token_.value.pop_back();
    }
    blanks();
    if (source_.peek() == ']') {
        source_.skip();
    } else if (token_.fault.empty()) {
        token_.fault = "the tag has no closing bracket";
    }
}

// /FEN "W:W31:B1"/
void PdnLexer::setup() {
    const std::string_view text = source_.ahead(window);
    const std::size_t quote = blanks_end(text, 4);
    if (!text.starts_with("/FEN") || at(text, quote) != '"') return single(Kind::junk);
    source_.skip(quote);
    token_.kind = Kind::setup;
    quoted_value(false);
    while (source_.peek() == ' ') source_.skip();
    if (source_.peek() == '/') source_.skip();
}

bool PdnLexer::move() {
    const std::size_t length = move_length(source_.ahead(window));
    if (length == 0) return false;
    token_.kind = Kind::move;
    take(token_.text, length, window);
    return true;
}

// `12.`, `32-28` and `28x19x10` with blanks around them: nearly everything in nearly every file. What could
// be anything else is left to the others.
bool PdnLexer::plain_token() {
    const std::string_view text = source_.rest(window);
    std::size_t end = 0;
    int squares = 0;
    while (true) {
        const std::size_t first = end;
        while (end - first < 2 && is_digit(at(text, end))) ++end;
        if (end == first) return false;
        // Results are made of 0, 1 and 2, and squares with a zero in front look like them.
        if (text[first] == '0') return false;
        const bool small = end == first + 1 && text[first] <= '2';
        const int next = at(text, end);
        if (squares == 0 && next == '.') {
            const int after = at(text, end + 1);
            if (is_digit(after) || after == '.' || after < 0 || after >= 0x80) return false;
            token_.kind = Kind::number;
            token_.text.assign(text.substr(0, end));
            for (const char c : token_.text) token_.number = token_.number * 10 + (c - '0');
            token_.dots = 1;
            source_.skip_in_line(end + 1);
            return true;
        }
        ++squares;
        if (next == '-' || next == 'x' || next == ':') {
            if (squares == 1 && small) return false;
            ++end;
            continue;
        }
        if (squares < 2 || (next != ' ' && next != '\n' && next != '\r')) return false;
        const int after = at(text, end + 1);  // of a blank: `32-28 - 5. ...`
        if (!is_digit(after) && !is_ascii_blank(after) && after != '{' && after != '(' && after != '[')
            return false;
        if (is_ascii_blank(after) && !ends_line(after) && next == ' ') return false;
        token_.kind = Kind::move;
        token_.text.assign(text.substr(0, end));
        source_.skip_in_line(end);
        return true;
    }
}

void PdnLexer::digits() {
    if (plain_token()) return;
    if (const std::size_t length = result_length(source_.ahead(64))) {
        token_.kind = Kind::result;
        return take(token_.text, length, 64);
    }
    if (move()) return;
    std::size_t count = 0;
    while (count < 16 && is_digit(source_.peek(count))) ++count;
    const int after = source_.peek(count);
    if (count == 16 || is_letter(after)) return junk();
    const bool dotted = after == '.' || source_.ahead(count + 3).substr(count).starts_with("\xE2\x80\xA6");
    // PDN 1 wrote 3228 for 32-28.
    token_.kind = count == 4 && !dotted ? Kind::move : Kind::number;
    take(token_.text, count, window);
    if (token_.kind == Kind::move) return;
    for (const char c : token_.text) token_.number = std::min(token_.number * 10 + (c - '0'), 1'000'000L);
    while (true) {
        const bool one = source_.peek() == '.';
        const bool three = !one && source_.ahead(3).starts_with("\xE2\x80\xA6");
        if (!one && !three) return;
        token_.dots = std::min(token_.dots + (one ? 1 : 3), 1000);
        source_.skip(one ? 1 : 3);
    }
}

// A variation, or (?) as a mark.
void PdnLexer::parenthesis() {
    const std::string_view text = source_.ahead(window);
    std::size_t end = 1;
    while (at(text, end) == '!' || at(text, end) == '?') ++end;
    if (end == 1 || at(text, end) != ')') return single(Kind::open);
    token_.kind = Kind::mark;
    take(token_.text, end + 1, window);
}

void PdnLexer::run(Kind kind, std::string_view characters) {
    token_.kind = kind;
    while (!source_.at_end() && characters.find(static_cast<char>(source_.peek())) != characters.npos) {
        take(token_.text, 1, longest_text);
    }
}

void PdnLexer::single(Kind kind) {
    token_.kind = kind;
    take(token_.text, sequence_length(), longest_text);
}

void PdnLexer::junk() {
    token_.kind = Kind::junk;
    do {
        take(token_.text, sequence_length(), longest_text);
        const int c = source_.peek();
        if (c < 0 || is_ascii_blank(c) || "[](){};\""sv.find(static_cast<char>(c)) != std::string_view::npos)
            return;
    } while (true);
}

const PdnToken& PdnLexer::next() {
    const auto restart = [&] {
        token_.text.clear();
        token_.value.clear();
        token_.fault.clear();
        token_.number = 0;
        token_.dots = 0;
        token_.new_line = false;
        token_.blank_line = false;
        token_.style = 0;
        token_.cut = false;
        token_.control = false;
        token_.undefined = false;
        token_.nested = false;
        token_.curly = false;
        high_ = false;
    };
    restart();
    if (!started_) first_bytes();
    skip_blanks();
    token_.place = source_.place();
    token_.value_place = token_.place;
    const int c = source_.peek();
    if (c < 0) {
        token_.kind = Kind::end;
    } else if (is_digit(c)) {
        digits();
    } else if (c == '[') {
        tag();
    } else if (c == '{') {
        braces();
    } else if (c == ';' || (c == '%' && !token_.glued)) {
        skip_line();
    } else if (c == '(') {
        parenthesis();
    } else if (c == ')') {
        single(Kind::close);
    } else if (c == '*') {
        single(Kind::star);
    } else if (c == '!' || c == '?') {
        run(Kind::mark, "!?");
    } else if (c == '$' && is_digit(source_.peek(1))) {
        source_.skip();
        run(Kind::nag, "0123456789");
    } else if (c == '.') {
        run(Kind::ellipsis, ".");
        if (token_.text.size() == 1) token_.kind = Kind::junk;
    } else if (c == '/') {
        setup();
    } else if (c == '-' && (source_.peek(1) == '-' || (source_.peek(1) == ' ' && source_.peek(2) == '-'))) {
        run(Kind::unknown_move, "- ");
        token_.text = "- -";
    } else if (is_file(c) && is_digit(source_.peek(1))) {
        if (!move()) junk();
    } else if (source_.ahead(3).starts_with("\xE2\x80\xA6")) {
        single(Kind::ellipsis);
    } else if (c >= 0x80 && result_length(source_.ahead(64)) != 0) {
        token_.kind = Kind::result;
        take(token_.text, result_length(source_.ahead(64)), 64);
    } else {
        junk();
    }
    if (high_ && token_.kind != Kind::move) {
        decode(token_.text);
        decode(token_.value);
    }
    const bool may_hold_any = token_.kind == Kind::comment || token_.kind == Kind::junk;
    if (may_hold_any || token_.kind == Kind::tag || token_.kind == Kind::setup) {
        clean(token_.text);
        clean(token_.value);
    }
    return token_;
}

}  // namespace damier
