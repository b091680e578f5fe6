// Games a second on one core: tokens only, and with legality and diagnostics. DAMIER_BENCH_PDN names a game
// file of English draughts, which is put behind itself until there are 100,000 games; tests/bench/pdn.sh does
// it.
#include <benchmark/benchmark.h>

#include <sys/resource.h>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <istream>
#include <iterator>
#include <streambuf>
#include <string>

#include "formats/any_replayer.hpp"
#include "formats/pdn_reader.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

constexpr std::size_t wanted_games = 100'000;

// One text again and again, so that memory shows what the reader takes.
class AgainAndAgain : public std::streambuf {
public:
    AgainAndAgain(std::string& text, std::size_t times) : text_{text}, times_{times} {}

protected:
    int_type underflow() override {
        if (times_ == 0) return traits_type::eof();
        --times_;
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return traits_type::to_int_type(*gptr());
    }

private:
    std::string& text_;
    std::size_t times_;
};

std::size_t games_in(const std::string& text) {
    std::string copy = text;
    AgainAndAgain buffer{copy, 1};
    std::istream in{&buffer};
    PdnReader reader{in};
    RawGame raw;
    std::size_t games = 0;
    while (reader.next(raw)) ++games;
    return games;
}

void read_games(benchmark::State& state, bool replay) {
    const char* path = std::getenv("DAMIER_BENCH_PDN");
    if (path == nullptr) return state.SkipWithError("DAMIER_BENCH_PDN names no file");
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    const std::size_t once = games_in(text);
    if (once == 0) return state.SkipWithError("DAMIER_BENCH_PDN has no games");
    const std::size_t times = static_cast<std::size_t>(state.range(0)) / once + 1;
    AnyReplayer replayer{*choose_game(English::rules, English::rules.board)};
    std::size_t games = 0;
    std::size_t plies = 0;
    std::size_t diagnostics = 0;
    for (auto _ : state) {
        AgainAndAgain buffer{text, times};
        std::istream in{&buffer};
        PdnReader reader{in};
        RawGame raw;
        while (reader.next(raw)) {
            ++games;
            if (!replay) continue;
            replayer.replay(raw);
            diagnostics += replayer.diagnostics().size();
            plies += replayer.visit([](const auto&, const auto& record) { return record.moves.size(); });
        }
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.SetItemsProcessed(static_cast<std::int64_t>(games));
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size() * times) * state.iterations());
    state.counters["plies"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
    state.counters["peak_KiB"] = static_cast<double>(usage.ru_maxrss);
    benchmark::DoNotOptimize(diagnostics);
}

// Ten times less first: the same rate and the same memory show that both time and memory are as they should
// be.
BENCHMARK_CAPTURE(read_games, tokens, false)
    ->Arg(wanted_games / 10)
    ->Arg(wanted_games)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_games, legality, true)
    ->Arg(wanted_games / 10)
    ->Arg(wanted_games)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace damier
