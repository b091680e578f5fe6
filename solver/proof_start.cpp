#include "solver/proof_start.hpp"

#include <algorithm>
#include <cstdlib>

namespace damier {

namespace {

// In moves, by trial: see docs/measurements.md.
constexpr int moves_for_enemy_ahead = 2;
constexpr int moves_for_man_at_home = 2;

}  // namespace

ProofStart::ProofStart(const Rules& rules, const BoardShape& shape) : crowning_wins_{rules.crowning_wins.is} {
    if (!crowning_wins_) return;
    std::array<BoardShape::Place, squares> places = {};
    const int count = shape.squares();
    for (int i = 0; i < count; ++i) places[static_cast<std::size_t>(i)] = shape.place(square(i));
    for (int i = 0; i < count; ++i) {
        const auto man = static_cast<std::size_t>(i);
        rows_[0][man] = places[man].row;
        rows_[1][man] = shape.height - 1 - places[man].row;
        for (const Color color : both_colors) {
            if (rows_[index(!color)][man] == 0) home_[index(color)].insert(square(i));
            for (int j = 0; j < count; ++j) {
                const auto enemy = static_cast<std::size_t>(j);
                const int up =
                    rows_[index(color)][man] -
                    (color == Color::white ? places[enemy].row : shape.height - 1 - places[enemy].row);
                if (up > 0 && std::abs(places[enemy].column - places[man].column) <= up) {
                    ahead_[index(color)][man].insert(square(j));
                }
            }
        }
    }
}

int ProofStart::way_to_crown(const ProofPosition& position, Color runner) const {
    const auto side = index(runner);
    const SquareSet64 enemies = position.pieces(!runner);
    int least = static_cast<int>(squares);
    // The foremost men first: one that has more rows to go than another has moves is not worth a look.
    for (SquareSet64 men = position.men[side]; !men.empty();) {
        const Square man = runner == Color::white ? men.front() : men.back();
        const auto at = static_cast<std::size_t>(index(man));
        if (rows_[side][at] >= least) break;
        least =
            std::min(least, rows_[side][at] + moves_for_enemy_ahead * (ahead_[side][at] & enemies).size());
        men.erase(man);
    }
    return least;
}

ProofNumbers ProofStart::numbers(const ProofPosition& position, Color attacker, int moves) const {
    const bool attacks = position.to_move == attacker;
    int mine = 1;
    int theirs = moves;
    if (crowning_wins_) {
        const auto side = index(position.to_move);
        const auto other = index(!position.to_move);
        const int guards =
            (position.men[other] & home_[other]).size() - (position.men[side] & home_[side]).size();
        mine = way_to_crown(position, position.to_move) + moves_for_man_at_home * std::max(guards, 0);
        theirs += way_to_crown(position, !position.to_move) + moves_for_man_at_home * std::max(-guards, 0);
    }
    const auto least = static_cast<std::uint32_t>(std::max(mine, 1));
    const auto most = static_cast<std::uint32_t>(theirs);
    return attacks ? ProofNumbers{least, most, 0} : ProofNumbers{most, least, 0};
}

}  // namespace damier
