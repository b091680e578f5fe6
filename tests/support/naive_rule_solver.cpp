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

std::vector<std::vector<NaiveResult>> NaiveRuleSolver::solve(const NaiveCountRule& rule) const {
    const auto limit = static_cast<std::size_t>(rule.limit);
    std::vector<std::vector<NaiveResult>> results(states_.size(),
                                                  std::vector<NaiveResult>(limit, NaiveResult::draw));
    // The result for the side that has moved, of the position with the count behind the move.
    const auto behind = [&](std::size_t i, std::size_t count, const Edge& edge) {
        if (edge.to == nobody) return NaiveResult::win;
        // A position without moves is lost, whatever the count.
        if (edges_[edge.to].empty()) return NaiveResult::win;
        const char before = rule.strong(states_[i]);
        const char after = rule.strong(states_[edge.to]);
        std::size_t next = 0;
        if (before != '\0' && after != '\0' && !(rule.capture_restarts && edge.capture) &&
            !(rule.man_move_restarts && edge.man_move) && !(rule.promotion_restarts && edge.promotion)) {
            const char mover = states_[i].to_move;
            const bool counts = rule.whose == 'e' || (rule.whose == 's') == (mover == after);
            next = count + (counts ? 1 : 0);
        }
        if (next >= limit) return NaiveResult::draw;
        const NaiveResult theirs = results[edge.to][next];
        return theirs == NaiveResult::win    ? NaiveResult::loss
               : theirs == NaiveResult::loss ? NaiveResult::win
                                             : NaiveResult::draw;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            for (std::size_t count = 0; count < limit; ++count) {
                if (results[i][count] != NaiveResult::draw) continue;
                NaiveResult best = NaiveResult::loss;
                for (const Edge& edge : edges_[i]) best = std::max(best, behind(i, count, edge));
                if (best == NaiveResult::draw) continue;
                results[i][count] = best;
                changed = true;
            }
        }
    }
    return results;
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
