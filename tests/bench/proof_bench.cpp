// Proof search: nodes a second on one and two threads, bytes of a certificate for each of its records,
// records that the checker does in a second.
#include <benchmark/benchmark.h>

#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Of the English start position, without tables: as many nodes as the limit allows.
void search(benchmark::State& state) {
    const ProofSubject subject{"english"};
    const ProofPosition root = subject.start(3);
    ProverObserver quiet;
    for (auto _ : state) {
        ProverOptions options = prover_options(std::uint64_t{1} << 30, static_cast<int>(state.range(0)));
        options.nodes = 2'000'000;
        Prover prover{subject.game(), options, quiet, {}};
        if (prover.decide(root, Color::black)) return state.SkipWithError("English draughts is solved");
        state.SetIterationTime(prover.seconds());
        state.counters["nodes/s"] = static_cast<double>(prover.nodes()) / prover.seconds();
    }
}
BENCHMARK(search)
    ->Name("proof_search")
    ->Arg(1)
    ->Arg(2)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

// To the answer: 5x5, three men a side, with 2-piece tables.
void solve(benchmark::State& state) {
    const ProofSubject subject{"english", "6x4", 3};
    const ProofPosition root = subject.start(2);
    ProverObserver quiet;
    for (auto _ : state) {
        Prover prover{subject.game(),
                      prover_options(std::uint64_t{1} << 30, static_cast<int>(state.range(0))),
                      quiet,
                      {}};
        const auto part = prover.decide(root, !root.to_move);
        if (!part) return state.SkipWithError("no answer");
        state.SetIterationTime(prover.seconds());
        state.counters["nodes"] = static_cast<double>(prover.nodes());
    }
}
BENCHMARK(solve)->Name("proof_6x4")->Arg(1)->Arg(2)->UseManualTime()->Iterations(3)->Unit(benchmark::kSecond);

void check(benchmark::State& state) {
    const ProofSubject subject{"english", "6x4", 3};
    const ProofPosition root = subject.start(2);
    ProverObserver quiet;
    Prover prover{subject.game(), prover_options(), quiet, {}};
    const auto parts = value_parts(prover, root);
    if (!parts) return state.SkipWithError("no answer");
    const auto path = write_parts(subject, prover, root, *parts);
    double records = 0;
    for (const ProvedPart& part : *parts) records += static_cast<double>(part.records.size());
    for (auto _ : state) {
        const auto checked = check_file(subject, path, 0, false);
        if (!checked || checked->fault) return state.SkipWithError("not proved");
    }
    state.counters["bytes/record"] = static_cast<double>(std::filesystem::file_size(path)) / records;
    state.counters["records/s"] = benchmark::Counter(records, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(check)->Name("proof_check")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace damier
