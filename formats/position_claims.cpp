#include "formats/position_claims.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "formats/claim_phrases.hpp"

namespace damier {

namespace {

bool is_of_move(ClaimKind kind) {
    return kind == ClaimKind::good_move || kind == ClaimKind::bad_move || kind == ClaimKind::only_move;
}

std::optional<ClaimKind> kind_of_strength(std::string_view text) {
    if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    if (text == "!" || text == "!!") return ClaimKind::good_move;
    if (text == "?" || text == "??") return ClaimKind::bad_move;
    if (text == "*") return ClaimKind::only_move;
    return std::nullopt;
}

std::optional<ClaimKind> kind_of_nag(std::string_view text) {
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{}) return std::nullopt;
    switch (number) {
        case 1:
        case 3:
            return ClaimKind::good_move;
        case 2:
        case 4:
            return ClaimKind::bad_move;
        case 7:
        case 8:
            return ClaimKind::only_move;
        case 10:
        case 11:
            return ClaimKind::draw;
        case 18:
        case 20:
            return ClaimKind::white_wins;
        case 19:
        case 21:
            return ClaimKind::black_wins;
        default:
            return std::nullopt;
    }
}

std::optional<ClaimKind> kind_of_result(GameResult result) {
    switch (result) {
        case GameResult::white_wins:
            return ClaimKind::white_wins;
        case GameResult::draw:
            return ClaimKind::draw;
        case GameResult::black_wins:
            return ClaimKind::black_wins;
        case GameResult::both_lose:  // is decided beside the board
        case GameResult::unknown:
            break;
    }
    return std::nullopt;
}

template <class S>
class Walk {
public:
    Walk(const BoardGame<S>& view, const RawGame& raw, const GameRecord<S>& record)
        : view_{view}, raw_{raw}, record_{record} {
        lines_.push_back({&record.moves, &record.start, 0, 0, false, false});
    }

    std::vector<PositionClaim<S>> run() {
        for (const PdnElement& element : raw_.body()) take(element);
        result();
        return std::move(claims_);
    }

private:
    struct Line {
        const std::vector<PlayedMove<S>>* moves;
        const Position<S>* start;
        std::size_t token;  // texts that were passed
        std::size_t next;   // of `moves`: those before it were passed
        bool lost;          // something was passed that is no move of the record
        bool variation;
        std::size_t branch = 0;  // plies before the variation
    };

    void take(const PdnElement& element) {
        using Kind = PdnElement::Kind;
        const std::string_view text = raw_.text_of(element);
        switch (element.kind) {
            case Kind::move:
            case Kind::unknown_move:
            case Kind::setup:
                pass(element.kind == Kind::setup);
                break;
            case Kind::open:
                open();
                break;
            case Kind::close:
                if (lines_.size() > 1) lines_.pop_back();
                break;
            case Kind::strength:
                if (const auto kind = kind_of_strength(text))
                    add(*kind, ClaimSource::strength, text, element.place);
                break;
            case Kind::nag:
                if (const auto kind = kind_of_nag(text)) {
                    add(*kind, ClaimSource::nag, "$" + std::string{text}, element.place);
                }
                break;
            case Kind::comment:
            case Kind::line_comment:
                for (const PhraseClaim& phrase : claim_phrases(text)) {
                    add(phrase.kind, ClaimSource::phrase, phrase.text, element.place);
                }
                break;
            default:
                break;
        }
    }

    void pass(bool setup) {
        Line& line = lines_.back();
        const std::size_t token = line.token++;
        const auto& moves = *line.moves;
        if (line.next > 0 && token < moves[line.next - 1].token + moves[line.next - 1].tokens) return;
        if (line.next < moves.size() && moves[line.next].token == token) {
            ++line.next;
        } else {
            // Behind a set-up the position is that before the next move, which may not be there.
            line.lost = line.lost || !setup || line.next == moves.size();
        }
        after_setup_ = setup;
    }

