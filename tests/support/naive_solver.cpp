#include "tests/support/naive_solver.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace damier::oracle {

namespace {

const std::array<char, 4> piece_kinds = {'w', 'W', 'b', 'B'};  // in the order of Material

int pieces_of(const Material& m) { return m[0] + m[1] + m[2] + m[3]; }
bool has_both_sides(const Material& m) { return m[0] + m[1] > 0 && m[2] + m[3] > 0; }

std::vector<int> squares_with(const NaiveState& state, char piece) {
    std::vector<int> squares;
    for (int square = 0; square < square_count(state); ++square) {
        if (piece_at(state, square) == piece) squares.push_back(square);
    }
    return squares;
}

}  // namespace

Material material_of(const NaiveState& state) {
    Material m = {};
    for (std::size_t kind = 0; kind < 4; ++kind) {
        m[kind] = static_cast<int>(std::count(state.cells.begin(), state.cells.end(), piece_kinds[kind]));
    }
    return m;
}

NaiveSolver::NaiveSolver(Variant variant)
    : NaiveSolver(variant, rules_of(variant).rows, rules_of(variant).cols) {}

NaiveSolver::NaiveSolver(Variant variant, int rows, int cols)
    : variant_(variant),
      rows_(rows),
      cols_(cols),
      blank_(empty_state(variant, rows, cols, 'w')),
      squares_(square_count(blank_)),
      values_{rules_of(variant).without_pieces},
      plies_{0} {}

void NaiveSolver::solve_up_to(int pieces) {
    for (int n = 2; n <= pieces; ++n) {
        for (int wm = 0; wm <= n; ++wm) {
            for (int wk = 0; wm + wk <= n; ++wk) {
                for (int bm = 0; wm + wk + bm <= n; ++bm) {
                    const Material m = {wm, wk, bm, n - wm - wk - bm};
                    if (has_both_sides(m)) solve_slice(m[0], m[1], m[2], m[3]);
                }
            }
        }
    }
}

bool NaiveSolver::has_values(const Material& material) const {
    return !rules_of(variant_).first_king_wins || material[1] + material[3] == 0;
}

// First what a single capture or promotion leads to, and so on: that covers captures of many pieces.
void NaiveSolver::solve_slice(int white_men, int white_kings, int black_men, int black_kings) {
    const Material m = {white_men, white_kings, black_men, black_kings};
    if (!has_both_sides(m) || !has_values(m) || is_solved(m)) return;
    if (pieces_of(m) > 8 || codes(m) > 200'000'000) {
        throw std::length_error("This slice is too large for the naive solver.");
    }
    for (std::size_t kind = 0; kind < 4; ++kind) {
        Material fewer = m;
        if (--fewer[kind] < 0) continue;
        solve_slice(fewer[0], fewer[1], fewer[2], fewer[3]);
        if (kind == 0 || kind == 2)
            solve_slice(fewer[0], fewer[1] + (kind == 0), fewer[2], fewer[3] + (kind == 2));
    }
    solve_one(m);
}

// The walks of kings that a side can have: none, or each of its kings, by square, with each number of moves.
int NaiveSolver::walks(const Material& material, int color) const {
    const auto i = static_cast<std::size_t>(2 * color);
    return material[i] > 0 ? 1 + rules_of(variant_).moves_in_a_row * material[i + 1] : 1;
}

// A position's code within its slice: the squares as digits of a number in base `squares_`, the pieces in the
// order of Material and within a kind by square; then the walks of both sides' kings and the side to move.
// Most orders are unused; that wastes memory and keeps it plain.
std::size_t NaiveSolver::codes(const Material& material) const {
    std::size_t n = 2;
    for (int i = 0; i < pieces_of(material); ++i) n *= static_cast<std::size_t>(squares_);
    return n * static_cast<std::size_t>(walks(material, 0) * walks(material, 1));
}

