#include "formats/game_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/diagnostic_list.hpp"
#include "formats/notation.hpp"

namespace damier {

namespace {

template <class S>
class Checks {
public:
    Checks(const BoardGame<S>& view, const RawGame& raw, bool strict, GameRecord<S>& record)
        : view_{view}, raw_{raw}, strict_{strict}, record_{record} {}

    void run() {
        numbers();
        separators();
        if (strict_) forms();
        end_on_the_board();
    }

private:
    Severity wanted() const { return strict_ ? Severity::error : Severity::note; }

    // The numbers of the main line count from that of the first move; one note a game, since one slip moves
    // all that follow.
    void numbers() {
        long shift = 0;
        bool first = true;
        std::size_t depth = 0;
        std::size_t token = 0;
        std::size_t ply = 0;
        for (const PdnElement& element : raw_.body()) {
            using Kind = PdnElement::Kind;
            if (element.kind == Kind::open) ++depth;
            if (element.kind == Kind::close) --depth;
            if (depth > 0) continue;
            if (element.kind == Kind::move || element.kind == Kind::unknown_move ||
                element.kind == Kind::setup) {
                ++token;
                continue;
            }
            if (element.kind != Kind::number || element.dots == 0) continue;
            // The move that the number stands before.
            while (ply < record_.moves.size() && record_.moves[ply].token < token) ++ply;
            if (ply >= record_.moves.size() || record_.moves[ply].token != token) continue;
            const bool second = record_.moves[ply].before.to_move != view_.variant_rules().first;
            const bool starts_second = record_.start.to_move != view_.variant_rules().first;
            long number = 0;
            const std::string_view text = raw_.text_of(element);
            std::from_chars(text.data(), text.data() + text.size(), number);
            const long expected = static_cast<long>(ply + starts_second) / 2 + 1;
            if (first) shift = number - expected;
            first = false;
            if (number == expected + shift && (element.dots < 3 || second)) continue;
            add(Severity::note, "wrong-number",
                fmt::format("the move has the number {}{}; expected {}{}", number,
                            element.dots >= 3 ? "..." : ".", expected + shift, second ? "..." : "."),
                element.place, ply + 1);
            return;
        }
    }

    void separators() {
        std::size_t wrong = 0;
        const PlayedMove<S>* first = nullptr;
        std::size_t ply = 0;
        for (std::size_t i = 0; i < record_.moves.size(); ++i) {
            const PlayedMove<S>& played = record_.moves[i];
            const char expected = played.move.is_capture() ? view_.variant_rules().capture_separator : '-';
            // Outside strict reading 'x' and ':' are as good as each other.
            const auto is_wrong = [&](char c) {
                if ((c != '-' && c != 'x' && c != ':') || c == expected) return false;
                return strict_ || (played.move.is_capture() ? c == '-' : true);
            };
            if (std::ranges::none_of(played.text, is_wrong)) continue;
            if (++wrong > 1 && !strict_) continue;
            first = &played;
            ply = i + 1;
            if (strict_) add_separator(*first, ply, 1);
        }
        if (!strict_ && first != nullptr) add_separator(*first, ply, wrong);
    }

    void add_separator(const PlayedMove<S>& played, std::size_t ply, std::size_t count) {
        const std::string others = count > 1 ? fmt::format(" (and {} others of the game)", count - 1) : "";
        add(wanted(), "wrong-separator",
            fmt::format("{} is {}; expected the separator '{}'{}", quoted(played.text, played.text.size()),
                        played.move.is_capture() ? "a capture" : "no capture",
                        played.move.is_capture() ? view_.variant_rules().capture_separator : '-', others),
            played.place, ply);
    }

    // The short form, or all landing squares where that is ambiguous; in the notation of the variant.
    void forms() {
        SquareTable table{view_.board().shape()};
        SquareList squares;
        SquareList wanted_squares;
        for (std::size_t i = 0; i < record_.moves.size(); ++i) {
            const PlayedMove<S>& played = record_.moves[i];
            const std::string canonical = move_text(view_, played.before, played.move);
            if (played.text == canonical) continue;
            if (played.tokens > 1) {
                add(Severity::error, "split-capture",
                    fmt::format("the capture is written in {} parts; expected {}", played.tokens, canonical),
                    played.place, i + 1);
                continue;
            }
            const bool letters =
                std::ranges::any_of(played.text, [](char c) { return c >= 'a' && c <= 'l'; });
            if (letters != (view_.variant_rules().notation == Notation::algebraic)) {
                add(Severity::error, "wrong-notation",
                    fmt::format("{} is not in the notation of {}; expected {}",
                                quoted(played.text, played.text.size()), view_.variant_rules().title,
                                canonical),
                    played.place, i + 1);
                continue;
            }
            squares.clear();
            wanted_squares.clear();
            if (append_squares(table, played.text, squares) &&
                append_squares(table, canonical, wanted_squares) && squares != wanted_squares) {
                add(Severity::error, "wrong-path",
                    fmt::format("{} names other squares than PDN 3.0 asks for; expected {}",
                                quoted(played.text, played.text.size()), canonical),
                    played.place, i + 1);
            }
        }
    }

    void end_on_the_board() {
        const Position<S>& last = record_.last;
        if (!record_.replayed || !record_.last_is_sure || last.pieces(!last.to_move).empty()) return;
        if (!last.pieces(last.to_move).empty()) {
            MoveList<S> moves;
            view_.moves(last, moves);
            if (!moves.empty()) return;
        }
        const bool white_to_move = last.to_move == Color::white;
        switch (view_.variant_rules().no_move.is) {
            case NoMove::loses:
                record_.board_result = white_to_move ? GameResult::black_wins : GameResult::white_wins;
                break;
            case NoMove::wins:
                record_.board_result = white_to_move ? GameResult::white_wins : GameResult::black_wins;
                break;
            case NoMove::draws:
                record_.board_result = GameResult::draw;
                break;
        }
        const GameResult claimed = record_.result();
        if (claimed == GameResult::unknown || claimed == record_.board_result) return;
        const bool played_out = record_.ending == GameEnding::on_the_board;
        add(played_out ? Severity::warning : Severity::note, "result-not-of-board",
            fmt::format("the result is \"{}\", but {} has no move in the last position; expected \"{}\"",
                        name(claimed), white_to_move ? "White" : "Black", name(record_.board_result)),
            record_.terminator.empty() ? record_.place : record_.terminator_place, record_.moves.size());
    }

    void add(Severity severity, std::string_view code, std::string message, TextPlace place,
             std::size_t ply) {
        add_diagnostic(record_.diagnostics, {severity, code, std::move(message), place, ply},
                       raw_.diagnostics.size());
    }

    const BoardGame<S>& view_;
    const RawGame& raw_;
    bool strict_;
    GameRecord<S>& record_;
};

}  // namespace

template <class S>
void check_game(const BoardGame<S>& view, const RawGame& raw, bool strict, GameRecord<S>& record) {
    Checks<S>{view, raw, strict, record}.run();
}

template void check_game(const BoardGame<SquareSet64>&, const RawGame&, bool, GameRecord<SquareSet64>&);
template void check_game(const BoardGame<SquareSet128>&, const RawGame&, bool, GameRecord<SquareSet128>&);

}  // namespace damier
