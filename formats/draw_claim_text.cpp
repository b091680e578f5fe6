#include "formats/draw_claim_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <string>

namespace damier {

namespace {

std::string lower(std::string_view text) {
    std::string result{text};
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    return result;
}

bool has(const std::string& text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Of "40 moves", "40-move rule", "16 zetten", "15 ходов": the number, or 0.
int number_of_moves(const std::string& text) {
    for (const std::string_view word : {"move", "zet", "ход", "lance", "coup", "mosse", "ruch"}) {
        for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
            std::size_t end = at;
            while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '-')) --end;
            std::size_t begin = end;
            while (begin > 0 && is_digit(text[begin - 1])) --begin;
            int number = 0;
            const auto read = std::from_chars(text.data() + begin, text.data() + end, number);
            if (read.ec == std::errc{} && number > 0 && number < 1000) return number;
        }
    }
    return 0;
}

bool says_repetition(const std::string& text) {
    return has(text, {"repetition", "repeated position", "threefold", "three-fold", "3-fold",
                      "third occurrence", "herhaling", "повторени", "ripetizione", "repeti", "répétition"});
}

}  // namespace

bool says_claim(std::string_view text) {
    const std::string words = lower(text);
    return has(words, {"claim", "claims", "требует", "réclame"});
}

std::optional<DrawClaim> draw_claim_in(std::string_view text) {
    const std::string words = lower(text);
    if (has(words,
            {"could ", "would ", "may ", "might ", "can ", "not claim", "no claim", "threat", "avoid"}))
        return std::nullopt;
    const bool draw = has(words, {"draw", "remise", "ничь", "empate", "patta", "nulle", "tablas"});
    const bool claim = says_claim(text);
    if (!draw && !claim) return std::nullopt;
    if (says_repetition(words)) return DrawClaim{DrawClaim::Ground::repetition, 0, 0};
    const int moves = number_of_moves(words);
    // "Drawn in 5 moves" is no rule.
    if (moves > 0 && (claim || has(words, {"rule", "regel", "правил", "by "})) &&
        !has(words, {" in " + std::to_string(moves)}))
        return DrawClaim{DrawClaim::Ground::moves, moves, 0};
    if (has(words, {"king moves rule", "kings only", "no progress", "without capture"}))
        return DrawClaim{DrawClaim::Ground::moves, 0, 0};
    if (draw && claim) return DrawClaim{DrawClaim::Ground::any, 0, 0};
    return std::nullopt;
}

}  // namespace damier
