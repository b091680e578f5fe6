// Values a second of the solvers, without files: every slice of a number of pieces, its smaller ones in
// memory. Counted are placements that exist times sides to move, one colour of each mirrored pair; `whole`
// counts both colours, as generators that solve both are measured.
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>
#include <map>
#include <vector>

#include "egtb/ranking.hpp"
#include "rules/variants.hpp"
#include "solver/bit_solver.hpp"
#include "solver/slice_solver.hpp"

namespace damier {
namespace {

// What the slices of `pieces` pieces took.
class Timing {
public:
    explicit Timing(int pieces) : pieces_{pieces} {}

    // f() solves a slice; false where it did not.
    template <class F>
    bool time(const Board<SquareSet64>& board, const Slice& slice, F f) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t cpu_start = std::clock();
        if (!f()) return false;
        if (slice.pieces() != pieces_) return true;
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        cpu_ += static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
        const std::uint64_t placements = SliceRanking<SquareSet64>{board, slice}.placements();
        solved_ += 2 * placements;
        whole_ += (slice.symmetric() ? 2 : 4) * placements;
        return true;
    }
    void report(benchmark::State& state) const {
        state.SetIterationTime(seconds_);
        state.counters["Mvalues/s"] = static_cast<double>(solved_) / seconds_ / 1e6;
        state.counters["Mvalues/cpu_s"] = static_cast<double>(solved_) / cpu_ / 1e6;
        state.counters["Mwhole/s"] = static_cast<double>(whole_) / seconds_ / 1e6;
    }

private:
    int pieces_;
    double seconds_ = 0;
    double cpu_ = 0;
    std::uint64_t solved_ = 0;
    std::uint64_t whole_ = 0;
};

template <class V, Metric M>
class Tables {
    using Cell = typename M::Code;

public:
    explicit Tables(int threads) : axes_{game_.board(), V::rules} { options_.threads = threads; }

    // Values solved; those of `pieces` are timed.
    void solve_up_to(int pieces, benchmark::State& state) {
        Timing timing{pieces};
        for (const Slice& slice : slices_up_to(V::rules, pieces)) {
            SliceValues<SquareSet64, Cell> values{
                std::make_shared<const SliceLayout<SquareSet64>>(axes_, slice)};
            const auto solve = [&] {
                return solve_slice<SquareSet64, M>(game_.board(), V::rules, store_, values, options_)
                    .has_value();
            };
            if (!timing.time(game_.board(), slice, solve)) return state.SkipWithError("not solved");
            if (!slice.symmetric()) store_.put(color_swapped(axes_, values, options_.threads));
            store_.put(std::move(values));
        }
        timing.report(state);
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

// Into tiles; the last argument is the CPU path.
template <class V, class M = WldMetric>
void solve_by_bits(benchmark::State& state) {
    const Board<SquareSet64> board{V::rules.board};
    const std::vector<CpuPath> paths = cpu_paths();
    const auto path = static_cast<std::size_t>(state.range(2));
    if (path >= paths.size()) return state.SkipWithError("this machine has no such CPU path");
    state.SetLabel(std::string{name(paths[path])});
    BitSolveOptions options;
    options.threads = static_cast<int>(state.range(1));
    for (auto _ : state) {
        const auto solver = make_bit_solver<SquareSet64, M>(board, V::rules, paths[path]);
        const int pieces = static_cast<int>(state.range(0));
        Timing timing{pieces};
        const std::vector<Slice> slices = slices_up_to(V::rules, pieces);
        // As a build does, it lets go of a slice after the last one that is solved from it.
        std::map<Slice, Slice> last_user;
        for (const Slice& slice : slices) {
            for (const Slice& next : successors(V::rules, slice)) last_user[next] = slice;
        }
        for (const Slice& slice : slices) {
            const auto solve = [&] { return solver->solve(slice, options).has_value(); };
            if (!timing.time(board, slice, solve)) return state.SkipWithError("not solved");
            if (!last_user.contains(slice)) {
                solver->drop(slice);
            } else if (!slice.symmetric()) {
                solver->add_color_swapped(slice);
            }
            for (const auto& [used, user] : last_user) {
                if (user != slice) continue;
                solver->drop(used);
                solver->drop(used.color_swapped());
            }
        }
        timing.report(state);
    }
}

#define DAMIER_SOLVE_BITS(variant, pieces, threads, path) \
    BENCHMARK(solve_by_bits<variant>)                     \
        ->Args({pieces, threads, path})                   \
        ->UseManualTime()                                 \
        ->Iterations(1)                                   \
        ->Unit(benchmark::kSecond)
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

DAMIER_SOLVE_BITS(English, 5, 1, 0);
DAMIER_SOLVE_BITS(English, 5, 1, 1);
DAMIER_SOLVE_BITS(English, 5, 1, 2);
DAMIER_SOLVE_BITS(English, 5, 2, 2);
DAMIER_SOLVE_BITS(Russian, 5, 1, 1);
DAMIER_SOLVE_BITS(Russian, 5, 1, 2);
DAMIER_SOLVE_BITS(Brazilian, 5, 1, 2);
DAMIER_SOLVE_BITS(International, 4, 1, 1);
DAMIER_SOLVE_BITS(International, 4, 1, 2);

#define DAMIER_SOLVE_DISTANCES(variant, metric, pieces, threads, path) \
    BENCHMARK(solve_by_bits<variant, metric>)                          \
        ->Args({pieces, threads, path})                                \
        ->UseManualTime()                                              \
        ->Iterations(1)                                                \
        ->Unit(benchmark::kSecond)
DAMIER_SOLVE_DISTANCES(English, DtwMetric, 5, 1, 0);
DAMIER_SOLVE_DISTANCES(English, DtwMetric, 5, 1, 1);
DAMIER_SOLVE_DISTANCES(English, DtwMetric, 5, 1, 2);
DAMIER_SOLVE_DISTANCES(English, DtwMetric, 5, 2, 2);
DAMIER_SOLVE_DISTANCES(English, DtzMetric, 4, 1, 2);
DAMIER_SOLVE_DISTANCES(English, DtzMetric, 5, 1, 2);
DAMIER_SOLVE_DISTANCES(Russian, DtzMetric, 5, 1, 2);
DAMIER_SOLVE_DISTANCES(Russian, DtwMetric, 4, 1, 2);
DAMIER_SOLVE_DISTANCES(Russian, DtwMetric, 5, 1, 2);
DAMIER_SOLVE_DISTANCES(International, DtwMetric, 4, 1, 2);

BENCHMARK(solve<English, DtwMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<English, DtzMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<Russian, DtwMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(solve<Russian, DtzMetric>)->Args({4, 1})->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace damier
