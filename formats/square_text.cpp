#include "formats/square_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace damier {

std::string square_text(const BoardShape& shape, Notation notation, Square s) {
    return notation == Notation::numeric ? std::to_string(shape.number(s)) : shape.algebraic(s);
}

std::optional<Square> read_square(const BoardShape& shape, std::string_view text) {
    if (text.empty()) return std::nullopt;
    if (text[0] < '0' || text[0] > '9') return shape.from_algebraic(text);
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
    return shape.from_number(number);
}

std::string squares_of(const BoardShape& shape) {
    return fmt::format("1-{} or a1-{}{}", shape.squares(), static_cast<char>('a' + shape.width - 1),
                       shape.height);
}

std::string quoted(std::string_view text, std::size_t length) {
    if (text.empty()) return "the end";
    constexpr std::size_t longest = 24;
    const bool cut = length > longest;
    text = text.substr(0, std::min(length, longest));
    std::string shown = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f) {
            shown += fmt::format("\\x{:02X}", byte);
        } else {
            shown += c;
        }
    }
    return shown + (cut ? "...\"" : "\"");
}

}  // namespace damier
