#include "rules/draw_claims.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace damier::detail {

template <class Set>
struct PositionHash {
    std::size_t operator()(const Position<Set>& p) const {
        std::uint64_t hash = p.to_move == Color::white ? 1 : 2;
        for (const Set set : {p.men[0], p.men[1], p.kings[0], p.kings[1]}) {
            auto bits = set.bits();
            for (std::size_t i = 0; i < sizeof bits; i += 8) {
                hash = (hash ^ static_cast<std::uint64_t>(bits)) * 0x9e3779b97f4a7c15u;
                hash ^= hash >> 29;
                if constexpr (sizeof bits > 8) bits >>= 64;
            }
        }
        return static_cast<std::size_t>(hash);
    }
};

// How often positions have occurred, as far as is known.
template <class S>
class Occurrences {
public:
    Occurrences(const BoardGame<S>& game, const EarlierPlies& earlier) : game_{&game} {
        constexpr int any = std::numeric_limits<int>::max() / 2;
        const int plies = std::min(earlier.at_most.value_or(any), earlier.counted.value_or(any));
        earlier_ = (plies + 3) / 4;  // the same position cannot come back in fewer than four plies
    }

    void add(const Position<S>& position) { most_ = std::max(most_, ++seen_[position]); }
    void play(const Position<S>& before, const Move<S>& move) {
        if (!reversible(before, move)) {
            seen_.clear();
            most_ = 0;
            earlier_ = 0;
        }
    }

    int sure(const Position<S>& position) const {
        const auto found = seen_.find(position);
        return found == seen_.end() ? 0 : found->second;
    }
    int perhaps(const Position<S>& position) const { return sure(position) + earlier_; }
    int earlier() const { return earlier_; }
    int most() const { return most_; }  // the largest sure()

    // Men of some games step sideways, and come back.
    bool reversible(const Position<S>& before, const Move<S>& move) const {
        if (move.is_capture()) return false;
        const auto& board = game_->board();
        return before.kings[index(before.to_move)].contains(move.from) ||
               board.row(move.from) == board.row(move.to);
    }

private:
    const BoardGame<S>* game_;
    std::unordered_map<Position<S>, int, PositionHash<S>> seen_;  // since the last irreversible move
    int most_ = 0;
    int earlier_ = 0;  // times that the position may have occurred before the first one
};

inline void add_ply(std::vector<PlySpan>& spans, std::size_t ply) {
    if (!spans.empty() && spans.back().last + 1 == ply) {
        spans.back().last = ply;
    } else {
        spans.push_back({ply, ply});
    }
}

template <class S>
class DrawFinder {
public:
    DrawFinder(const BoardGame<S>& game, const GameRecord<S>& record, const DrawRules& rules)
        : game_{game},
          record_{record},
          rules_{rules},
          diagonal_{long_diagonal<S>(game.board().shape())},
          occurrences_{game, EarlierPlies::none()} {
        asks_for_captures_ = std::ranges::any_of(
            rules, [](const DrawRule& rule) { return rule.condition.nothing_to_capture; });
        for (const DrawRule& rule : rules) found_.push_back({rule, {}, {}, {}, std::nullopt});
    }

    GameDraws run(const EarlierPlies& earlier) {
        GameDraws draws;
        draws.plies = record_.moves.size();
        draws.to_move_first = record_.start.to_move;
        const EarlierPlies before = record_.set_up ? earlier : EarlierPlies::none();
        draws.history_known = before.at_most == 0;
        const Position<S>& first = record_.moves.empty() ? record_.last : record_.moves.front().before;
        // A position may be set up before the first move as well.
        begin(first, first == record_.start ? before : EarlierPlies::unknown(), draws);
        look(first, 0);
        for (std::size_t i = 0; i < record_.moves.size(); ++i) {
            const PlayedMove<S>& played = record_.moves[i];
            const bool last = i + 1 == record_.moves.size();
            if (!played.sure || (last && !record_.last_is_sure)) break;
            const Position<S> after = game_.apply(played.before, played.move);
            const PlyKind kind = kind_of(played.before, played.move);
            occurrences_.play(played.before, played.move);
            const DrawFacts facts = facts_at(after);
            for (DrawCount& count : counts_) count.ply(kind, played.before.to_move, facts);
            const Position<S>& next = last ? record_.last : record_.moves[i + 1].before;
            draws.looked_at = i + 1;
            if (next == after) {
                occurrences_.add(after);
                look(after, i + 1, facts);
            } else {  // a position was set up on the way
                begin(next, EarlierPlies::unknown(), draws);
                look(next, i + 1);
            }
        }
        draws.over = over(record_.last);
        draws.counted.resize(rules_.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            if (rules_[i].kind == DrawKind::count && draws.looked_at == draws.plies)
                draws.counted[i] = counts_[count++].plies();
        }
        for (RuleInGame& rule : found_) {
            if (rule.holds.empty() && rule.may_hold.empty()) continue;
            draws.rules.push_back(std::move(rule));
        }
        return draws;
    }

private:
    void begin(const Position<S>& position, const EarlierPlies& earlier, GameDraws& draws) {
        draws.history_known = draws.history_known && earlier.at_most == 0;
        occurrences_ = {game_, earlier};
        occurrences_.add(position);
        const DrawFacts facts = facts_at(position);
        counts_.clear();
        for (const DrawRule& rule : rules_) {
            if (rule.kind == DrawKind::count)
                counts_.emplace_back(rule, facts, position.to_move, earlier, governs(rule, rules_, facts));
        }
    }

