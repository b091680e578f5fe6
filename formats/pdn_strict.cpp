#include "formats/pdn_strict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/pdn_forms.hpp"
#include "formats/square_text.hpp"

namespace damier {

namespace {

using namespace pdn_forms;

bool is_identifier(std::string_view text) {
    if (text.empty() || text[0] < 'A' || text[0] > 'Z') return false;
    return std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

std::optional<StrictFault> move_fault(std::string_view text) {
    const std::string shown = quoted(text, text.size());
    const auto any = [&](auto is) { return std::ranges::any_of(text, is); };
    if (any([](char c) { return is_ascii_blank(c); })) {
        return StrictFault{"blank-in-move", fmt::format("{} has a blank inside; expected none", shown)};
    }
    if (!any([](char c) { return !is_digit(c) && !is_file(c); })) {
        return StrictFault{"missing-separator",
                           fmt::format("{} has no separator; expected '-', or 'x' of a capture", shown)};
    }
    if (any([](char c) { return c >= 'A' && c <= 'L'; })) {
        return StrictFault{"capital-letter",
                           fmt::format("{} has a capital letter; expected a small one", shown)};
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '0' && (i == 0 || (!is_digit(text[i - 1]) && !is_letter(text[i - 1])))) {
            return StrictFault{"leading-zero", fmt::format("{} has a zero in front; expected none", shown)};
        }
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        const auto mark = [&](std::size_t j) {
            return !is_digit(text[j]) && !is_letter(text[j]) ? true : text[j] == 'x';
        };
        if (mark(i) && mark(i - 1)) {
            return StrictFault{"wrong-separator", fmt::format("{} has two separators side by side", shown)};
        }
    }
    if (any([](char c) { return !is_digit(c) && !is_letter(c) && c != '-' && c != ':'; })) {
        return StrictFault{"wrong-separator",
                           fmt::format("{} has another separator than '-', 'x' or ':'", shown)};
    }
    return std::nullopt;
}

}  // namespace

std::optional<StrictFault> strict_fault(const PdnToken& token, PdnToken::Kind before) {
    using Kind = PdnToken::Kind;
    const auto shown = [&] { return quoted(token.text, token.text.size()); };
    switch (token.kind) {
        case Kind::tag:
            if (!is_identifier(token.text)) {
                return StrictFault{
                    "bad-tag-name",
                    fmt::format("the tag name {} is not a capital letter and letters, digits or _ "
                                "behind it",
                                shown())};
            }
            if (token.curly)
                return StrictFault{"bad-tag", "the value is in curly quotes; expected straight ones"};
            return std::nullopt;
        case Kind::move:
            return move_fault(token.text);
        case Kind::number:
            if (token.dots == 1 || token.dots == 3) return std::nullopt;
            return StrictFault{"bad-number",
                               fmt::format("the number {} of a move has {} dots; expected 1 or 3",
                                           token.number, token.dots)};
        case Kind::ellipsis:
            return StrictFault{"ellipsis-move",
                               "dots in the place of a move; expected a number such as 1..."};
        case Kind::unknown_move:
            return StrictFault{"unknown-move", "a dash in the place of a move"};
        case Kind::mark:
            if (before == Kind::move && token.glued) return std::nullopt;
            return StrictFault{"strength-apart",
                               fmt::format("{} does not stand directly behind a move", shown())};
        case Kind::comment:
            if (token.style == ';')
                return StrictFault{"semicolon-comment", "a comment after ';'; expected { } or %"};
            return std::nullopt;
        case Kind::result:
            return StrictFault{"wrong-terminator", fmt::format("{} ends the game; expected *", shown())};
        default:
            return std::nullopt;
    }
}

}  // namespace damier
