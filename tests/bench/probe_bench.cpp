// Nanoseconds a probe of random English positions with four pieces, quiet ones and captures apart; warm
// (every frame in the cache) and cold (none). DAMIER_BENCH_TABLES names a folder with English tables of four
// pieces.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>

#include "egtb/prober.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

using Chosen = Game<English, SquareSet64>;

enum class Kind { quiet, capture, r1_candidate };

Kind kind_of(const Chosen& game, const Position<SquareSet64>& p) {
    if (game.can_capture(p)) return Kind::capture;
    return game.can_capture(p, !p.to_move) ? Kind::r1_candidate : Kind::quiet;
}

std::vector<Position<SquareSet64>> random_positions(const Chosen& game, Kind kind, std::size_t count) {
    std::mt19937_64 random{20260101};
    const std::vector<Slice> slices = slices_up_to(4);
    std::vector<SliceRanking<SquareSet64>> rankings;
    std::vector<double> weights;
    for (const Slice& slice : slices) {
        if (slice.pieces() != 4) continue;
        rankings.emplace_back(game.board(), slice);
        weights.push_back(static_cast<double>(rankings.back().placements()));
    }
    std::discrete_distribution<std::size_t> choose(weights.begin(), weights.end());
    std::vector<Position<SquareSet64>> positions;
    while (positions.size() < count) {
        const auto& ranking = rankings[choose(random)];
        const auto rank = std::uniform_int_distribution<std::uint64_t>{0, ranking.placements() - 1}(random);
        const auto position = ranking.unrank(random() % 2 ? Color::white : Color::black, rank);
        if (kind_of(game, position) == kind) positions.push_back(position);
    }
    return positions;
}

constexpr std::size_t warm = std::size_t{64} << 20;
constexpr std::size_t cold = 1;  // no frame is kept

void probe(benchmark::State& state, Kind kind, std::size_t cache_bytes) {
    const char* folder = std::getenv("DAMIER_BENCH_TABLES");
    if (folder == nullptr) return state.SkipWithError("DAMIER_BENCH_TABLES names no folder");
    const Chosen game;
    TableSet tables{
        TableIdentity::of(English::rules, game.board().shape(), WldMetric::name), {folder}, cache_bytes};
    const Prober<SquareSet64> prober{game, tables};
    const auto positions = random_positions(game, kind, cache_bytes == cold ? 1'000 : 100'000);
    for (const auto& p : positions) {
        if (!prober.probe(p)) return state.SkipWithError("a table is missing");
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(prober.probe(positions[i]));
        if (++i == positions.size()) i = 0;
    }
}

BENCHMARK_CAPTURE(probe, quiet_warm, Kind::quiet, warm);
BENCHMARK_CAPTURE(probe, threatened_warm, Kind::r1_candidate, warm);
BENCHMARK_CAPTURE(probe, capture_warm, Kind::capture, warm);
BENCHMARK_CAPTURE(probe, quiet_cold, Kind::quiet, cold);

}  // namespace
}  // namespace damier
