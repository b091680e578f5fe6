// The shapes that the lexer looks for at the beginning of a text. Bytes are ints, -1 where the text has
// ended.
#pragma once

#include <cstddef>
#include <string_view>

namespace damier::pdn_forms {

constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_file(int c) { return (c >= 'a' && c <= 'l') || (c >= 'A' && c <= 'L'); }
constexpr bool ends_line(int c) { return c == '\n' || c == '\r' || c < 0; }
constexpr bool is_ascii_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr int at(std::string_view text, std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : -1;
}

// The first place from `from` on that is no blank.
std::size_t blanks_end(std::string_view text, std::size_t from);

// Lengths at the beginning of the text, 0 where there is none.

// Curly and low quotes, in UTF-8 and in Windows code pages.
std::size_t curly_quote(std::string_view text);
// No-break spaces and the byte order mark, which some editors leave anywhere.
std::size_t wide_blank(std::string_view text);
// Two squares and more with anything between them, blanks too.
std::size_t move_length(std::string_view text);

}  // namespace damier::pdn_forms