bool NaiveSolver::decode(const Material& material, std::size_t code, NaiveState& state) const {
    const std::size_t half = codes(material) / 2;
    state = blank_;
    state.to_move = code < half ? 'w' : 'b';
    code %= half;
    std::array<std::size_t, 2> walk_numbers = {};
    for (const std::size_t color : {0, 1}) {
        const auto count = static_cast<std::size_t>(walks(material, static_cast<int>(color)));
        walk_numbers[color] = code % count;
        code /= count;
    }
    for (std::size_t kind = 4; kind-- > 0;) {
        int last = squares_;
        for (int i = 0; i < material[kind]; ++i) {
            const int square = static_cast<int>(code % static_cast<std::size_t>(squares_));
            code /= static_cast<std::size_t>(squares_);
            if (square >= last || piece_at(state, square) != '.') return false;
            const int row = cell_of(state, square) / cols_;
            if (piece_kinds[kind] == 'w' && row == 0) return false;
            if (piece_kinds[kind] == 'b' && row == rows_ - 1) return false;
            put(state, square, piece_kinds[kind]);
            last = square;
        }
    }
    const int limit = rules_of(variant_).moves_in_a_row;
    for (const std::size_t color : {0, 1}) {
        const auto number = static_cast<int>(walk_numbers[color]);
        if (number == 0) continue;
        const std::vector<int> kings = squares_with(state, piece_kinds[2 * color + 1]);
        state.walks[color] = {kings[static_cast<std::size_t>((number - 1) / limit)],
                              (number - 1) % limit + 1};
    }
    return true;
}

NaiveSolver::Id NaiveSolver::id_of(const NaiveState& state) const {
    const Material material = material_of(state);
    if (has_both_sides(material) && !has_values(material)) return 0;  // the first king has decided
    if (!has_both_sides(material)) {
        const bool mover_has_pieces =
            state.to_move == 'w' ? material[0] + material[1] : material[2] + material[3];
        if (mover_has_pieces) throw std::out_of_range("The side that does not move has no pieces.");
        return 0;
    }
    const auto slice = slices_.find(material);
    if (slice == slices_.end()) throw std::out_of_range("This slice has not been solved.");
    std::size_t code = 0;
    for (const char kind : piece_kinds) {
        int square = 0;
        for (const char cell : state.cells) {
            if (cell == ' ') continue;
            if (cell == kind)
                code = code * static_cast<std::size_t>(squares_) + static_cast<std::size_t>(square);
            ++square;
        }
    }
    const int limit = rules_of(variant_).moves_in_a_row;
    for (const std::size_t color : {1, 0}) {
        const NaiveState::Walk& walk = state.walks[color];
        int number = 0;
        if (walk.moves > 0) {
            const std::vector<int> kings = squares_with(state, piece_kinds[2 * color + 1]);
            const auto place = std::find(kings.begin(), kings.end(), walk.square) - kings.begin();
            number = static_cast<int>(place) * limit + walk.moves;
        }
        code = code * static_cast<std::size_t>(walks(material, static_cast<int>(color))) +
               static_cast<std::size_t>(number);
    }
    if (state.to_move == 'b') code += codes(material) / 2;
    return slice->second + static_cast<Id>(code);
}

