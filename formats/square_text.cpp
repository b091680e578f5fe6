#include "formats/square_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

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

SquareTable::SquareTable(const BoardShape& shape) {
    by_number_.fill(no_square);
    for (auto& ranks : by_place_) ranks.fill(no_square);
    for (int i = 0; i < shape.squares(); ++i) {
        by_number_[static_cast<std::size_t>(shape.number(square(i)))] = square(i);
        const std::string place = shape.algebraic(square(i));
        const auto file = static_cast<std::size_t>(place[0] - 'a');
        by_place_[file][static_cast<std::size_t>(std::stoi(place.substr(1)))] = square(i);
    }
}

Square SquareTable::read(std::string_view text) const {
    std::size_t at = 0;
    std::size_t file = 26;
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') file = static_cast<std::size_t>(text[0] - 'a');
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') file = static_cast<std::size_t>(text[0] - 'A');
    if (file < 26) ++at;
    std::size_t number = 0;
    if (at == text.size() || text.size() - at > 4) return no_square;
    for (; at < text.size(); ++at) {
        if (text[at] < '0' || text[at] > '9') return no_square;
        number = number * 10 + static_cast<std::size_t>(text[at] - '0');
    }
    if (file < 26) return number < by_place_[file].size() ? by_place_[file][number] : no_square;
    return number < by_number_.size() ? by_number_[number] : no_square;
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
