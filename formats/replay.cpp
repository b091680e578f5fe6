#include "formats/replay.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "formats/diagnostic_list.hpp"
#include "formats/fen.hpp"
#include "formats/game_checks.hpp"
#include "formats/game_claims.hpp"

namespace damier {

template <class S>
void Replayer<S>::replay(const RawGame& raw, GameRecord<S>& record) {
    record.number = raw.number;
    record.place = raw.place;
    record.tags = raw.tags;
    record.set_up = false;
    record.last_is_sure = true;
    record.variations.clear();
    record.remarks.clear();
    record.terminator = raw.terminator;
    record.terminator_place = raw.terminator_place;
    record.plies_read = raw.moves.size();
    record.board_result = GameResult::unknown;
    record.diagnostics = raw.diagnostics;

    GameClaims claims = claims_of(raw, view_.variant_rules());
    record.tag_result = claims.tag_result;
    record.terminator_result = claims.terminator_result;
    record.ending = claims.ending;
    std::move(claims.diagnostics.begin(), claims.diagnostics.end(), std::back_inserter(record.diagnostics));

    if (set_start(raw, record)) {
        main_line(raw, record);
        variations(raw, record);
    }
    remarks(raw, record);
    check_game(view_, raw, strict_, record);
}

// False where the start cannot be read.
template <class S>
bool Replayer<S>::set_start(const RawGame& raw, GameRecord<S>& record) const {
    record.start = view_.start();
    record.last = record.start;
    record.moves.clear();
    const GameTag* fen = start_fen(raw.tags);
    if (fen == nullptr) return true;
    const auto placement = read_placement(fen->value, view_.board().shape(), EmptySide::allowed);
    if (!placement) {
        TextPlace place = fen->value_place;
        place.column += placement.error().column - 1;
        record.diagnostics.push_back(
            {Severity::error, placement.error().code, placement.error().message, place, 0});
        record.replayed = false;
        return false;
    }
    record.start = to_position<S>(*placement);
    record.set_up = record.start != view_.start();
    record.last = record.start;
    for (const Color color : both_colors) {
        if (!record.start.pieces(color).empty()) continue;
        record.diagnostics.push_back({Severity::note, "empty-side",
                                      color == Color::white ? "White has no pieces" : "Black has no pieces",
                                      fen->value_place, 0});
    }
    return true;
}

template <class S>
void Replayer<S>::main_line(const RawGame& raw, GameRecord<S>& record) {
    outcome_.moves = std::move(record.moves);
    line_.run(raw.moves, record.start, raw.last_may_be_result, outcome_);
    record.moves = std::move(outcome_.moves);
    record.last = outcome_.last;
    record.replayed = outcome_.complete && !outcome_.why;
    if (record.replayed && outcome_.end < raw.moves.size()) {
        record.terminator = raw.moves.back().text;
        record.terminator_place = raw.moves.back().place;
        std::erase_if(record.diagnostics, [](const Diagnostic& d) { return d.code == "no-terminator"; });
    }
    if (outcome_.why) record.diagnostics.push_back(std::move(*outcome_.why));
    if (outcome_.unsure) {
        record.last_is_sure = false;
        record.diagnostics.push_back(std::move(*outcome_.unsure));
    }
}

template <class S>
void Replayer<S>::variations(const RawGame& raw, GameRecord<S>& record) {
    using Variation = GameVariation<S>;
    for (const RawVariation& source : raw.variations) {
        Variation& made = record.variations.emplace_back();
        made.parent = source.parent;  // the same order, so the same indices
        made.place = source.place;
        const bool of_main = source.parent == RawVariation::main_line;
        const auto& moves = of_main ? record.moves : record.variations[source.parent].moves;
        // The move that the last text before the bracket belongs to.
        const auto behind = [&](const PlayedMove<S>& played) { return played.token < source.after; };
        made.ply = static_cast<std::size_t>(std::ranges::partition_point(moves, behind) - moves.begin());
        const bool reached = made.ply == 0
                                 ? source.after == 0
                                 : moves[made.ply - 1].token + moves[made.ply - 1].tokens >= source.after;
        const Position<S>& parent_start = of_main ? record.start : record.variations[source.parent].start;
        made.start = made.ply == 0 ? parent_start : moves[made.ply - 1].before;
        // What comes after something that could not be played says nothing by itself.
        if (!reached) continue;
        line_.run(source.moves, made.start, false, outcome_);
        const bool sure = made.ply == 0 || moves[made.ply - 1].sure;
        if (!outcome_.complete && outcome_.moves.empty() && made.ply > 0) {
            // Some go on behind the move instead.
            LineOutcome<S> behind_it;
            const Position<S> after = view_.apply(moves[made.ply - 1].before, moves[made.ply - 1].move);
            line_.run(source.moves, after, false, behind_it);
            if (!behind_it.moves.empty()) {
                made.start = after;
                outcome_ = std::move(behind_it);
                add_diagnostic(record.diagnostics,
                               {Severity::note, "variation-goes-on",
                                "the variation does not replace the move before it, but goes on behind it",
                                made.place, of_main ? made.ply : 0},
                               raw.diagnostics.size());
            }
        }
        made.moves = std::move(outcome_.moves);
        made.replayed = outcome_.complete && !outcome_.why;
        if (!sure || !outcome_.why || outcome_.why->severity == Severity::note) continue;
        add_diagnostic(record.diagnostics,
                       {Severity::warning, "illegal-variation", "in a variation: " + outcome_.why->message,
                        outcome_.why->place, of_main ? made.ply : 0},
                       raw.diagnostics.size());
    }
}

template <class S>
void Replayer<S>::remarks(const RawGame& raw, GameRecord<S>& record) const {
    using Kind = PdnElement::Kind;
    struct Line {
        const std::vector<PlayedMove<S>>* moves;
        std::vector<GameRemark>* remarks;
        std::size_t tokens = 0;
        std::size_t ply = 0;
    };
    std::vector<GameRemark> nowhere;
    std::vector<Line> open{{&record.moves, &record.remarks}};
    std::size_t variation = 0;
    for (const PdnElement& element : raw.body()) {
        Line& line = open.back();
        const auto remark = [&](GameRemark::Kind kind) {
            line.remarks->push_back({kind, std::string{raw.text_of(element)}, element.place, line.ply});
        };
        switch (element.kind) {
            case Kind::open:
                // There are none where the start is unreadable.
                if (variation < record.variations.size()) {
                    GameVariation<S>& made = record.variations[variation++];
                    open.push_back({&made.moves, &made.remarks});
                } else {
                    open.push_back({&record.moves, &nowhere});
                }
                break;
            case Kind::close:
                open.pop_back();
                break;
            case Kind::move:
            case Kind::unknown_move:
            case Kind::setup:
                ++line.tokens;
                while (line.ply < line.moves->size() && (*line.moves)[line.ply].token < line.tokens)
                    ++line.ply;
                break;
            case Kind::comment:
            case Kind::line_comment:
                remark(GameRemark::Kind::comment);
                break;
            case Kind::nag:
                remark(GameRemark::Kind::nag);
                break;
            case Kind::strength:
                remark(GameRemark::Kind::strength);
                break;
            default:
                break;
        }
    }
}

template class Replayer<SquareSet64>;
template class Replayer<SquareSet128>;

}  // namespace damier
