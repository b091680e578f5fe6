#include "tests/support/naive_rule_solver.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

namespace damier::oracle {

namespace {

const std::array<char, 4> kinds = {'w', 'b', 'W', 'B'};

bool has_pieces(const NaiveState& state, char color) {
    const char king = static_cast<char>(std::toupper(static_cast<unsigned char>(color)));
    return std::any_of(state.cells.begin(), state.cells.end(),
                       [&](char c) { return c == color || c == king; });
}

NaiveResult turned(NaiveResult result) {
    return result == NaiveResult::win    ? NaiveResult::loss
           : result == NaiveResult::loss ? NaiveResult::win
                                         : NaiveResult::draw;
}
NaiveResult result_of(char value) {
    return value == 'W' ? NaiveResult::win : value == 'L' ? NaiveResult::loss : NaiveResult::draw;
}

}  // namespace

bool NaiveCountRule::draws(char strong_side, char to_move, int plies) const {
    if (whose == 'e' || limit == 0) return plies >= limit;
    // The last ply was made by the side that is not to move.
    const int waiting = (plies + 1) / 2;
    const int moving = plies / 2;
    if (strong_side == '=') return (first_of_equal ? waiting : moving) >= limit;
    const bool counts_mover = (strong_side == to_move) == (whose == 's');
    return (counts_mover ? moving : waiting) >= limit;
}

NaiveResult NaiveResults::at(std::size_t position, const std::vector<int>& counts) const {
    std::size_t place = begins_[position];
    std::size_t stride = 1;
    for (std::size_t r = 0; r < sizes_.size(); ++r) {
        if (!runs_[r][position]) continue;
        place += static_cast<std::size_t>(counts.at(r)) * stride;
        stride *= static_cast<std::size_t>(sizes_[r]);
    }
    return results_.at(place);
}

// The pieces by square, nine bits each: square and kind, with a one before the first; then the walks of both
// kings, nine bits each: square and number of moves; then the side to move.
NaiveRuleSolver::Code NaiveRuleSolver::code_of(const NaiveState& state) const {
    Code code = 1;
    for (int square = 0; square < square_count(state); ++square) {
        const auto* kind = std::find(kinds.begin(), kinds.end(), piece_at(state, square));
        if (kind == kinds.end()) continue;
        code = code << 9 | static_cast<Code>(square << 2) | static_cast<Code>(kind - kinds.begin());
    }
    for (const NaiveState::Walk& walk : state.walks)
        code = code << 9 | (walk.moves > 0 ? static_cast<Code>(walk.square << 2 | walk.moves) : 0);
    return code << 1 | (state.to_move == 'b' ? 1 : 0);
}

NaiveState NaiveRuleSolver::state(std::size_t position) const {
    NaiveState state = empty_;
    Code code = codes_[position];
    state.to_move = (code & 1) != 0 ? 'b' : 'w';
    code >>= 1;
    for (const std::size_t color : {1, 0}) {
        const int moves = static_cast<int>(code & 3);
        if (moves > 0) state.walks[color] = {static_cast<int>(code >> 2 & 127), moves};
        code >>= 9;
    }
    for (; code > 1; code >>= 9) put(state, static_cast<int>(code >> 2 & 127), kinds[code & 3]);
    return state;
}

// Every way to put `left` more pieces on squares from `square` on.
void NaiveRuleSolver::place(NaiveState& state, int square, int left, const Wanted& wanted) {
    if (has_pieces(state, 'w') && has_pieces(state, 'b') && (!wanted || wanted(state))) {
        for (const char side : {'w', 'b'}) {
            state.to_move = side;
            add_walks(state, 0);
        }
    }
    if (left == 0) return;
    for (int s = square; s < square_count(state); ++s) {
        const int row = cell_of(state, s) / state.cols;
        for (const char piece : kinds) {
            if ((piece == 'w' && row == 0) || (piece == 'b' && row == state.rows - 1)) continue;
            // Where the first king decides there is no position with one.
            if ((piece == 'W' || piece == 'B') && rules_of(variant_).first_king_wins) continue;
            put(state, s, piece);
            place(state, s + 1, left - 1, wanted);
            put(state, s, '.');
        }
    }
}

void NaiveRuleSolver::add_walks(NaiveState& state, std::size_t color) {
    if (color == 2) {
        codes_.push_back(code_of(state));
        return;
    }
    add_walks(state, color + 1);
    const int most = rules_of(variant_).moves_in_a_row;
    if (most == 0 || std::count(state.cells.begin(), state.cells.end(), color == 0 ? 'w' : 'b') == 0) return;
    for (int s = 0; s < square_count(state); ++s) {
        if (piece_at(state, s) != (color == 0 ? 'W' : 'B')) continue;
        for (int moves = 1; moves <= most; ++moves) {
            state.walks[color] = {s, moves};
            add_walks(state, color + 1);
        }
    }
    state.walks[color] = {};
}

NaiveRuleSolver::NaiveRuleSolver(Variant variant, int rows, int cols, int pieces, const Wanted& wanted)
    : variant_{variant}, empty_{empty_state(variant, rows, cols, 'w')} {
    NaiveState state = empty_;
    place(state, 0, pieces, wanted);
    std::sort(codes_.begin(), codes_.end());
    const bool kings_decide = rules_of(variant).first_king_wins;
    for (std::size_t i = 0; i < codes_.size(); ++i) {
        const NaiveState before = NaiveRuleSolver::state(i);
        begins_.push_back(edges_.size());
        for (const NaiveMove& move : legal_moves(before)) {
            const char moved = piece_at(before, move.from);
            Edge edge{end, !move.captured.empty(), moved == before.to_move,
                      moved == before.to_move && piece_at(move.after, move.to) != moved};
            if (has_pieces(move.after, move.after.to_move) && !(kings_decide && edge.promotion)) {
                const auto found = std::lower_bound(codes_.begin(), codes_.end(), code_of(move.after));
                if (found == codes_.end() || *found != code_of(move.after))
                    throw std::logic_error(to_fen(before) + " leads to " + to_fen(move.after) +
                                           ", which is not among the positions");
                edge.to = static_cast<std::uint32_t>(found - codes_.begin());
            }
            edges_.push_back(edge);
        }
    }
    begins_.push_back(edges_.size());
}

NaiveResult NaiveRuleSolver::behind_the_end() const {
    return turned(result_of(rules_of(variant_).without_pieces));
}
NaiveResult NaiveRuleSolver::blocked() const { return result_of(rules_of(variant_).without_a_move); }

// What the rule says of each position, so that it is asked once.
struct NaiveRuleSolver::Seen {
    std::vector<char> strong;
    std::vector<char> runs;  // can a count run here?
};
NaiveRuleSolver::Seen NaiveRuleSolver::look(const NaiveCountRule& rule) const {
    Seen seen;
    for (std::size_t i = 0; i < codes_.size(); ++i) {
        const NaiveState state = NaiveRuleSolver::state(i);
        seen.strong.push_back(rule.strong(state));
        seen.runs.push_back(seen.strong.back() != '\0' || rule.goes_on(state));
    }
    return seen;
}

// Does the count begin anew behind the move?
bool NaiveRuleSolver::restarts(const NaiveCountRule& rule, const Seen& seen, std::size_t from,
                               const Edge& edge) {
    return (rule.capture_restarts && edge.capture) || (rule.man_move_restarts && edge.man_move) ||
           (rule.promotion_restarts && edge.promotion) || !seen.runs[from] || !seen.runs[edge.to];
}

NaiveResults NaiveRuleSolver::solve(const std::vector<NaiveCountRule>& rules) const {
    NaiveResults all;
    std::vector<Seen> seen;
    for (const NaiveCountRule& rule : rules) {
        seen.push_back(look(rule));
        all.sizes_.push_back(rule.counts());
        all.runs_.push_back(seen.back().runs);
    }
    std::size_t places = 0;
    std::vector<std::size_t> counts_of;  // combinations of counts of each position
    for (std::size_t i = 0; i < codes_.size(); ++i) {
        all.begins_.push_back(places);
        counts_of.push_back(1);
        for (std::size_t r = 0; r < rules.size(); ++r) {
            if (seen[r].runs[i]) counts_of.back() *= static_cast<std::size_t>(rules[r].counts());
        }
        places += counts_of.back();
    }
    all.results_.assign(places, NaiveResult::draw);
    for (std::size_t i = 0; i < codes_.size(); ++i) {
        if (!over(i)) continue;
        for (std::size_t c = 0; c < counts_of[i]; ++c) all.results_[all.begins_[i] + c] = blocked();
    }
    std::vector<int> counts(rules.size());
    const auto drawn = [&](std::size_t i, std::size_t r, int count) {
        const char side = (codes_[i] & 1) != 0 ? 'b' : 'w';
        const char strong = seen[r].strong[i] != '\0' ? seen[r].strong[i] : '=';
        return seen[r].runs[i] && rules[r].draws(strong, side, count);
    };
    // The result for the side that has moved, of the position with the counts behind the move.
    const auto behind = [&](std::size_t i, const Edge& edge) {
        if (edge.to == end) return behind_the_end();
        std::size_t place = all.begins_[edge.to];
        // The end of the game comes first, whatever the count.
        if (over(edge.to)) return turned(all.results_[place]);
        std::size_t stride = 1;
        for (std::size_t r = 0; r < rules.size(); ++r) {
            if (!seen[r].runs[edge.to]) continue;
            const int next = restarts(rules[r], seen[r], i, edge) ? 0 : counts[r] + 1;
            if (drawn(edge.to, r, next)) return NaiveResult::draw;
            place += static_cast<std::size_t>(next) * stride;
            stride *= static_cast<std::size_t>(rules[r].counts());
        }
        return turned(all.results_[place]);
    };
    // Rounds in which only positions are looked at with a successor that the last round, or this one,
    // changed.
    std::vector<char> changed(codes_.size(), true);
    for (bool any = true; any;) {
        any = false;
        std::vector<char> now(codes_.size(), false);
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            const Edge* first = edges_.data() + begins_[i];
            const Edge* last = edges_.data() + begins_[i + 1];
            if (first == last || std::none_of(first, last, [&](const Edge& e) {
                    return e.to == end ? changed[i] : changed[e.to] || now[e.to];
                }))
                continue;
            // From the largest counts on, which large ones lead to.
            for (std::size_t c = counts_of[i]; c-- > 0;) {
                NaiveResult& result = all.results_[all.begins_[i] + c];
                if (result != NaiveResult::draw) continue;
                std::size_t rest = c;
                bool already = false;
                for (std::size_t r = 0; r < rules.size(); ++r) {
                    if (!seen[r].runs[i]) continue;
                    const auto size = static_cast<std::size_t>(rules[r].counts());
                    counts[r] = static_cast<int>(rest % size);
                    rest /= size;
                    already = already || drawn(i, r, counts[r]);
                }
                if (already) continue;
                NaiveResult best = NaiveResult::loss;
                for (const Edge* edge = first; edge != last && best != NaiveResult::win; ++edge)
                    best = std::max(best, behind(i, *edge));
                if (best == NaiveResult::draw) continue;
                result = best;
                now[i] = true;
                any = true;
            }
        }
        changed = std::move(now);
    }
    return all;
}

