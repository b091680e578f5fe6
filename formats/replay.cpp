#include "formats/replay.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/fen.hpp"
#include "formats/game_claims.hpp"
#include "formats/notation.hpp"
#include "formats/replay.hpp"

namespace damier::detail {

// Depth first through the readings of the text. Nearly every text has one reading, and then this is a loop.
template <class S>
class Replay {
public:
    Replay(const BoardGame<S>& game, const RawGame& raw, const Position<S>& start)
        : game_{game}, raw_{raw}, position_{start} {
        squares_.resize(raw.moves.size());
        for (std::size_t i = 0; i < raw.moves.size(); ++i) {
            if (raw.moves[i].kind != RawMove::Kind::move) continue;
            if (auto squares = parse_squares(game.board().shape(), raw.moves[i].text))
                squares_[i] = std::move(*squares);
        }
        budget_ = 10'000 + 20 * raw.moves.size();
    }

    void run(GameRecord<S>& record) {
        bool solved = false;
        Line best;
        while (true) {
            const bool complete = play();
            if (complete && solved) {
                unsure_from_ = std::min(unsure_from_, first_difference(best));
            } else if (complete || best.end == nothing || token_ > best.end) {
                // Nothing to copy where there is no other way to try.
                best = forks_.empty() ? Line{std::move(path_), position_, token_, std::move(why_)}
                                      : Line{path_, position_, token_, why_};
                solved = complete;
            }
            if (!next_fork(solved)) break;
        }
        if (!solved) unsure_from_ = first_rival_;
        record.moves = std::move(best.moves);
        record.last = best.last;
        record.replayed = solved && best.why.code.empty();
        if (solved && best.end < raw_.moves.size() && best.why.code.empty()) {
            record.terminator = raw_.moves.back().text;
            record.terminator_place = raw_.moves.back().place;
            std::erase_if(record.diagnostics, [](const Diagnostic& d) { return d.code == "no-terminator"; });
        }
        if (!best.why.code.empty()) record.diagnostics.push_back(std::move(best.why));
        if (unsure_from_ >= record.moves.size()) return;
        record.last_is_sure = false;
        for (std::size_t i = unsure_from_; i < record.moves.size(); ++i) record.moves[i].sure = false;
        const PlayedMove<S>& open = record.moves[unsure_from_];
        record.diagnostics.push_back(
            {Severity::warning, "ambiguous-move",
             "the capture " + quoted(open.text, open.text.size()) +
                 " can be made in several ways, and the moves behind it do not tell which; " +
                 move_text(game_, open.before, open.move) + " is played",
             open.place, unsure_from_ + 1});
    }

private:
    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

    struct Line {
        std::vector<PlayedMove<S>> moves;
        Position<S> last;
        std::size_t end = nothing;  // in raw_.moves
        Diagnostic why;             // it ends there
    };
    struct Option {
        Move<S> move;
        std::size_t tokens;  // that it is written with: jump by jump
        bool rival;          // as good a reading as the one before it
    };
    struct Fork {
        std::size_t token;
        std::size_t played;
        Position<S> position;
        std::vector<Option> rest;  // the next to try is the last
    };

    // To the end of the text, or to where it cannot go on: then `why_` says so.
    bool play() {
        why_ = {};
        while (token_ < raw_.moves.size()) {
            const RawMove& raw = raw_.moves[token_];
            if (raw.kind == RawMove::Kind::unknown) {
                stop("unknown-move", "the moves from here are not in the file", Severity::note);
                return true;
            }
            if (raw.kind == RawMove::Kind::setup) {
                const auto set = parse_fen(game_, raw.text, EmptySide::allowed);
                if (!set) return stop("bad-fen", set.error().message);
                position_ = *set;
                ++token_;
                continue;
            }
            std::vector<Option>& options = options_;
            options.clear();
            find_options(options);
            if (options.empty()) {
                // `4-6` of another system of counting.
                if (token_ + 1 == raw_.moves.size() && raw_.last_may_be_result) return true;
                return stop_at_move(raw);
            }
            if (options.size() > 1) {
                Fork fork{token_, path_.size(), position_, {options.rbegin(), options.rend() - 1}};
                if (std::ranges::any_of(fork.rest, &Option::rival))
                    first_rival_ = std::min(first_rival_, path_.size());
                forks_.push_back(std::move(fork));
            }
            make(options.front());
        }
        return true;
    }

