// The slow oracle of the tables: every position of a material class, its successors from the naive rules, and
// plain iteration until nothing changes any more. No symmetry, no un-moves, no men levels.
//
// Positions: at least one piece a side, no man on its own crown row; where walks of kings count, with each
// that is possible. What the side to move gets that has no legal move, the rules say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

// White men, white kings, black men, black kings.
using Material = std::array<int, 4>;

Material material_of(const NaiveState& state);

class NaiveSolver {
public:
    // The board of the variant, or any other.
    explicit NaiveSolver(Variant variant);
    NaiveSolver(Variant variant, int rows, int cols);

    // Each solves what it leads to as well, and nothing twice. A slice takes 3 * 2 * squares^pieces bytes and
    // a few microseconds a position. Throws std::length_error for what cannot be meant.
    void solve_up_to(int pieces);
    void solve_slice(int white_men, int white_kings, int black_men, int black_kings);
    bool is_solved(const Material& material) const { return slices_.count(material) != 0; }
    std::vector<Material> solved() const;

    // For the side to move: 'W', 'L', 'D'. Throws std::out_of_range where the slice is not solved.
    char value(const NaiveState& state) const;
    // Plies until the side to move cannot; the winner hurries, the loser delays. -1 for a draw.
    int plies(const NaiveState& state) const;

    using Visit = std::function<void(const NaiveState& state, char value, int plies)>;
    // White to move positions first, then the same placements with Black to move.
    void for_each(int white_men, int white_kings, int black_men, int black_kings, const Visit& visit) const;

    struct Counts {
        std::uint64_t positions = 0, wins = 0, losses = 0, draws = 0;
        int longest_win = -1, longest_loss = -1;  // plies
        Counts& operator+=(const Counts& more);
    };
    Counts counts(const Material& material, char to_move) const;  // to_move: 'w' or 'b'

private:
    using Id = std::uint32_t;  // of a position, across all slices

    int walks(const Material& material, int color) const;  // color: 0 White, 1 Black
    // Not where the first king decides and there is one.
    bool has_values(const Material& material) const;
    bool decode(const Material& material, std::size_t code, NaiveState& state) const;
    std::size_t codes(const Material& material) const;
    Id id_of(const NaiveState& state) const;
    void solve_one(const Material& material);

    Variant variant_;
    int rows_;
    int cols_;
    NaiveState blank_;
    int squares_;
    std::map<Material, Id> slices_;  // the id of a slice's first position
    // By id. Codes that are no position (overlap, a man at home where it cannot be) are marked '-'.
    // Id 0 stands for "no pieces left", or the other side has made the first king: decided, 0 plies.
    std::vector<char> values_;
    std::vector<std::int16_t> plies_;
};

}  // namespace damier::oracle
