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
const SizeKernels& kernels_for(std::string_view metric, CpuPath path) {
    const PathKernels& kernels = kernels_of(path);
    if (metric == DtwMetric::name) return kernels.dtw;
    return metric == DtzMetric::name ? kernels.dtz : kernels.wld;
}

// f(kernel of the board's size)
template <class Set, class F>
auto with_kernel(const Board<Set>& board, const SizeKernels& kernels, F f) {
    if constexpr (Set::capacity > 64) {
        return f(*kernels.squares_72);
    } else {
        const int squares = board.squares();
        if (squares <= 32) return f(*kernels.squares_32);
        return f(squares <= 56 ? *kernels.squares_56 : *kernels.squares_64);
    }
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

}  // namespace

template <class Set>
std::uint64_t tile_memory(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    const auto sets = known_sets(board, slice);
    return with_kernel(board, kernels_for(metric, CpuPath::baseline), [&](const auto& kernel) {
        const std::uint64_t movers = slice.canonical() ? 2 : 1;
        const std::uint64_t bytes = movers * kernel.record_bytes + 2 * kernel.tile_bytes;
        return checked_product(bytes, checked_product(sets[0], sets[1]));
    });
}

template <class Set>
std::uint64_t tile_scratch(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    return with_kernel(board, kernels_for(metric, CpuPath::baseline), [&](const auto& kernel) {
        return checked_product(2 * kernel.scratch_bytes + 2, known_sets(board, slice)[1]);
    });
}

template <class Set>
bool bit_solver_can(const Board<Set>& board, const Rules& rules) {
    return supported(board.shape(), rules);
}

template <class Set, class M>
std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>& board, const Rules& rules,
                                                   CpuPath path) {
    if (!bit_solver_can(board, rules)) return nullptr;
    return with_kernel(board, kernels_for(M::name, path),
                       [&]<class Word>(const Kernel<Word>& kernel) -> std::unique_ptr<BitSolver<Set, M>> {
                           return std::make_unique<TileSolver<Word, Set, M>>(board, rules, kernel);
                       });
}

#define DAMIER_MAKE_BIT_SOLVER(Set, M) \
    template std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>&, const Rules&, CpuPath);
#define DAMIER_BIT_SOLVER(Set)                                                             \
    template bool bit_solver_can(const Board<Set>&, const Rules&);                         \
    DAMIER_MAKE_BIT_SOLVER(Set, WldMetric)                                                 \
    DAMIER_MAKE_BIT_SOLVER(Set, DtwMetric)                                                 \
    DAMIER_MAKE_BIT_SOLVER(Set, DtzMetric)                                                 \
    template std::uint64_t tile_memory(const Board<Set>&, std::string_view, const Slice&); \
    template std::uint64_t tile_scratch(const Board<Set>&, std::string_view, const Slice&);
DAMIER_BIT_SOLVER(SquareSet64)
DAMIER_BIT_SOLVER(SquareSet128)

}  // namespace damier
