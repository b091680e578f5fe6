// The bit-parallel solver of win, loss and draw, and of distances: the same values as solve_slice
// (slice_solver.hpp), many times as fast. It holds its slices in tiles (bit_game.hpp) of its own.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "egtb/metric.hpp"
#include "rules/board.hpp"
#include "rules/rules.hpp"
#include "solver/cell_source.hpp"
#include "solver/cpu_path.hpp"
#include "solver/slice_solver.hpp"
#include "solver/value_file.hpp"

namespace damier {

struct BitSolveOptions {
    Threads threads = 1;
    // Without the special cases, which the tests hold against this form.
    bool generic = false;
    // The longest loss that there is room for, in plies (dtz), or in two (dtw). The tests lower it.
    std::uint8_t longest = 125;
    StopRequest stop = {};
    ValuesDone done = {};
};

// What tiles may take.
struct BitSolverRoom {
    // Bytes, if that is enough for a page of a slice with the pages that it leads to; 0: no limit. What has
    // no room is packed (bit_store.hpp).
    std::uint64_t memory = 0;
    // Where packed tiles go that have no room either; empty: they stay.
    std::filesystem::path scratch = {};
};

// The metrics that it knows.
template <class M>
inline constexpr bool bit_solver_knows =
    std::is_same_v<M, WldMetric> || std::is_same_v<M, DtwMetric> || std::is_same_v<M, DtzMetric>;

template <class Set, class M = WldMetric>
class BitSolver {
public:
    virtual ~BitSolver() = default;

    // Solves a canonical slice and keeps it. Everything that captures and promotions lead to must be held, in
    // both colours. Fails with ErrorKind::interrupted, where tiles that were packed cannot be had again, or
    // with ErrorKind::limit where distances are longer than there is room for; then the slice is not kept.
    virtual Result<void> solve(const Slice& slice, const BitSolveOptions& options) = 0;
    // Holds the colour-swapped slice of a canonical one that is held, too: what solving larger slices asks of
    // it is made when it is asked for. To be dropped before that one, or with it.
    virtual void add_color_swapped(const Slice& slice) = 0;
    // Holds a canonical slice whose pages are in value files of tiles, those of all its parts, and reads
    // those that are asked for. ErrorKind::table_damaged, here or when it is used, where a file is none of
    // it.
    virtual Result<void> attach(const Slice& slice, const std::vector<PartFile>& files) = 0;
    // Solves a part of a slice, from the files of those parts that it leads to; what has none is solved, too.
    // It is held, but nothing can be solved from it.
    virtual Result<void> solve_part(const Slice& slice, const SlicePart& part,
                                    const std::vector<PartFile>& files, const BitSolveOptions& options) = 0;
    // Writes such a file of a slice or part that was solved.
    virtual Result<void> save(const Slice& slice, const SlicePart& part, const ValueFiles& files,
                              const Threads& threads) = 0;
    virtual bool holds(const Slice& slice) const = 0;
    virtual void drop(const Slice& slice) = 0;

    // The cells of a canonical slice that is held, as solve_slice leaves them, for as long as nothing is
    // solved or dropped. Without `unstored`, the flag of what a table leaves free; for that, what promotions
    // lead to must still be held.
    virtual Result<std::unique_ptr<CellSource<Set, typename M::Code>>> cells(
        std::shared_ptr<const SliceLayout<Set>> layout, const Threads& threads, bool unstored = true) = 0;
};

// Can the solver play by these rules on this board? Else the row solver has to.
template <class Set>
bool bit_solver_can(const Board<Set>& board, const Rules& rules);
// nullptr where it cannot.
template <class Set, class M = WldMetric>
std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>& board, const Rules& rules, CpuPath path,
                                                   const BitSolverRoom& room = {});

// Bytes that a slice takes while it is held, with what rule R1 asks for; and those of a thread's scratch
// while it is solved. binomial_overflow where 64 bits do not do.
template <class Set>
std::uint64_t tile_memory(const Board<Set>& board, std::string_view metric, const Slice& slice);
template <class Set>
std::uint64_t tile_scratch(const Board<Set>& board, std::string_view metric, const Slice& slice);
// How many sets of known men there are in a slice, by colour and by the rows that they have advanced.
template <class Set>
std::array<std::vector<std::uint64_t>, 2> known_men_by_advance(const Board<Set>& board, const Slice& slice);
// Of tile_memory, what two levels take that follow each other; where that is not in memory at a time, pages
// are unpacked more than once.
template <class Set>
std::uint64_t tile_window(const Board<Set>& board, std::string_view metric, const Slice& slice);
// And what a page takes (bit_blocks.hpp), or a little more.
template <class Set>
std::uint64_t tile_page(const Board<Set>& board, std::string_view metric, const Slice& slice);

#define DAMIER_MAKE_BIT_SOLVER(Set, M)                                                                  \
    extern template std::unique_ptr<BitSolver<Set, M>> make_bit_solver(const Board<Set>&, const Rules&, \
                                                                       CpuPath, const BitSolverRoom&);
#define DAMIER_BIT_SOLVER(Set)                                                                        \
    extern template bool bit_solver_can(const Board<Set>&, const Rules&);                             \
    DAMIER_MAKE_BIT_SOLVER(Set, WldMetric)                                                            \
    DAMIER_MAKE_BIT_SOLVER(Set, DtwMetric)                                                            \
    DAMIER_MAKE_BIT_SOLVER(Set, DtzMetric)                                                            \
    extern template std::uint64_t tile_memory(const Board<Set>&, std::string_view, const Slice&);     \
    extern template std::uint64_t tile_scratch(const Board<Set>&, std::string_view, const Slice&);    \
    extern template std::array<std::vector<std::uint64_t>, 2> known_men_by_advance(const Board<Set>&, \
                                                                                   const Slice&);     \
    extern template std::uint64_t tile_window(const Board<Set>&, std::string_view, const Slice&);     \
    extern template std::uint64_t tile_page(const Board<Set>&, std::string_view, const Slice&);
DAMIER_BIT_SOLVER(SquareSet64)
DAMIER_BIT_SOLVER(SquareSet128)
#undef DAMIER_BIT_SOLVER
#undef DAMIER_MAKE_BIT_SOLVER

}  // namespace damier
