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

const SizeKernels& kernels_for(std::string_view metric, CpuPath path) {
    const auto choose = [&](const SizeKernels& wld, const DistanceKernels& distances) -> const SizeKernels& {
        if (metric == DtwMetric::name) return distances.dtw;
        return metric == DtzMetric::name ? distances.dtz : wld;
    };
    switch (path) {
        case CpuPath::avx512:
            return choose(kernels_avx512, kernels_avx512_bytes);
        case CpuPath::avx2:
            return choose(kernels_avx2, kernels_avx2_bytes);
        case CpuPath::baseline:
            break;
    }
    return choose(kernels_baseline, kernels_baseline_bytes);
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

// Bytes of a tile, of all that is held of it.
template <class Set>
std::uint64_t bytes_of_tile(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    return with_kernel(board, kernels_for(metric, CpuPath::baseline), [&](const auto& kernel) {
        const std::uint64_t movers = slice.canonical() ? 2 : 1;
        return std::uint64_t{movers * kernel.record_bytes[0] + kernel.record_bytes[can_capture]};
    });
}

}  // namespace

template <class Set>
std::uint64_t tile_memory(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    const auto sets = known_sets(board, slice);
    return checked_product(bytes_of_tile(board, metric, slice), checked_product(sets[0], sets[1]));
}

template <class Set>
std::uint64_t tile_scratch(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    return with_kernel(board, kernels_for(metric, CpuPath::baseline), [&](const auto& kernel) {
        return checked_product(2 * kernel.scratch_bytes + 2, known_sets(board, slice)[1]);
    });
}

template <class Set>
std::array<std::vector<std::uint64_t>, 2> known_men_by_advance(const Board<Set>& board, const Slice& slice) {
    return {sets_by_advance(board, Color::white, known_men(slice, Color::white)),
            sets_by_advance(board, Color::black, known_men(slice, Color::black))};
}

template <class Set>
std::uint64_t tile_window(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    const auto [white, black] = known_men_by_advance(board, slice);
    std::vector<std::uint64_t> levels(white.size() + black.size());
    for (std::size_t w = 0; w < white.size(); ++w) {
        for (std::size_t b = 0; b < black.size(); ++b)
            levels[w + b] = checked_sum(levels[w + b], checked_product(white[w], black[b]));
    }
    std::uint64_t most = 0;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        most = std::max(most, checked_sum(levels[i], levels[i + 1]));
    return checked_product(bytes_of_tile(board, metric, slice),
                           checked_product(most, known_sets(board, slice)[1]));
}

template <class Set>
std::uint64_t tile_page(const Board<Set>& board, std::string_view metric, const Slice& slice) {
    const std::uint64_t block =
        checked_product(bytes_of_tile(board, metric, slice), known_sets(board, slice)[1]);
    return std::max(block, 2 * plane_count * BlockNumbers::least_page);
}

template <class Set>
bool bit_solver_can(const Board<Set>& board, const Rules& rules) {
    return supported(board.shape(), rules);
}

template <class Set, class M>
std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>& board, const Rules& rules, CpuPath path,
                                                   const BitSolverRoom& room) {
    if (!bit_solver_can(board, rules)) return nullptr;
    return with_kernel(board, kernels_for(M::name, path),
                       [&]<class Word>(const Kernel<Word>& kernel) -> std::unique_ptr<BitSolver<Set, M>> {
                           return std::make_unique<TileSolver<Word, Set, M>>(board, rules, kernel, room);
                       });
}

#define DAMIER_MAKE_BIT_SOLVER(Set, M)                                                                    \
    template std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>&, const Rules&, CpuPath, \
                                                                const BitSolverRoom&);
#define DAMIER_BIT_SOLVER(Set)                                                                 \
    template bool bit_solver_can(const Board<Set>&, const Rules&);                             \
    DAMIER_MAKE_BIT_SOLVER(Set, WldMetric)                                                     \
    DAMIER_MAKE_BIT_SOLVER(Set, DtwMetric)                                                     \
    DAMIER_MAKE_BIT_SOLVER(Set, DtzMetric)                                                     \
    template std::uint64_t tile_memory(const Board<Set>&, std::string_view, const Slice&);     \
    template std::uint64_t tile_scratch(const Board<Set>&, std::string_view, const Slice&);    \
    template std::array<std::vector<std::uint64_t>, 2> known_men_by_advance(const Board<Set>&, \
                                                                            const Slice&);     \
    template std::uint64_t tile_window(const Board<Set>&, std::string_view, const Slice&);     \
    template std::uint64_t tile_page(const Board<Set>&, std::string_view, const Slice&);
DAMIER_BIT_SOLVER(SquareSet64)
DAMIER_BIT_SOLVER(SquareSet128)

}  // namespace damier
