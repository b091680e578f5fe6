#include "formats/result_text.hpp"

#include <string>

namespace damier {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

constexpr std::string_view half_utf8 = "\xC2\xBD";
constexpr std::string_view half_latin1 = "\xBD";
constexpr std::string_view en_dash = "\xE2\x80\x93";

std::size_t digits(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
}

// One side of a result.
struct Score {
    std::size_t end = 0;
    int value = -1;      // of a plain number below 1000
    bool plain = false;  // digits only: may be a square
    bool fraction = false;
};

std::size_t half(std::string_view text) {
    for (const std::string_view form : {std::string_view{"1/2"}, half_utf8, half_latin1}) {
        if (text.starts_with(form)) return form.size();
    }
    return 0;
}

Score score(std::string_view text, std::size_t at) {
    if (const std::size_t length = half(text.substr(at))) return {at + length, -1, false, true};
    const std::size_t whole = digits(text, at);
    if (whole == 0 || whole > 3) return {};
    Score read{at + whole, 0, true, false};
    for (std::size_t i = at; i < read.end; ++i) read.value = 10 * read.value + (text[i] - '0');
    if (read.end + 1 < text.size() && text[read.end] == '.' && is_digit(text[read.end + 1])) {  // 0.98
        return {read.end + 1 + digits(text, read.end + 1), -1, false, false};
    }
    // 1 1/2: only with 1, since `23 1/2-1/2` is a move number without its full stop.
    std::size_t next = read.end;
    while (next < text.size() && is_blank(text[next])) ++next;
    if (read.value == 1 && next < text.size()) {
        if (const std::size_t length = half(text.substr(next))) return {next + length, -1, false, true};
    }
    if (read.end < text.size() && text[read.end] == '+') return {read.end + 1, -1, false, false};
    return read;
}

// `1-` of a plus draw, "1+ - 1-".
Score with_minus(std::string_view text, Score read) {
    if (read.plain && read.value == 1 && read.end < text.size() && text[read.end] == '-') {
        return {read.end + 1, -1, false, false};
    }
    return {};
}

std::size_t dash(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_blank(text[end])) ++end;
    if (text.substr(end).starts_with(en_dash)) {
        end += en_dash.size();
    } else if (end < text.size() && (text[end] == '-' || text[end] == '\x96')) {
        ++end;
    } else {
        return at;
    }
    while (end < text.size() && is_blank(text[end])) ++end;
    return end;
}

// Nothing may follow that would make it part of a move or of a word.
bool ends_here(std::string_view text, std::size_t at) {
    if (at >= text.size()) return true;
    const char c = text[at];
    if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == ':' || c == '/')
        return false;
    return c != '.' || at + 1 == text.size() || !is_digit(text[at + 1]);
}

std::size_t plus_draw(std::string_view text) {
    for (const bool plus_first : {true, false}) {
        const Score first = plus_first ? score(text, 0) : with_minus(text, score(text, 0));
        if (first.end == 0 || text[first.end - 1] != (plus_first ? '+' : '-')) continue;
        const std::size_t middle = dash(text, first.end);
        if (middle == first.end) continue;
        const Score second = plus_first ? with_minus(text, score(text, middle)) : score(text, middle);
        if (second.end == 0 || text[second.end - 1] != (plus_first ? '-' : '+')) continue;
        if (ends_here(text, second.end)) return second.end;
    }
    return 0;
}

std::string without_blanks(std::string_view text) {
    std::string rest;
    for (const char c : text) {
        if (!is_blank(c)) rest += c;
    }
    for (const std::string_view form : {en_dash, std::string_view{"\x96"}}) {
        if (const auto at = rest.find(form); at != std::string::npos) rest.replace(at, form.size(), "-");
    }
    for (const std::string_view form : {half_utf8, half_latin1}) {
        for (auto at = rest.find(form); at != std::string::npos; at = rest.find(form)) {
            rest.replace(at, form.size(), "1/2");
        }
    }
    return rest;
}

}  // namespace

std::size_t result_length(std::string_view text) {
    if (const std::size_t length = plus_draw(text)) return length;
    const Score first = score(text, 0);
    if (first.end == 0) return 0;
    const std::size_t middle = dash(text, first.end);
    if (middle == first.end) return 0;
    const Score second = score(text, middle);
    if (second.end == 0 || !ends_here(text, second.end)) return 0;
    if (first.plain && second.plain) {
        const bool never_a_move =
            first.value == 0 || second.value == 0 || (first.value == 1 && second.value == 1);
        return never_a_move ? second.end : 0;
    }
    // 1.32-28 is move number 1 and a move; 0-1/2 is no result of any system.
    const bool alike = first.plain == second.plain && first.fraction == second.fraction;
    return alike ? second.end : 0;
}

GameResult parse_result(std::string_view text, const Rules& rules) {
    const std::string plain = without_blanks(text);
    const bool black_first = rules.first_player_result_first && rules.first == Color::black;
    const GameResult first = black_first ? GameResult::black_wins : GameResult::white_wins;
    const GameResult second = black_first ? GameResult::white_wins : GameResult::black_wins;
    if (plain == "1-0" || plain == "2-0") return first;
    if (plain == "0-1" || plain == "0-2") return second;
    if (plain == "0-0") return GameResult::both_lose;
    for (const std::string_view draw : {"1/2-1/2", "1-1", "0.5-0.5", "1+-1-", "1--1+", "1/2"}) {
        if (plain == draw) return GameResult::draw;
    }
    return GameResult::unknown;
}

std::string_view result_text(GameResult result, const Rules& rules) {
    const bool black_first = rules.first_player_result_first && rules.first == Color::black;
    switch (result) {
        case GameResult::white_wins:
            return black_first ? (rules.two_point_results ? "0-2" : "0-1")
                               : (rules.two_point_results ? "2-0" : "1-0");
        case GameResult::black_wins:
            return black_first ? (rules.two_point_results ? "2-0" : "1-0")
                               : (rules.two_point_results ? "0-2" : "0-1");
        case GameResult::draw:
            return rules.two_point_results ? "1-1" : "1/2-1/2";
        case GameResult::both_lose:
            return "0-0";
        case GameResult::unknown:
            break;
    }
    return "*";
}

}  // namespace damier
