#include "formats/fen_counters.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace damier {

namespace {

constexpr int largest = 100'000;  // plies or moves; no game is so long

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

tl::unexpected<Error> wrong(std::size_t at, std::string_view what) {
    return fail(ErrorKind::bad_input, std::string{what}, {1, at + 1});
}

// The number at `at`, which moves behind it.
Result<int> number(std::string_view text, std::size_t& at, char letter) {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    if (at == first) return wrong(first, fmt::format("the counter {} has no number", letter));
    int value = 0;
    const auto read = std::from_chars(text.data() + first, text.data() + at, value);
    if (read.ec != std::errc{} || value > largest)
        return wrong(first, fmt::format("the counter {} is larger than {}", letter, largest));
    return value;
}

// `H7`, `F31`, `+0+2`, any of them one behind the other.
Result<void> counters_at(std::string_view text, std::size_t& at, FenCounters& counters, bool& king_moves) {
    const char letter = text[at];
    const std::size_t start = at++;
    const Result<int> value = number(text, at, letter);
    if (!value) return fail(value.error());
    if (letter == '+') {  // Frisian: moves of each side's king; part of the rules of movement
        if (at >= text.size() || text[at] != '+') return wrong(at, "king moves are written as in +0+2");
        ++at;
        const Result<int> second = number(text, at, letter);
        if (!second) return fail(second.error());
        if (king_moves) return wrong(start, "the counter + is given twice");
        king_moves = true;
        return {};
    }
    std::optional<int>& counter = letter == 'H' ? counters.draw_plies : counters.full_move;
    if (counter) return wrong(start, fmt::format("the counter {} is given twice", letter));
    if (letter == 'F' && *value == 0) return wrong(start, "moves are numbered from 1");
    counter = *value;
    return {};
}

}  // namespace

Result<FenCounters> parse_fen_counters(std::string_view fen) {
    FenCounters counters;
    bool king_moves = false;
    for (std::size_t at = 0; at < fen.size(); ++at) {
        if (fen[at] != ':') continue;
        std::size_t next = at + 1;
        while (next < fen.size() && is_blank(fen[next])) ++next;
        while (next < fen.size() && (fen[next] == 'H' || fen[next] == 'F' || fen[next] == '+')) {
            if (const auto read = counters_at(fen, next, counters, king_moves); !read)
                return fail(read.error());
            at = next - 1;
        }
    }
    return counters;
}

Result<EarlierPlies> earlier_plies(const FenCounters& counters, Color to_move, Color first_player) {
    EarlierPlies earlier;
    earlier.counted = counters.draw_plies;
    if (counters.full_move)
        earlier.at_most = 2 * (*counters.full_move - 1) + (to_move == first_player ? 0 : 1);
    if (earlier.counted && earlier.at_most && *earlier.counted > *earlier.at_most) {
        return fail(
            ErrorKind::bad_input,
            fmt::format("the FEN counts {} plies (H) before a position that {} were played before (F{})",
                        *earlier.counted, *earlier.at_most, *counters.full_move));
    }
    return earlier;
}

}  // namespace damier