void NaiveSolver::solve_one(const Material& material) {
    const std::size_t first = values_.size();
    const std::size_t total = codes(material);
    if (first + total > std::numeric_limits<Id>::max()) {
        throw std::length_error("All slices together are too large for the naive solver.");
    }
    slices_[material] = static_cast<Id>(first);
    values_.resize(first + total, '-');
    plies_.resize(first + total, -1);

    // Every position and its successors; those of position i lie at begins[i] .. begins[i + 1].
    std::vector<Id> positions;
    std::vector<std::size_t> begins;
    std::vector<Id> successors;
    NaiveState state;
    for (std::size_t code = 0; code < total; ++code) {
        if (!decode(material, code, state)) continue;
        positions.push_back(static_cast<Id>(first + code));
        begins.push_back(successors.size());
        for (const NaiveMove& move : legal_moves(state)) successors.push_back(id_of(move.after));
        values_[first + code] = 'D';
    }
    begins.push_back(successors.size());

    const char blocked = rules_of(variant_).without_a_move;

    // Win, loss, draw. A draw is what is never found to be anything else.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            char& value = values_[positions[i]];
            if (value != 'D') continue;
            if (begins[i] == begins[i + 1]) {
                value = blocked;
                changed = changed || value != 'D';
                continue;
            }
            bool some_lost = false;
            bool all_won = true;
            for (std::size_t j = begins[i]; j < begins[i + 1]; ++j) {
                some_lost = some_lost || values_[successors[j]] == 'L';
                all_won = all_won && values_[successors[j]] == 'W';
            }
            if (some_lost) value = 'W';
            if (all_won) value = 'L';
            changed = changed || value != 'D';
        }
    }

    // Distances, from the values by another iteration: first unknown (-1), then shrinking until nothing
    // changes. The equations have just one solution, since each distance is one more than that of a
    // successor.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const char value = values_[positions[i]];
            if (value == 'D') continue;
            const bool ends_here = begins[i] == begins[i + 1];
            int best = value == 'W' && !ends_here ? -1 : 0;  // -1: not known yet
            for (std::size_t j = begins[i]; j < begins[i + 1]; ++j) {
                const int d = plies_[successors[j]];
                if (value == 'W') {
                    if (values_[successors[j]] == 'L' && d >= 0 && (best < 0 || d + 1 < best)) best = d + 1;
                } else {
                    best = d < 0 || best < 0 ? -1 : std::max(best, d + 1);
                }
            }
            if (best == plies_[positions[i]]) continue;
            plies_[positions[i]] = static_cast<std::int16_t>(best);
            changed = true;
        }
    }
    for (const Id id : positions) {
        const int parity = values_[id] == rules_of(variant_).without_pieces ? 0 : 1;
        if (values_[id] != 'D' && (plies_[id] < 0 || plies_[id] % 2 != parity)) {
            throw std::logic_error("The naive solver's values and distances disagree.");
        }
    }
}

std::vector<Material> NaiveSolver::solved() const {
    std::vector<Material> result;
    for (const auto& [material, first] : slices_) result.push_back(material);
    return result;
}

char NaiveSolver::value(const NaiveState& state) const {
    const char value = values_[id_of(state)];
    if (value == '-') throw std::out_of_range("A man stands on its own crown row.");
    return value;
}

int NaiveSolver::plies(const NaiveState& state) const {
    value(state);  // for its checks
    return plies_[id_of(state)];
}

void NaiveSolver::for_each(int white_men, int white_kings, int black_men, int black_kings,
                           const Visit& visit) const {
    const Material material = {white_men, white_kings, black_men, black_kings};
    const Id first = slices_.at(material);
    NaiveState state;
    for (std::size_t code = 0; code < codes(material); ++code) {
        if (values_[first + code] == '-') continue;
        decode(material, code, state);
        visit(state, values_[first + code], plies_[first + code]);
    }
}

NaiveSolver::Counts& NaiveSolver::Counts::operator+=(const Counts& more) {
    positions += more.positions;
    wins += more.wins;
    losses += more.losses;
    draws += more.draws;
    longest_win = std::max(longest_win, more.longest_win);
    longest_loss = std::max(longest_loss, more.longest_loss);
    return *this;
}

NaiveSolver::Counts NaiveSolver::counts(const Material& material, char to_move) const {
    Counts counts;
    const std::size_t half = codes(material) / 2;
    const std::size_t first = slices_.at(material) + (to_move == 'w' ? 0 : half);
    for (std::size_t id = first; id < first + half; ++id) {
        if (values_[id] == '-') continue;
        ++counts.positions;
        if (values_[id] == 'D') ++counts.draws;
        if (values_[id] == 'W') {
            ++counts.wins;
            counts.longest_win = std::max(counts.longest_win, int{plies_[id]});
        }
        if (values_[id] == 'L') {
            ++counts.losses;
            counts.longest_loss = std::max(counts.longest_loss, int{plies_[id]});
        }
    }
    return counts;
}

}  // namespace damier::oracle