    // The readings of the text here, the best first.
    void find_options(std::vector<Option>& options) const {
        const SquareList& first = squares_[token_];
        if (first.empty()) return;
        // The piece that has moved cannot be taken for one of the other side: a text that starts where this
        // one ends goes on with the same capture.
        SquareList joined;
        std::size_t tokens = 1;
        const auto continues = [&](const SquareList& so_far) {
            constexpr std::size_t most = 32;
            const std::size_t next = token_ + tokens;
            return tokens < most && next < squares_.size() && !squares_[next].empty() &&
                   squares_[next].front() == so_far.back();
        };
        if (continues(first)) {
            joined = first;
            while (continues(joined)) {
                const SquareList& next = squares_[token_ + tokens];
                joined.insert(joined.end(), next.begin() + 1, next.end());
                ++tokens;
            }
        }
        for (; tokens >= 1; --tokens) {
            const SquareList& squares = joined.empty() ? first : joined;
            const Readings<S> readings = resolve_move(game_, position_, std::span<const Square>{squares});
            for (const Move<S>& move : readings.moves) {
                const bool rival = !options.empty() && options.front().tokens == tokens;
                options.push_back({move, tokens, rival});
            }
            // Where only the ends are written, the reading that is spelled in full need not be meant.
            for (const Move<S>& move : readings.others)
                options.push_back({move, tokens, squares.size() == 2});
            if (tokens > 1) joined.resize(joined.size() - (squares_[token_ + tokens - 1].size() - 1));
        }
    }

    void make(const Option& option) {
        const RawMove& raw = raw_.moves[token_];
        path_.push_back({position_, option.move, raw.place, raw.text});
        for (std::size_t i = 1; i < option.tokens; ++i)
            path_.back().text += " " + raw_.moves[token_ + i].text;
        position_ = game_.apply(position_, option.move);
        token_ += option.tokens;
        ++played_;
    }

    // Steps back to the last place where something is left to try; after a solution only what could be meant
    // as well.
    bool next_fork(bool solved) {
        while (!forks_.empty()) {
            Fork& fork = forks_.back();
            if (played_ > budget_) {
                // Not looked at: may fit or not.
                for (const Fork& open : forks_) {
                    if (std::ranges::any_of(open.rest, &Option::rival)) {
                        unsure_from_ = std::min(unsure_from_, open.played);
                    }
                }
                return false;
            }
            while (!fork.rest.empty() && solved && !fork.rest.back().rival) fork.rest.pop_back();
            if (fork.rest.empty()) {
                forks_.pop_back();
                continue;
            }
            path_.resize(fork.played);
            position_ = fork.position;
            token_ = fork.token;
            const Option option = fork.rest.back();
            fork.rest.pop_back();
            make(option);
            return true;
        }
        return false;
    }

    std::size_t first_difference(const Line& other) const {
        std::size_t i = 0;
        while (i < path_.size() && i < other.moves.size() && path_[i].move == other.moves[i].move) ++i;
        return i;
    }

    bool stop(std::string_view code, std::string message, Severity severity = Severity::error) {
        why_ = {severity, code, std::move(message), raw_.moves[token_].place, path_.size() + 1};
        return false;
    }

    bool stop_at_move(const RawMove& raw) {
        const auto squares = parse_squares(game_.board().shape(), raw.text);
        if (!squares) return stop("bad-move", squares.error().message);
        const auto move = parse_move(game_, position_, raw.text);
        std::string message = move ? "the move is not legal" : move.error().message;
        return stop("illegal-move", message + ", in " + write_fen(game_, position_));
    }

    const BoardGame<S>& game_;
    const RawGame& raw_;
    std::vector<SquareList> squares_;  // of each move; empty where there are none
    std::vector<Option> options_;

    std::vector<PlayedMove<S>> path_;
    Position<S> position_;
    std::size_t token_ = 0;
    Diagnostic why_;
    std::vector<Fork> forks_;
    std::size_t played_ = 0;
    std::size_t budget_ = 0;
    std::size_t unsure_from_ = nothing;
    std::size_t first_rival_ = nothing;
};

}  // namespace damier::detail

namespace damier {

template <class S>
GameRecord<S> replay(const BoardGame<S>& game, const RawGame& raw, std::string file) {
    GameRecord<S> record;
    record.file = std::move(file);
    record.number = raw.number;
    record.place = raw.place;
    record.tags = raw.tags;
    record.terminator = raw.terminator;
    record.terminator_place = raw.terminator_place;
    record.plies_read = raw.moves.size();
    record.diagnostics = raw.diagnostics;

    GameClaims claims = claims_of(raw, game.variant_rules());
    record.tag_result = claims.tag_result;
    record.terminator_result = claims.terminator_result;
    record.ending = claims.ending;
    std::move(claims.diagnostics.begin(), claims.diagnostics.end(), std::back_inserter(record.diagnostics));

    record.start = game.start();
    record.last = record.start;
    if (const GameTag* fen = start_fen(raw.tags)) {
        const auto position = parse_fen(game, fen->value, EmptySide::allowed);
        if (!position) {
            TextPlace place = fen->value_place;
            place.column += position.error().place.column - 1;
            record.diagnostics.push_back({Severity::error, "bad-fen", position.error().message, place, 0});
            record.replayed = false;
            return record;
        }
        record.start = *position;
        record.set_up = record.start != game.start();
    }
    detail::Replay<S>{game, raw, record.start}.run(record);
    return record;
}

template GameRecord<SquareSet64> replay(const BoardGame<SquareSet64>&, const RawGame&, std::string);
template GameRecord<SquareSet128> replay(const BoardGame<SquareSet128>&, const RawGame&, std::string);

}  // namespace damier
