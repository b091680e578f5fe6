#include "solver/bit_solver.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "egtb/binomial.hpp"
#include "solver/bit_kernels.hpp"
#include "solver/bit_tile_solver.hpp"

namespace damier {

namespace {

using namespace bits;

const PathKernels& kernels_of(CpuPath path) {
    switch (path) {
        case CpuPath::avx512:
            return kernels_avx512;
        case CpuPath::avx2:
            return kernels_avx2;
        case CpuPath::baseline:
            break;
    }
    return kernels_baseline;
}

int known_men(const Slice& slice, Color c) {
    return std::max(0, slice.men_of(c) - (slice.kings_of(c) > 0 ? 0 : 1));
}

// Known sets of a slice: of men, and of kings.
template <class Set>
std::array<std::uint64_t, 2> known_sets(const Board<Set>& board, const Slice& slice) {
    std::array<std::uint64_t, 2> sets{1, 1};
    for (Color c : both_colors) {
        const int kings = slice.kings_of(c);
        sets[0] = checked_product(sets[0], binomial(board.man_squares(c).size(), known_men(slice, c)));
        if (kings > 0) sets[1] = checked_product(sets[1], binomial(board.squares(), kings - 1));
    }
    return sets;
}

// Sets of so many men by the rows that they have advanced.
template <class Set>
std::vector<std::uint64_t> sets_by_advance(const Board<Set>& board, Color color, int men) {
    std::vector<std::vector<std::uint64_t>> sets(static_cast<std::size_t>(men) + 1);
    const std::size_t rows =
        static_cast<std::size_t>(board.shape().height) * static_cast<std::size_t>(men) + 1;
    for (auto& of : sets) of.resize(rows);
    sets[0][0] = 1;
    for (Square s : board.man_squares(color)) {
        const auto advance = static_cast<std::size_t>(board.advance(color, s));
        for (std::size_t k = static_cast<std::size_t>(men); k > 0; --k) {
            for (std::size_t rows_before = 0; rows_before + advance < rows; ++rows_before)
                sets[k][rows_before + advance] =
                    checked_sum(sets[k][rows_before + advance], sets[k - 1][rows_before]);
        }
    }
    return sets.back();
}

template <class Set>
std::uint64_t tile_size(const Board<Set>& board) {
    const int squares = board.squares();
    if (Set::capacity > 64) return kernels_baseline.squares_72->tile_bytes;
    return squares <= 32   ? kernels_baseline.squares_32->tile_bytes
           : squares <= 56 ? kernels_baseline.squares_56->tile_bytes
                           : kernels_baseline.squares_64->tile_bytes;
}

}  // namespace

template <class Set>
std::uint64_t tile_memory(const Board<Set>& board, const Slice& slice) {
    const auto sets = known_sets(board, slice);
    const std::uint64_t planes = slice.canonical() ? 6 : 4;
    return checked_product(planes * tile_size(board), checked_product(sets[0], sets[1]));
}

template <class Set>
std::uint64_t tile_scratch(const Board<Set>& board, const Slice& slice) {
    return checked_product(4 * tile_size(board) + 2, known_sets(board, slice)[1]);
}

template <class Set>
std::uint64_t tile_window(const Board<Set>& board, const Slice& slice) {
    const auto white = sets_by_advance(board, Color::white, known_men(slice, Color::white));
    const auto black = sets_by_advance(board, Color::black, known_men(slice, Color::black));
    std::vector<std::uint64_t> levels(white.size() + black.size());
    for (std::size_t w = 0; w < white.size(); ++w) {
        for (std::size_t b = 0; b < black.size(); ++b)
            levels[w + b] = checked_sum(levels[w + b], checked_product(white[w], black[b]));
    }
    std::uint64_t most = 0;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        most = std::max(most, checked_sum(levels[i], levels[i + 1]));
    const std::uint64_t planes = slice.canonical() ? 6 : 4;
    return checked_product(planes * tile_size(board), checked_product(most, known_sets(board, slice)[1]));
}

template <class Set>
bool bit_solver_can(const Board<Set>& board, const Rules& rules) {
    return supported(board.shape(), rules);
}

template <class Set>
std::unique_ptr<BitSolver<Set>> make_bit_solver(const Board<Set>& board, const Rules& rules, CpuPath path,
                                                std::uint64_t memory) {
    if (!bit_solver_can(board, rules)) return nullptr;
    const PathKernels& kernels = kernels_of(path);
    if constexpr (Set::capacity > 64) {
        return std::make_unique<TileSolver<uint128, Set>>(board, rules, *kernels.squares_72, memory);
    } else {
        const int squares = board.squares();
        if (squares <= 32)
            return std::make_unique<TileSolver<std::uint32_t, Set>>(board, rules, *kernels.squares_32,
                                                                    memory);
        const auto& kernel = squares <= 56 ? *kernels.squares_56 : *kernels.squares_64;
        return std::make_unique<TileSolver<std::uint64_t, Set>>(board, rules, kernel, memory);
    }
}

#define DAMIER_BIT_SOLVER(Set)                                                                         \
    template bool bit_solver_can(const Board<Set>&, const Rules&);                                     \
    template std::unique_ptr<BitSolver<Set>> make_bit_solver(const Board<Set>&, const Rules&, CpuPath, \
                                                             std::uint64_t);                           \
    template std::uint64_t tile_memory(const Board<Set>&, const Slice&);                               \
    template std::uint64_t tile_scratch(const Board<Set>&, const Slice&);                              \
    template std::uint64_t tile_window(const Board<Set>&, const Slice&);
DAMIER_BIT_SOLVER(SquareSet64)
DAMIER_BIT_SOLVER(SquareSet128)

}  // namespace damier
