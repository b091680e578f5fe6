#include "formats/pdn_lexer.hpp"

#include <algorithm>

#include "formats/result_text.hpp"

namespace damier {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_name = 256;
constexpr std::size_t longest_value = 1 << 20;
constexpr std::size_t longest_comment = 1 << 16;
constexpr std::size_t longest_junk = 64;
constexpr std::size_t window = 512;  // a move, a result and the end of a tag value are looked for this far

constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_file(int c) { return (c >= 'a' && c <= 'l') || (c >= 'A' && c <= 'L'); }
constexpr bool ends_line(int c) { return c == '\n' || c == '\r' || c < 0; }
constexpr bool is_ascii_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int at(std::string_view text, std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : -1;
}

// Length of one of the forms at the beginning of the text, or 0.
template <std::size_t N>
std::size_t starts_with_any(std::string_view text, const std::string_view (&forms)[N]) {
    for (const std::string_view form : forms) {
        if (text.starts_with(form)) return form.size();
    }
    return 0;
}

// Curly and low quotes, in UTF-8 and in Windows code pages.
std::size_t curly_quote(std::string_view text) {
    static constexpr std::string_view forms[] = {"\xE2\x80\x9C"sv, "\xE2\x80\x9D"sv, "\xE2\x80\x9E"sv,
                                                 "\x93"sv,         "\x94"sv,         "\x84"sv};
    return starts_with_any(text, forms);
}

// No-break spaces and the byte order mark, which some editors leave anywhere.
std::size_t wide_blank(std::string_view text) {
    static constexpr std::string_view forms[] = {"\xC2\xA0"sv, "\xA0"sv, "\xEF\xBB\xBF"sv, "\xE2\x80\xAF"sv,
                                                 "\xE3\x80\x80"sv};
    return starts_with_any(text, forms);
}

std::size_t separator(std::string_view text) {
    static constexpr std::string_view forms[] = {"-"sv,
                                                 "x"sv,
                                                 "X"sv,
                                                 ":"sv,
                                                 "\xE2\x80\x90"sv,
                                                 "\xE2\x80\x91"sv,
                                                 "\xE2\x80\x92"sv,
                                                 "\xE2\x80\x93"sv,
                                                 "\xE2\x80\x94"sv,
                                                 "\xE2\x88\x92"sv,
                                                 "\xC3\x97"sv,
                                                 "\xD1\x85"sv,
                                                 "\xD0\xA5"sv,
                                                 "\x96"sv,
                                                 "\x97"sv,
                                                 "\xD7"sv,
                                                 "\xF5"sv};
    return starts_with_any(text, forms);
}

std::size_t square_end(std::string_view text, std::size_t from) {
    std::size_t end = from;
    if (is_file(at(text, end))) ++end;
    const std::size_t digits = end;
    while (end - digits < 3 && is_digit(at(text, end))) ++end;
    return end == digits || end - digits == 3 ? from : end;
}

std::size_t blanks_end(std::string_view text, std::size_t from) {
    while (from < text.size() && is_ascii_blank(at(text, from))) ++from;
    return from;
}

// Two squares and more with anything between them, blanks too; 0 where there are none.
std::size_t move_length(std::string_view text) {
    std::size_t end = square_end(text, 0);
    if (end == 0) return 0;
    std::size_t squares = 1;
    while (true) {
        std::size_t next = blanks_end(text, end);
        const std::size_t mark = next;
        while (const std::size_t length = separator(text.substr(next))) next += length;
        if (next == mark) {
            next = end;  // c3e5, and nothing between
            if (!is_file(at(text, end)) || !is_file(at(text, 0))) break;
        } else {
            next = blanks_end(text, next);
        }
        const std::size_t after = square_end(text, next);
        // `32-28 - 5. 19-23`: the number of the next move is no square.
        if (after == next || at(text, after) == '.') break;
        end = after;
        ++squares;
    }
    const bool word = is_letter(at(text, end)) || is_digit(at(text, end));
    return squares > 1 && !word ? end : 0;
}

}  // namespace

std::size_t PdnLexer::sequence_length() {
    const int first = source_.peek();
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    bool valid = length > 1 && first < 0xF5;
    for (std::size_t i = 1; valid && i < length; ++i) valid = (source_.peek(i) & ~0x3F) == 0x80;
    if (valid) return length;
    if (not_utf8_.line == 0) not_utf8_ = source_.place();
    return 1;
}

// Moves bytes into the text; what is longer than `most` is skipped.
void PdnLexer::take(std::string& text, std::size_t length, std::size_t most) {
    if (text.size() + length <= most) text.append(source_.ahead(length));
    source_.skip(length);
}

void PdnLexer::skip_blanks() {
    token_.glued = source_.place() != TextPlace{1, 1};
    int ends = 0;
    while (true) {
        const int c = source_.peek();
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
        token_.blank_line = ends > 1;
    }
}

void PdnLexer::skip_line() {
    token_.kind = Kind::comment;
    while (!ends_line(source_.peek())) take(token_.text, sequence_length(), longest_comment);
}

void PdnLexer::braces() {
    token_.kind = Kind::comment;
    source_.skip();
    while (source_.peek() != '}') {
        if (source_.at_end()) {
            token_.fault = "the comment that starts here has no closing brace";
            return;
        }
        take(token_.text, sequence_length(), longest_comment);
    }
    source_.skip();
}

// Is the quote here the end of the value? Quotes inside a value are often not escaped.
bool PdnLexer::closes_value(bool curly, bool in_tag) {
    const std::string_view text = source_.ahead(window);
    const std::size_t length = at(text, 0) == '"' ? 1 : curly ? curly_quote(text) : 0;
    if (length == 0) return false;
    std::size_t next = length;
    while (at(text, next) == ' ' || at(text, next) == '\t') ++next;
    const int c = at(text, next);
    return in_tag ? c == ']' || c == '[' || ends_line(c) : true;
}

void PdnLexer::quoted_value(bool in_tag) {
    const bool curly = source_.peek() != '"';
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
            take(token_.value, 1, longest_value);
            continue;
        }
        const std::size_t length = sequence_length();
        if (token_.value.size() + length > longest_value)
            token_.fault = "the value is longer than a megabyte, the rest is left out";
        take(token_.value, length, longest_value);
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
        take(token_.text, sequence_length(), longest_name);
    }
    if (token_.text.empty()) {
        token_.kind = Kind::junk;
        token_.text = "[";
        while (!ends_line(source_.peek()) && source_.peek() != ']')
            take(token_.text, sequence_length(), longest_junk);
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
            take(token_.value, sequence_length(), longest_value);
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

void PdnLexer::digits() {
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
        take(token_.text, 1, longest_junk);
    }
}

void PdnLexer::single(Kind kind) {
    token_.kind = kind;
    take(token_.text, sequence_length(), longest_junk);
}

void PdnLexer::junk() {
    token_.kind = Kind::junk;
    do {
        take(token_.text, sequence_length(), longest_junk);
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
        token_.blank_line = false;
    };
    restart();
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
    return token_;
}

}  // namespace damier