std::vector<int> NaiveRuleSolver::needed(const NaiveCountRule& rule, const std::vector<NaiveResult>& plain,
                                         const std::vector<NaiveResult>& fresh) const {
    const Seen seen = look(rule);
    std::vector<int> plies(codes_.size(), -1);
    for (std::size_t i = 0; i < codes_.size(); ++i) {
        if (over(i)) plies[i] = 0;
    }
    // A position is decided in `round` plies by what was decided in fewer.
    const auto leads_in_time = [&](std::size_t i, const Edge& edge, NaiveResult wanted, int round) {
        if (edge.to == end) return wanted == turned(behind_the_end());
        if (plain[edge.to] != wanted) return false;
        if (over(edge.to)) return true;
        if (restarts(rule, seen, i, edge)) return fresh[edge.to] == wanted;
        return plies[edge.to] >= 0 && plies[edge.to] < round;
    };
    bool changed = true;
    for (int round = 1; changed; ++round) {
        changed = false;
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            if (plies[i] >= 0 || plain[i] == NaiveResult::draw) continue;
            const bool wins = plain[i] == NaiveResult::win;
            const NaiveResult wanted = wins ? NaiveResult::loss : NaiveResult::win;
            const auto in_time = [&](const Edge& edge) { return leads_in_time(i, edge, wanted, round); };
            const Edge* first = edges_.data() + begins_[i];
            const Edge* last = edges_.data() + begins_[i + 1];
            if (wins ? std::any_of(first, last, in_time) : std::all_of(first, last, in_time))
                found.push_back(i);
        }
        for (const std::size_t i : found) plies[i] = round;
        changed = !found.empty();
    }
    return plies;
}

std::vector<NaiveResult> NaiveRuleSolver::solve() const {
    const NaiveResults all = solve(std::vector<NaiveCountRule>{});
    return all.results_;
}

}  // namespace damier::oracle
