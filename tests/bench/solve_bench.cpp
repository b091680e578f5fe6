// Values a second of the two solvers, without files: every slice of a number of pieces, its smaller ones in
// memory. Counted are placements that exist times sides to move, both colours of each mirrored pair, as
// generators that solve both are measured; the second colour is made by turning the first, which is timed
// too.
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>

#include "egtb/ranking.hpp"
#include "rules/variants.hpp"
#include "solver/bit_solver.hpp"
#include "solver/slice_solver.hpp"

namespace damier {
namespace {

// What the timed slices took.
struct Timing {
    double seconds = 0;
    double cpu = 0;
    std::uint64_t whole = 0;

    template <class F>
    bool time(bool counts, F f) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t cpu_start = std::clock();
        const bool done = f();
        if (!counts) return done;
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        cpu += static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
        return done;
    }
    void report(benchmark::State& state) const {
        state.SetIterationTime(seconds);
        state.counters["Mwhole/s"] = static_cast<double>(whole) / seconds / 1e6;
        state.counters["Mwhole/cpu_s"] = static_cast<double>(whole) / cpu / 1e6;
    }
};

// f(slice, is it to be timed?) solves a slice.
template <class Set, class F>
void for_each_slice(const Board<Set>& board, int pieces, Timing& timing, benchmark::State& state, F f) {
    for (const Slice& slice : slices_up_to(pieces)) {
        const bool counts = slice.pieces() == pieces;
        if (counts) {
            timing.whole += (slice.symmetric() ? 2 : 4) * SliceRanking<Set>{board, slice}.placements();
        }
        if (!timing.time(counts, [&] { return f(slice); })) return state.SkipWithError("not solved");
    }
    timing.report(state);
}

template <class V>
void solve_rows(benchmark::State& state) {
    using Set = SquareSet64;
    const Game<V, Set> game;
    SolveOptions options;
    options.threads = static_cast<int>(state.range(1));
    for (auto _ : state) {
        AxisCache<Set> axes{game.board(), V::rules};
        ValueStore<Set> store;
        Timing timing;
        for_each_slice(game.board(), static_cast<int>(state.range(0)), timing, state,
                       [&](const Slice& slice) {
                           SliceValues<Set> values{std::make_shared<const SliceLayout<Set>>(axes, slice)};
                           if (!solve_slice(game, store, values, options)) return false;
                           if (!slice.symmetric()) store.put(color_swapped(axes, values, options.threads));
                           store.put(std::move(values));
                           return true;
                       });
    }
}

template <class V>
void solve_bits(benchmark::State& state) {
    using Set = SquareSet64;
    const Game<V, Set> game;
    SolveOptions options;
    options.threads = static_cast<int>(state.range(1));
    const std::vector<CpuPath> paths = cpu_paths();
    const auto path = static_cast<std::size_t>(state.range(2));
    if (path >= paths.size()) return state.SkipWithError("this machine has no such CPU path");
    state.SetLabel(std::string{name(paths[path])});
    for (auto _ : state) {
        const auto solver = make_bit_solver<Set>(game.board(), V::rules, paths[path]);
        Timing timing;
        for_each_slice(game.board(), static_cast<int>(state.range(0)), timing, state,
                       [&](const Slice& slice) {
                           if (!solver->solve(slice, options)) return false;
                           if (!slice.symmetric()) solver->add_color_swapped(slice, options.threads);
                           return true;
                       });
    }
}

// Pieces and threads; then the CPU path, 2 being AVX-512.
#define DAMIER_SOLVE(variant, pieces, threads) \
    BENCHMARK(solve_rows<variant>)             \
        ->Args({pieces, threads})              \
        ->UseManualTime()                      \
        ->Iterations(1)                        \
        ->Unit(benchmark::kSecond)
#define DAMIER_SOLVE_BITS(variant, pieces, threads, path) \
    BENCHMARK(solve_bits<variant>)                        \
        ->Args({pieces, threads, path})                   \
        ->UseManualTime()                                 \
        ->Iterations(1)                                   \
        ->Unit(benchmark::kSecond)

DAMIER_SOLVE(English, 4, 1);
DAMIER_SOLVE(English, 5, 1);
DAMIER_SOLVE_BITS(English, 5, 1, 0);
DAMIER_SOLVE_BITS(English, 5, 1, 1);
DAMIER_SOLVE_BITS(English, 5, 1, 2);
DAMIER_SOLVE_BITS(English, 5, 2, 2);
DAMIER_SOLVE_BITS(English, 6, 1, 2);
DAMIER_SOLVE(Russian, 4, 1);
DAMIER_SOLVE_BITS(Russian, 5, 1, 1);
DAMIER_SOLVE_BITS(Russian, 5, 1, 2);
DAMIER_SOLVE_BITS(Russian, 5, 2, 2);
DAMIER_SOLVE_BITS(Pool, 5, 1, 2);
DAMIER_SOLVE(Brazilian, 4, 1);
DAMIER_SOLVE_BITS(Brazilian, 5, 1, 2);
DAMIER_SOLVE(International, 4, 1);
DAMIER_SOLVE_BITS(International, 4, 1, 1);
DAMIER_SOLVE_BITS(International, 4, 1, 2);
DAMIER_SOLVE_BITS(International, 5, 1, 2);

}  // namespace
}  // namespace damier
