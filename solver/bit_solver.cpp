#include "solver/bit_solver.hpp"

#include <algorithm>
#include <array>

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

// Known sets of a slice: of men, and of kings.
template <class Set>
std::array<std::uint64_t, 2> known_sets(const Board<Set>& board, const Slice& slice) {
    std::array<std::uint64_t, 2> sets{1, 1};
    for (Color c : both_colors) {
        const int kings = slice.kings_of(c);
        const int men = std::max(0, slice.men_of(c) - (kings > 0 ? 0 : 1));
        sets[0] = checked_product(sets[0], binomial(board.man_squares(c).size(), men));
        if (kings > 0) sets[1] = checked_product(sets[1], binomial(board.squares(), kings - 1));
    }
    return sets;
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
bool bit_solver_can(const Board<Set>& board, const Rules& rules) {
    return supported(board.shape(), rules);
}

template <class Set>
std::unique_ptr<BitSolver<Set>> make_bit_solver(const Board<Set>& board, const Rules& rules, CpuPath path) {
    if (!bit_solver_can(board, rules)) return nullptr;
    const PathKernels& kernels = kernels_of(path);
    if constexpr (Set::capacity > 64) {
        return std::make_unique<TileSolver<uint128, Set>>(board, rules, *kernels.squares_72);
    } else {
        const int squares = board.squares();
        if (squares <= 32)
            return std::make_unique<TileSolver<std::uint32_t, Set>>(board, rules, *kernels.squares_32);
        const auto& kernel = squares <= 56 ? *kernels.squares_56 : *kernels.squares_64;
        return std::make_unique<TileSolver<std::uint64_t, Set>>(board, rules, kernel);
    }
}

#define DAMIER_BIT_SOLVER(Set)                                                                          \
    template bool bit_solver_can(const Board<Set>&, const Rules&);                                      \
    template std::unique_ptr<BitSolver<Set>> make_bit_solver(const Board<Set>&, const Rules&, CpuPath); \
    template std::uint64_t tile_memory(const Board<Set>&, const Slice&);                                \
    template std::uint64_t tile_scratch(const Board<Set>&, const Slice&);
DAMIER_BIT_SOLVER(SquareSet64)
DAMIER_BIT_SOLVER(SquareSet128)

}  // namespace damier
