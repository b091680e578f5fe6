// Values a second of the solver, without files: every slice of a number of pieces, its smaller ones in
// memory. Counted are placements that exist times sides to move, one colour of each mirrored pair; `whole`
// counts both colours, as generators that solve both are measured.
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>

#include "egtb/ranking.hpp"
#include "rules/variants.hpp"
#include "solver/slice_solver.hpp"

namespace damier {
namespace {

template <class V, Metric M>
class Tables {
    using Cell = typename M::Code;

public:
    explicit Tables(int threads) : axes_{game_.board(), V::rules} { options_.threads = threads; }

    // Values solved; those of `pieces` are timed.
    void solve_up_to(int pieces, benchmark::State& state) {
        double seconds = 0;
        double cpu = 0;
        std::uint64_t solved = 0;
        std::uint64_t whole = 0;
        for (const Slice& slice : slices_up_to(pieces)) {
            const auto start = std::chrono::steady_clock::now();
            const std::clock_t cpu_start = std::clock();
            SliceValues<SquareSet64, Cell> values{
                std::make_shared<const SliceLayout<SquareSet64>>(axes_, slice)};
            if (!solve_slice<SquareSet64, M>(game_.board(), V::rules, store_, values, options_))
                return state.SkipWithError("not solved");
            if (slice.pieces() == pieces) {
                seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                cpu += static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
                const std::uint64_t placements = SliceRanking<SquareSet64>{game_.board(), slice}.placements();
                solved += 2 * placements;
                whole += (slice.symmetric() ? 2 : 4) * placements;
            }
            if (!slice.symmetric()) store_.put(color_swapped(axes_, values, options_.threads));
            store_.put(std::move(values));
        }
        state.SetIterationTime(seconds);
        state.counters["Mvalues/s"] = static_cast<double>(solved) / seconds / 1e6;
        state.counters["Mvalues/cpu_s"] = static_cast<double>(solved) / cpu / 1e6;
        state.counters["Mwhole/s"] = static_cast<double>(whole) / seconds / 1e6;
    }

private:
    Game<V, SquareSet64> game_;
    AxisCache<SquareSet64> axes_;
    ValueStore<SquareSet64, Cell> store_;
    SolveOptions options_;
};

template <class V, class M = WldMetric>
void solve(benchmark::State& state) {
    for (auto _ : state)
        Tables<V, M>{static_cast<int>(state.range(1))}.solve_up_to(static_cast<int>(state.range(0)), state);
}

#define DAMIER_SOLVE(variant, pieces, threads) \
    BENCHMARK(solve<variant>)                  \
        ->Args({pieces, threads})              \
        ->UseManualTime()                      \
        ->Iterations(1)                        \
        ->Unit(benchmark::kSecond)

DAMIER_SOLVE(English, 4, 1);
DAMIER_SOLVE(English, 5, 1);
DAMIER_SOLVE(English, 5, 2);
DAMIER_SOLVE(Pool, 4, 1);
DAMIER_SOLVE(Russian, 4, 1);
DAMIER_SOLVE(Russian, 4, 2);
DAMIER_SOLVE(Brazilian, 4, 1);
DAMIER_SOLVE(International, 4, 1);
DAMIER_SOLVE(International, 4, 2);

BENCHMARK(solve<English, DtwMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<English, DtzMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<Russian, DtwMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<Russian, DtzMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace damier