    DrawFacts facts_at(const Position<S>& position) const {
        DrawFacts facts = facts_of(position, diagonal_);
        if (asks_for_captures_) facts.nothing_to_capture = nothing_to_capture(game_, position);
        return facts;
    }

    bool over(const Position<S>& position) const {
        return position.pieces(Color::white).empty() || position.pieces(Color::black).empty() ||
               game_.moves(position).empty();
    }

    void look(const Position<S>& position, std::size_t ply) { look(position, ply, facts_at(position)); }
    void look(const Position<S>& position, std::size_t ply, const DrawFacts& facts) {
        std::size_t count = 0;
        // The end of the game comes before every draw rule, also on the last permitted ply.
        const bool end = ply == record_.moves.size() && over(position);
        for (RuleInGame& found : found_) {
            Holds holds = Holds::no;
            switch (found.rule.kind) {
                case DrawKind::count:
                    holds = counts_[count++].holds();
                    break;
                case DrawKind::at_once:
                    if (strong_sides(found.rule.condition, facts).any()) holds = Holds::yes;
                    break;
                case DrawKind::repetition:
                    holds = repetition(found, position, ply);
                    break;
                case DrawKind::none:
                case DrawKind::agreement:
                case DrawKind::movement:
                    break;
            }
            if (holds == Holds::no || end) continue;
            if (holds == Holds::yes && found.holds.empty() && found.rule.claimant != Claimant::either)
                found.claimant = position.to_move;
            add_ply(holds == Holds::yes ? found.holds : found.may_hold, ply);
        }
    }

    Holds repetition(RuleInGame& found, const Position<S>& position, std::size_t ply) const {
        const int limit = found.rule.limit;
        if (found.rule.claimant != Claimant::with_a_next_move) {
            if (occurrences_.sure(position) >= limit) return Holds::yes;
            return occurrences_.perhaps(position) >= limit ? Holds::unknown : Holds::no;
        }
        if (occurrences_.sure(position) >= limit) add_ply(found.on_board, ply);
        if (occurrences_.most() + 1 + occurrences_.earlier() < limit) return Holds::no;
        Holds holds = Holds::no;
        for (const Move<S>& move : game_.moves(position)) {
            if (!occurrences_.reversible(position, move)) continue;
            const Position<S> next = game_.apply(position, move);
            if (occurrences_.sure(next) + 1 >= limit) return Holds::yes;
            if (occurrences_.perhaps(next) + 1 >= limit) holds = Holds::unknown;
        }
        return holds;
    }

    const BoardGame<S>& game_;
    const GameRecord<S>& record_;
    const DrawRules& rules_;
    S diagonal_;
    bool asks_for_captures_ = false;
    Occurrences<S> occurrences_;
    std::vector<DrawCount> counts_;  // of the rules that count, in their order
    std::vector<RuleInGame> found_;
};

}  // namespace damier::detail

namespace damier {

template <class S>
GameDraws find_draws(const BoardGame<S>& game, const GameRecord<S>& record, const DrawRules& rules,
                     const EarlierPlies& earlier) {
    return detail::DrawFinder<S>{game, record, rules}.run(earlier);
}

template GameDraws find_draws(const BoardGame<SquareSet64>&, const GameRecord<SquareSet64>&, const DrawRules&,
                              const EarlierPlies&);
template GameDraws find_draws(const BoardGame<SquareSet128>&, const GameRecord<SquareSet128>&,
                              const DrawRules&, const EarlierPlies&);

}  // namespace damier
