#include "formats/line_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/fen.hpp"

namespace damier {

template <class S>
void LineReplay<S>::run(std::span<const RawMove> texts, const Position<S>& start, bool last_may_be_result,
                        LineOutcome<S>& outcome) {
    texts_ = texts;
    last_may_be_result_ = last_may_be_result;
    squares_.clear();
    first_.clear();
    for (const RawMove& raw : texts) {
        first_.push_back(squares_.size());
        if (raw.kind != RawMove::Kind::move) continue;
        if (!append_squares(table_, raw.text, squares_)) squares_.resize(first_.back());
    }
    first_.push_back(squares_.size());
    path_ = std::move(outcome.moves);  // for its memory
    path_.clear();
    position_ = start;
    token_ = 0;
    forks_.clear();
    played_ = 0;
    budget_ = 10'000 + 20 * texts.size();
    unsure_from_ = first_rival_ = nothing;

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
    outcome.moves = std::move(best.moves);
    outcome.last = best.last;
    outcome.complete = solved;
    outcome.end = best.end;
    outcome.why = std::move(best.why);
    outcome.unsure.reset();
    if (unsure_from_ >= outcome.moves.size()) return;
    for (std::size_t i = unsure_from_; i < outcome.moves.size(); ++i) outcome.moves[i].sure = false;
    const PlayedMove<S>& open = outcome.moves[unsure_from_];
    outcome.unsure =
        Diagnostic{Severity::warning, "ambiguous-capture",
                   "the capture " + quoted(open.text, open.text.size()) +
                       " can be made in several ways, and the moves behind it do not tell which; " +
                       move_text(view_, open.before, open.move) + " is played",
                   open.place, unsure_from_ + 1};
}

// To the end of the text, or to where it cannot go on: then `why_` says so.
template <class S>
bool LineReplay<S>::play() {
    why_.reset();
    while (token_ < texts_.size()) {
        const RawMove& raw = texts_[token_];
        if (raw.kind == RawMove::Kind::unknown) {
            stop("unknown-move", "the moves from here are not in the file", Severity::note);
            return true;
        }
        if (raw.kind == RawMove::Kind::setup) {
            const auto set = read_placement(raw.text, view_.board().shape(), EmptySide::allowed);
            if (!set)
                return stop(set.error().code,
                            fmt::format("FEN column {}: {}", set.error().column, set.error().message));
            position_ = to_position<S>(*set);
            ++token_;
            continue;
        }
        if (play_plain()) continue;
        find_options();
        if (options_.empty()) {
            // `4-6` of another system of counting.
            if (token_ + 1 == texts_.size() && last_may_be_result_) return true;
            return stop_at_move(raw);
        }
        if (options_.size() > 1) {
            Fork fork{token_, path_.size(), position_, {options_.rbegin(), options_.rend() - 1}};
            if (std::ranges::any_of(fork.rest, &Option::rival)) {
                first_rival_ = std::min(first_rival_, path_.size());
            }
            forks_.push_back(std::move(fork));
        }
        make(options_.front());
    }
    return true;
}

// The usual text: two squares, one legal move with these ends, and the next text is another move.
template <class S>
bool LineReplay<S>::play_plain() {
    const std::span<const Square> ends = squares(token_);
    if (ends.size() != 2) return false;
    if (token_ + 1 < texts_.size()) {
        const std::span<const Square> next = squares(token_ + 1);
        if (!next.empty() && next.front() == ends[1]) return false;
    }
    view_.moves(position_, legal_);
    const Move<S>* found = nullptr;
    for (const Move<S>& move : legal_) {
        if (move.from != ends[0] || move.to != ends[1]) continue;
        if (found != nullptr) return false;
        found = &move;
    }
    if (found == nullptr) return false;
    make({*found, 1, false});
    return true;
}

// The readings of the text here, the best first.
template <class S>
void LineReplay<S>::find_options() {
    options_.clear();
    const std::span<const Square> first = squares(token_);
    if (first.empty()) return;
    // The piece that has moved cannot be taken for one of the other side: a text that starts where this one
    // ends goes on with the same capture.
    SquareList joined{first.begin(), first.end()};
    std::size_t tokens = 1;
    while (true) {
        constexpr std::size_t most = 32;
        const std::size_t next = token_ + tokens;
        if (tokens == most || next >= texts_.size() || squares(next).empty() ||
            squares(next).front() != joined.back()) {
            break;
        }
        joined.insert(joined.end(), squares(next).begin() + 1, squares(next).end());
        ++tokens;
    }
    for (; tokens >= 1; --tokens) {
        const Readings<S> readings = resolve_move(view_, position_, std::span<const Square>{joined});
        for (const Move<S>& move : readings.moves) {
            const bool rival = !options_.empty() && options_.front().tokens == tokens;
            options_.push_back({move, tokens, rival});
        }
        // Where only the ends are written, the reading that is spelled in full need not be meant.
        for (const Move<S>& move : readings.others) options_.push_back({move, tokens, joined.size() == 2});
        if (tokens > 1) joined.resize(joined.size() - (squares(token_ + tokens - 1).size() - 1));
    }
}

template <class S>
void LineReplay<S>::make(const Option& option) {
    const RawMove& raw = texts_[token_];
    path_.push_back({position_, option.move, raw.place, raw.text, true, token_, option.tokens});
    for (std::size_t i = 1; i < option.tokens; ++i) path_.back().text += " " + texts_[token_ + i].text;
    position_ = view_.apply(position_, option.move);
    token_ += option.tokens;
    ++played_;
}

// Steps back to the last place where something is left to try; after a solution only what could be meant as
// well.
template <class S>
bool LineReplay<S>::next_fork(bool solved) {
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

template <class S>
std::size_t LineReplay<S>::first_difference(const Line& other) const {
    std::size_t i = 0;
    while (i < path_.size() && i < other.moves.size() && path_[i].move == other.moves[i].move) ++i;
    return i;
}

template <class S>
bool LineReplay<S>::stop(std::string_view code, std::string message, Severity severity) {
    why_ = Diagnostic{severity, code, std::move(message), texts_[token_].place, path_.size() + 1};
    return false;
}

template <class S>
bool LineReplay<S>::stop_at_move(const RawMove& raw) {
    const auto read = parse_squares(view_.board().shape(), raw.text);
    if (!read) return stop("bad-move", read.error().message);
    const auto move = parse_move(view_, position_, raw.text);
    std::string message = move ? "the move is not legal" : move.error().message;
    return stop(
        "illegal-move",
        message + ", in " + write_fen(position_, view_.board().shape(), view_.variant_rules().notation));
}

template class LineReplay<SquareSet64>;
template class LineReplay<SquareSet128>;

}  // namespace damier
