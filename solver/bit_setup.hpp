// A game as the kernels of the bit-parallel solver see it (bit_game.hpp), and the known kings of a side.
#pragma once

#include <memory>
#include <vector>

#include "rules/board.hpp"
#include "rules/rules.hpp"
#include "solver/bit_game.hpp"
#include "solver/byte_array.hpp"

namespace damier::bits {

// Can the kernels play by these rules on this board? A list of what they do, not of what they do not:
// whatever is new to the rules goes to the row solver.
bool supported(const BoardShape& board, const Rules& rules);

template <class Word>
class GameTables {
public:
    template <class Set>
    GameTables(const Board<Set>& board, const Rules& rules, const Kernel<Word>& kernel);
    GameTables(const GameTables&) = delete;
    GameTables& operator=(const GameTables&) = delete;

    const GameView<Word>& game() const { return game_; }

private:
    std::byte* new_tile();
    std::byte* lanes_of(Word set);
    // Adds to a list what `steps` steps in a direction do from the squares of `from`.
    void add_leap(Shifts<Word>& list, int direction, int steps, Word from);

    GameView<Word> game_ = {};
    std::size_t tile_bytes_;
    ByteArray memory_;
    std::size_t used_ = 0;
};

// Sets of so many kings by rank, and their steps.
template <class Word>
class OuterKingTables {
public:
    OuterKingTables(const GameView<Word>& game, int color, int pieces);
    OuterKings<Word> view() const {
        return {static_cast<std::uint32_t>(sets_.size()), sets_.data(), first_step_.data(), steps_.data()};
    }

private:
    std::vector<Word> sets_;
    std::vector<std::uint32_t> first_step_;
    std::vector<OuterStep> steps_;
};

// The sets of so many squares out of first .. last-1, in colex order.
template <class Word>
std::vector<Word> sets_in_order(int first, int last, int pieces);

}  // namespace damier::bits
