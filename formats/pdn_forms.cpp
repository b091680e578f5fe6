#include "formats/pdn_forms.hpp"

namespace damier::pdn_forms {

using namespace std::string_view_literals;

namespace {

// Length of one of the forms at the beginning of the text, or 0.
template <std::size_t N>
std::size_t starts_with_any(std::string_view text, const std::string_view (&forms)[N]) {
    for (const std::string_view form : forms) {
        if (text.starts_with(form)) return form.size();
    }
    return 0;
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

}  // namespace

std::size_t blanks_end(std::string_view text, std::size_t from) {
    while (from < text.size() && is_ascii_blank(at(text, from))) ++from;
    return from;
}

std::size_t curly_quote(std::string_view text) {
    static constexpr std::string_view forms[] = {"\xE2\x80\x9C"sv, "\xE2\x80\x9D"sv, "\xE2\x80\x9E"sv,
                                                 "\x93"sv,         "\x94"sv,         "\x84"sv};
    return starts_with_any(text, forms);
}

std::size_t wide_blank(std::string_view text) {
    static constexpr std::string_view forms[] = {"\xC2\xA0"sv, "\xA0"sv, "\xEF\xBB\xBF"sv, "\xE2\x80\xAF"sv,
                                                 "\xE3\x80\x80"sv};
    return starts_with_any(text, forms);
}

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

}  // namespace damier::pdn_forms
