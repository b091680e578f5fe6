#include "formats/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

bool append_squares(const SquareTable& table, std::string_view text, SquareList& squares) {
    const std::size_t before = squares.size();
    if (text.size() == 4 && std::ranges::all_of(text, is_digit)) {
        squares.push_back(table.read(text.substr(0, 2)));
        squares.push_back(table.read(text.substr(2)));
        return squares[before] != no_square && squares.back() != no_square;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = square_length(text, at);
        if (length == 0) return false;
        const Square read = table.read(text.substr(at, length));
        if (read == no_square) return false;
        squares.push_back(read);
        at += length;
        if (at == text.size()) break;
        const std::size_t gap = separator_length(text, at);
        if (gap == 0 && !is_letter(text[at])) return false;
        at += gap;
        if (at == text.size()) return false;
    }
    return squares.size() >= before + 2;
}

namespace {

std::string join_squares(const BoardShape& shape, MoveStyle style, Square from,
                         std::span<const Square> landings, bool capture) {
    std::string text = square_text(shape, style.notation, from);
    for (const Square s : landings) {
        text += capture ? style.capture : '-';
        text += square_text(shape, style.notation, s);
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

}  // namespace

template <class S>
std::string route_text(const BoardGame<S>& game, const CaptureRoute<S>& route, MoveStyle style) {
    return join_squares(game.board().shape(), style, route.move.from,
                        {route.landings.data(), route.landings.size()}, true);
}

template <class S>
std::string move_text(const BoardGame<S>& game, const Position<S>& position, const Move<S>& move,
                      MoveStyle style) {
    if (move.is_capture()) {
        MoveList<S> moves;
        game.moves(position, moves);
        const auto same = [&](const Move<S>& other) {
            return other.from == move.from && other.to == move.to;
        };
        if (std::count_if(moves.begin(), moves.end(), same) > 1) {
            for (const CaptureRoute<S>& route : game.capture_routes(position)) {
                if (route.move == move) return route_text(game, route, style);
            }
        }
    }
    return join_squares(game.board().shape(), style, move.from, std::array{move.to}, move.is_capture());
}

template <class S>
std::vector<LegalMove<S>> legal_moves(const BoardGame<S>& game, const Position<S>& position) {
    std::vector<LegalMove<S>> list;
    const auto routes = game.capture_routes(position);
    MoveList<S> moves;
    game.moves(position, moves);
    for (const Move<S>& move : moves) {
        LegalMove<S> legal{move, move_text(game, position, move), {}};
        for (const CaptureRoute<S>& route : routes) {
            if (route.move != move) continue;
            legal.captured.assign(route.taken.begin(), route.taken.end());
            break;
        }
        list.push_back(std::move(legal));
    }
    return list;
}

template <class S>
Readings<S> resolve_move(const BoardGame<S>& game, const Position<S>& position,
                         std::span<const Square> squares) {
    Readings<S> readings;
    MoveList<S> moves;
    game.moves(position, moves);
    for (const Move<S>& move : moves) {
        if (move.from == squares.front() && move.to == squares.back()) readings.moves.push_back(move);
    }
    const bool ends_suffice = readings.moves.size() == 1 && squares.size() == 2;
    if (readings.moves.empty() || ends_suffice) return readings;
    if (!readings.moves.front().is_capture()) return {};  // nothing lies between the ends of a quiet move
    return readings_among(game.board(), game.capture_routes(position), squares);
}

template <class S>
Result<Move<S>> parse_move(const BoardGame<S>& game, const Position<S>& position, std::string_view text) {
    const Result<SquareList> squares = parse_squares(game.board().shape(), text);
    if (!squares) return fail(squares.error());
    const Readings<S> readings = resolve_move(game, position, std::span<const Square>{*squares});
    if (readings.one()) return readings.moves.front();
    std::vector<std::string> instead;
    const auto& offered = readings.moves;
    for (const LegalMove<S>& legal : legal_moves(game, position)) {
        if (readings.none() || std::find(offered.begin(), offered.end(), legal.move) != offered.end()) {
            instead.push_back(legal.text);
        }
    }
    const bool must_capture = readings.none() && game.can_capture(position);
    return fail(no_such_move(text,
                             readings.ambiguous() ? "can mean several captures"
                             : must_capture       ? "is not legal here, where a capture is obligatory"
                                                  : "is not legal here",
                             instead));
}

#define DAMIER_INSTANTIATE(S)                                                                            \
    template std::string route_text(const BoardGame<S>&, const CaptureRoute<S>&, MoveStyle);             \
    template std::string move_text(const BoardGame<S>&, const Position<S>&, const Move<S>&, MoveStyle);  \
    template std::vector<LegalMove<S>> legal_moves(const BoardGame<S>&, const Position<S>&);             \
    template Readings<S> resolve_move(const BoardGame<S>&, const Position<S>&, std::span<const Square>); \
    template Result<Move<S>> parse_move(const BoardGame<S>&, const Position<S>&, std::string_view);

DAMIER_INSTANTIATE(SquareSet64)
DAMIER_INSTANTIATE(SquareSet128)
#undef DAMIER_INSTANTIATE

}  // namespace damier