    void open() {
        const Line& parent = lines_.back();
        std::size_t branch = parent.branch + parent.next - (parent.next > 0);
        if (variation_ >= record_.variations.size()) {
            lines_.push_back({&none_, &record_.start, 0, 0, true, true, branch});
            return;
        }
        const GameVariation<S>& made = record_.variations[variation_++];
        // A variation that could not be placed starts nowhere.
        const bool placed = !parent.lost && (made.replayed || !made.moves.empty());
        // Some go on behind the move that they follow.
        if (parent.next > 0 && made.start != (*parent.moves)[parent.next - 1].before) ++branch;
        lines_.push_back({&made.moves, &made.start, 0, 0, !placed, true, branch});
    }

    void add(ClaimKind kind, ClaimSource source, std::string_view text, TextPlace place) {
        const Line& line = lines_.back();
        if (line.lost) return;
        const PlayedMove<S>* last = line.next == 0 ? nullptr : &(*line.moves)[line.next - 1];
        // In the middle of a capture that is written jump by jump.
        if (last != nullptr && line.token < last->token + last->tokens) return;
        PositionClaim<S> claim;
        claim.kind = kind;
        claim.source = source;
        claim.in_variation = line.variation;
        claim.text = text;
        claim.place = place;
        if (is_of_move(kind)) {
            if (last == nullptr || !last->sure || after_setup_) return;
            claim.position = last->before;
            claim.move = last->move;
            claim.ply = line.branch + line.next - 1;
            // A mark that is written twice says no more than once.
            if (!claims_.empty() && claims_.back().kind == kind && claims_.back().move == claim.move &&
                claims_.back().position == claim.position && claims_.back().source == source)
                return;
        } else if (line.next < line.moves->size() && (last == nullptr || after_setup_)) {
            claim.position = (*line.moves)[line.next].before;
            if (!(*line.moves)[line.next].sure) return;
            claim.ply = line.branch + line.next;
        } else {
            if (after_setup_) return;
            claim.position = last == nullptr ? *line.start : view_.apply(last->before, last->move);
            if (last != nullptr && !last->sure) return;
            claim.ply = line.branch + line.next;
        }
        claims_.push_back(std::move(claim));
    }

    void result() {
        const auto kind = kind_of_result(record_.result());
        if (!kind || !record_.replayed || !record_.last_is_sure) return;
        PositionClaim<S> claim;
        claim.kind = *kind;
        claim.source = ClaimSource::result;
        claim.position = record_.last;
        claim.ply = record_.moves.size();
        claim.beside_the_board = record_.ending != GameEnding::on_the_board;
        claim.text = record_.terminator;
        claim.place = record_.terminator_place;
        if (record_.tag_result != GameResult::unknown) {
            for (const GameTag& tag : record_.tags) {
                if (tag.name != "Result") continue;
                claim.text = tag.value;
                claim.place = tag.value_place;
                break;
            }
        }
        claims_.push_back(std::move(claim));
    }

    const BoardGame<S>& view_;
    const RawGame& raw_;
    const GameRecord<S>& record_;
    const std::vector<PlayedMove<S>> none_;
    std::vector<Line> lines_;
    std::size_t variation_ = 0;
    bool after_setup_ = false;  // the last text was a set-up
    std::vector<PositionClaim<S>> claims_;
};

}  // namespace

template <class S>
std::vector<PositionClaim<S>> position_claims(const BoardGame<S>& view, const RawGame& raw,
                                              const GameRecord<S>& record) {
    // Nothing can be said of a game whose start is unreadable.
    if (!record.replayed && record.moves.empty() && !raw.moves.empty()) return {};
    return Walk<S>{view, raw, record}.run();
}

template std::vector<PositionClaim<SquareSet64>> position_claims(const BoardGame<SquareSet64>&,
                                                                 const RawGame&,
                                                                 const GameRecord<SquareSet64>&);
template std::vector<PositionClaim<SquareSet128>> position_claims(const BoardGame<SquareSet128>&,
                                                                  const RawGame&,
                                                                  const GameRecord<SquareSet128>&);

}  // namespace damier
