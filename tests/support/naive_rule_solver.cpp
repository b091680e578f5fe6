#include "tests/support/naive_rule_solver.hpp"

#include <algorithm>
#include <cctype>

namespace damier::oracle {

namespace {

std::string key_of(const NaiveState& state) {
    return std::string{state.cells.begin(), state.cells.end()} + state.to_move;
}

bool has_pieces(const NaiveState& state, char color) {
    const char king = static_cast<char>(std::toupper(static_cast<unsigned char>(color)));
    return std::any_of(state.cells.begin(), state.cells.end(),
                       [&](char c) { return c == color || c == king; });
}

// Every way to put `left` more pieces on squares from `square` on.
void place(NaiveState& state, int square, int left, std::vector<NaiveState>& all) {
    if (has_pieces(state, 'w') && has_pieces(state, 'b')) {
        for (const char side : {'w', 'b'}) {
            all.push_back(state);
            all.back().to_move = side;
        }
    }
    if (left == 0) return;
    for (int s = square; s < square_count(state.rows, state.cols); ++s) {
        const int row = cell_of(state.rows, state.cols, s) / state.cols;
        for (const char piece : {'w', 'b', 'W', 'B'}) {
            if ((piece == 'w' && row == 0) || (piece == 'b' && row == state.rows - 1)) continue;
            put(state, s, piece);
            place(state, s + 1, left - 1, all);
            put(state, s, '.');
        }
    }
}

}  // namespace

NaiveRuleSolver::NaiveRuleSolver(Variant variant, int rows, int cols, int pieces) {
    NaiveState empty = empty_state(variant, rows, cols, 'w');
    place(empty, 0, pieces, states_);
    for (std::size_t i = 0; i < states_.size(); ++i) numbers_[key_of(states_[i])] = i;
    edges_.resize(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const NaiveState& before = states_[i];
        for (const NaiveMove& move : legal_moves(before)) {
            const char moved = piece_at(before, move.from);
            Edge edge{nobody, !move.captured.empty(), moved == before.to_move,
                      moved == before.to_move && piece_at(move.after, move.to) != moved};
            if (has_pieces(move.after, move.after.to_move)) edge.to = numbers_.at(key_of(move.after));
            edges_[i].push_back(edge);
        }
    }
}

// What the rule says of each position, so that it is asked once.
struct NaiveRuleSolver::Seen {
    std::vector<char> strong;
    std::vector<bool> runs;  // can a count run here?
};
NaiveRuleSolver::Seen NaiveRuleSolver::look(const NaiveCountRule& rule) const {
    Seen seen;
    for (const NaiveState& state : states_) {
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

std::vector<std::vector<NaiveResult>> NaiveRuleSolver::solve(const NaiveCountRule& rule) const {
    return solve(std::vector{rule});
}

std::vector<std::vector<NaiveResult>> NaiveRuleSolver::solve(const std::vector<NaiveCountRule>& rules) const {
    std::size_t places = 1;
    std::vector<Seen> seen;
    for (const NaiveCountRule& rule : rules) {
        places *= static_cast<std::size_t>(rule.limit);
        seen.push_back(look(rule));
    }
    std::vector<std::vector<NaiveResult>> results(states_.size(),
                                                  std::vector<NaiveResult>(places, NaiveResult::draw));
    // The result for the side that has moved, of the position with the counts behind the move.
    const auto behind = [&](std::size_t i, std::size_t place, const Edge& edge) {
        if (edge.to == nobody) return NaiveResult::win;
        // A position without moves is lost, whatever the count.
        if (edges_[edge.to].empty()) return NaiveResult::win;
        std::size_t next_place = 0;
        std::size_t stride = 1;
        for (std::size_t r = 0; r < rules.size(); ++r) {
            const NaiveCountRule& rule = rules[r];
            const auto limit = static_cast<std::size_t>(rule.limit);
            std::size_t next = 0;
            if (!restarts(rule, seen[r], i, edge)) {
                const bool by_strong = states_[i].to_move == seen[r].strong[edge.to];
                const bool counts = rule.whose == 'e' || (rule.whose == 's') == by_strong;
                next = place / stride % limit + (counts ? 1 : 0);
            }
            if (next >= limit) return NaiveResult::draw;
            next_place += next * stride;
            stride *= limit;
        }
        const NaiveResult theirs = results[edge.to][next_place];
        return theirs == NaiveResult::win    ? NaiveResult::loss
               : theirs == NaiveResult::loss ? NaiveResult::win
                                             : NaiveResult::draw;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            for (std::size_t place = 0; place < places; ++place) {
                if (results[i][place] != NaiveResult::draw) continue;
                NaiveResult best = NaiveResult::loss;
                for (const Edge& edge : edges_[i]) best = std::max(best, behind(i, place, edge));
                if (best == NaiveResult::draw) continue;
                results[i][place] = best;
                changed = true;
            }
        }
    }
    return results;
}

std::vector<int> NaiveRuleSolver::needed(const NaiveCountRule& rule, const std::vector<NaiveResult>& plain,
                                         const std::vector<NaiveResult>& fresh) const {
    const Seen seen = look(rule);
    std::vector<int> plies(states_.size(), -1);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (edges_[i].empty()) plies[i] = 0;
    }
    // A position is decided in `round` plies by what was decided in fewer.
    const auto leads_in_time = [&](std::size_t i, const Edge& edge, NaiveResult wanted, int round) {
        if (edge.to == nobody) return wanted == NaiveResult::loss;
        if (plain[edge.to] != wanted) return false;
        if (edges_[edge.to].empty()) return true;
        if (restarts(rule, seen, i, edge)) return fresh[edge.to] == wanted;
        return plies[edge.to] >= 0 && plies[edge.to] < round;
    };
    bool changed = true;
    for (int round = 1; changed; ++round) {
        changed = false;
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (plies[i] >= 0 || plain[i] == NaiveResult::draw) continue;
            const bool wins = plain[i] == NaiveResult::win;
            const NaiveResult wanted = wins ? NaiveResult::loss : NaiveResult::win;
            const auto in_time = [&](const Edge& edge) { return leads_in_time(i, edge, wanted, round); };
            if (wins ? std::any_of(edges_[i].begin(), edges_[i].end(), in_time)
                     : std::all_of(edges_[i].begin(), edges_[i].end(), in_time))
                found.push_back(i);
        }
        for (const std::size_t i : found) plies[i] = round;
        changed = !found.empty();
    }
    return plies;
}

std::vector<NaiveResult> NaiveRuleSolver::solve() const {
    NaiveCountRule none;
    none.strong = [](const NaiveState&) { return '\0'; };
    none.limit = 1;
    std::vector<NaiveResult> results;
    for (const auto& of_counts : solve(none)) results.push_back(of_counts.front());
    return results;
}

}  // namespace damier::oracle
