#include "formats/notation.hpp"

#include <fmt/format.h>

#include <utility>

namespace damier {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Length of a square at `at`, or 0. Letters that no file has are separators.
std::size_t square_length(std::string_view text, std::size_t at) {
    std::size_t end = at;
    if (end < text.size() && is_letter(text[end])) ++end;
    const std::size_t digits = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end == digits ? 0 : end - at;
}

// Hyphens, x, colon, blanks, and whatever is not ASCII: dashes, the times sign and the Cyrillic x of all
// encodings.
std::size_t separator_length(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size()) {
        const bool outside_ascii = static_cast<unsigned char>(text[end]) >= 0x80;
        if (!outside_ascii && std::string_view{"-xX:* \t\r\n"}.find(text[end]) == std::string_view::npos)
            break;
        ++end;
    }
    return end - at;
}

}  // namespace

Result<SquareList> parse_squares(const BoardShape& shape, std::string_view text) {
    const auto wrong = [&](std::size_t at, std::string_view what, std::size_t length) {
        return fail(ErrorKind::bad_input,
                    fmt::format("move column {}: expected {}, found {}", at + 1, what,
                                quoted(text.substr(at), length)),
                    {1, at + 1});
    };
    // PDN 1 wrote 3228.
    if (text.size() == 4 && std::ranges::all_of(text, is_digit)) {
        const auto from = read_square(shape, text.substr(0, 2));
        const auto to = read_square(shape, text.substr(2));
        if (from && to) return SquareList{*from, *to};
    }
    const std::string expected = fmt::format("a square ({})", squares_of(shape));
    SquareList squares;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = square_length(text, at);
        if (length == 0) return wrong(at, expected, 1);
        const auto square = read_square(shape, text.substr(at, length));
        if (!square) return wrong(at, expected, length);
        squares.push_back(*square);
        at += length;
        if (at == text.size()) break;
        const std::size_t gap = separator_length(text, at);
        // Only algebraic squares can follow each other directly.
        if (gap == 0 && !is_letter(text[at])) return wrong(at, "'-' or 'x' between squares", 1);
        at += gap;
        if (at == text.size()) return wrong(at, expected, 1);
    }
    if (squares.size() < 2) return wrong(at, "a move such as 32-28 or c3-d4", 1);
    return squares;
}

namespace detail {

std::string join_squares(const BoardShape& shape, const Rules& rules, Square from,
                         std::span<const Square> landings, bool capture) {
    std::string text = square_text(shape, rules.notation, from);
    for (const Square s : landings) {
        text += capture ? rules.capture_separator : '-';
        text += square_text(shape, rules.notation, s);
    }
    return text;
}

Error no_such_move(std::string_view text, std::string_view why, const std::vector<std::string>& instead) {
    constexpr std::size_t most = 12;
    std::string list;
    for (std::size_t i = 0; i < instead.size() && i < most; ++i) list += (i == 0 ? " " : ", ") + instead[i];
    if (instead.size() > most) list += ", ...";
    return {ErrorKind::bad_input,
            fmt::format("move {} {}; {}{}", quoted(text, text.size()), why,
                        instead.empty() ? "there is no legal move" : "legal moves:", list),
            {1, 1}};
}

namespace {

template <class Set>
Direction direction_of(const Board<Set>& board, Square from, Square taken, Square landing) {
    for (const Direction d : all_directions) {
        const Set ray = board.ray(d, from);
        if (ray.contains(taken) && ray.contains(landing)) return d;
    }
    return all_directions[0];  // never: a jump goes straight
}

// How a text with these squares (start and end are right) fits a route.
enum class Fit {
    not_at_all,
    on_the_way,  // the squares lie on the way in this order, the captured ones not counted
    with_turns,  // and every square where the route turns is among them
    spelled,     // the squares are exactly the landing squares
};

template <class Set>
Fit fit(const Board<Set>& board, const CaptureRoute<Set>& route, std::span<const Square> squares) {
    if (std::ranges::equal(squares.subspan(1), route.landings)) return Fit::spelled;
    const std::span<const Square> wanted = squares.subspan(1, squares.size() - 2);
    std::size_t met = 0;     // of the wanted squares, by the piece on its way
    std::size_t turned = 0;  // of the wanted squares, where the route turns
    bool all_turns = true;
    Square at = route.move.from;
    Direction before{};
    for (std::size_t jump = 0; jump < route.landings.size(); ++jump) {
        const Square landing = route.landings[jump];
        const Direction d = direction_of(board, at, route.taken[jump], landing);
        if (jump > 0 && d != before) {
            while (turned < wanted.size() && wanted[turned] != at) ++turned;
            all_turns = all_turns && turned < wanted.size();
            ++turned;
        }
        while (at != landing) {
            at = board.next(d, at);
            if (met < wanted.size() && at == wanted[met] && at != route.taken[jump]) ++met;
        }
        before = d;
    }
    if (met < wanted.size()) return Fit::not_at_all;
    return all_turns ? Fit::with_turns : Fit::on_the_way;
}

}  // namespace

template <class Set>
Readings<Set> readings_among(const Board<Set>& board, const std::vector<CaptureRoute<Set>>& routes,
                             std::span<const Square> squares) {
    // Each move with the best fit of its routes; the best of all are preferred, if they leave no choice.
    std::vector<std::pair<Move<Set>, Fit>> found;
    for (const CaptureRoute<Set>& route : routes) {
        if (route.move.from != squares.front() || route.move.to != squares.back()) continue;
        const Fit here = fit(board, route, squares);
        if (here == Fit::not_at_all) continue;
        const auto same = [&](const auto& other) { return other.first == route.move; };
        const auto known = std::ranges::find_if(found, same);
        if (known == found.end()) {
            found.emplace_back(route.move, here);
        } else {
            known->second = std::max(known->second, here);
        }
    }
    Readings<Set> readings;
    for (const Fit least : {Fit::spelled, Fit::with_turns}) {
        const auto fits = [&](const auto& one) { return one.second >= least; };
        if (std::ranges::count_if(found, fits) != 1) continue;
        for (const auto& one : found) (fits(one) ? readings.moves : readings.others).push_back(one.first);
        return readings;
    }
    for (const auto& one : found) readings.moves.push_back(one.first);
    return readings;
}

template Readings<SquareSet64> readings_among(const Board<SquareSet64>&,
                                              const std::vector<CaptureRoute<SquareSet64>>&,
                                              std::span<const Square>);
template Readings<SquareSet128> readings_among(const Board<SquareSet128>&,
                                               const std::vector<CaptureRoute<SquareSet128>>&,
                                               std::span<const Square>);

}  // namespace detail

}  // namespace damier
