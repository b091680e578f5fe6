// Nodes a second of the move generator, from the start positions and from a king ending.
#include <benchmark/benchmark.h>

#include "formats/fen.hpp"
#include "rules/perft.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

template <class V>
void count(benchmark::State& state, const char* fen, int depth) {
    const Game<V, SquareSet64> game;
    const auto position = fen == nullptr ? game.start() : parse_fen(game, fen).value();
    std::uint64_t nodes = 0;
    for (auto _ : state) nodes += perft(game, position, depth, CaptureCount::merged);
    state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

template <class V>
void perft_from_start(benchmark::State& state) {
    count<V>(state, nullptr, V::rules.board.is.squares() > 32 ? 6 : 8);
}
template <class V>
void perft_of_kings(benchmark::State& state) {
    count<V>(state, "W:WK1,K2,K10:BK31,K30,K20", 5);
}

BENCHMARK(perft_from_start<English>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Pool>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Russian>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Brazilian>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<International>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_of_kings<English>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_of_kings<Russian>)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_of_kings<Brazilian>)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace damier
