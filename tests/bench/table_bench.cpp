// What a probe costs in the file layer: a warm value through the cache, a frame decoded, a frame compressed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <random>
#include <vector>

#include "egtb/frame_cache.hpp"
#include "egtb/frame_codec.hpp"
#include "egtb/table_header.hpp"
#include "egtb/table_writer.hpp"

namespace damier {
namespace {

constexpr std::uint64_t frames = 200;
constexpr std::uint64_t values = frames * default_values_per_frame;

// Long runs and a little noise: about 0.1 bits a value, as tables have.
std::vector<std::uint8_t> symbols_of(std::uint64_t frame) {
    std::mt19937 random(static_cast<unsigned>(frame));
    std::vector<std::uint8_t> symbols(default_values_per_frame);
    std::uint8_t symbol = 0;
    for (std::uint8_t& s : symbols) {
        if (random() % 100 == 0) symbol = static_cast<std::uint8_t>(random() % 3);
        s = symbol;
    }
    return symbols;
}

// Written once for all benchmarks; an open file needs no name, so the folder is gone at once.
const TableFile& table() {
    static const TableFile file = [] {
        const auto folder = std::filesystem::temp_directory_path() / "damier-table-bench";
        std::filesystem::create_directories(folder);
        TableHeader header;
        header.variant = "bench";
        header.metric = "wld";
        header.slice = Slice::of(0, 2, 0, 1);
        header.sections = {{Color::white, values}};
        auto writer = TableWriter::create(folder, header).value();
        for (std::uint64_t i = 0; i < frames; ++i) {
            // publish() refuses an incomplete table.
            (void)writer.add(compress_frame(std::span<const std::uint8_t>(symbols_of(i)), 3, 19).value());
        }
        writer.publish({}).value();
        TableFile opened = TableFile::open(writer.path()).value();
        std::filesystem::remove_all(folder);
        return opened;
    }();
    return file;
}

// One value at random, all frames in the cache (3.2 MiB: mostly in the L3 cache of the processor).
void warm_symbol(benchmark::State& state) {
    static FrameCache cache(std::size_t{64} << 20);
    const TableFile& file = table();
    for (std::uint64_t i = 0; i < frames; ++i) cache.frame(0, file, i).value();
    std::uint64_t at = static_cast<std::uint64_t>(state.thread_index());
    for (auto _ : state) {
        at = at * 6364136223846793005U + 1442695040888963407U;
        benchmark::DoNotOptimize(cache.symbol(0, file, file.locate(0, (at >> 32) % values)).value());
    }
}
BENCHMARK(warm_symbol)->ThreadRange(1, 2);

void warm_frame(benchmark::State& state) {
    FrameCache cache(std::size_t{64} << 20);
    std::uint64_t at = 1;
    for (auto _ : state) {
        at = at * 6364136223846793005U + 1442695040888963407U;
        const FramePlace place = table().locate(0, (at >> 32) % values);
        benchmark::DoNotOptimize((*cache.frame(0, table(), place.frame))->symbol(place.index));
    }
}
BENCHMARK(warm_frame);

// Read (from the system's cache), decompressed, checked.
void decode_frame(benchmark::State& state) {
    std::uint64_t i = 0;
    FrameDecoder decoder;
    for (auto _ : state) benchmark::DoNotOptimize(table().decode_frame(i++ % frames, decoder).value());
    state.counters["bytes"] = static_cast<double>(table().footer().file_length) / frames;
}
BENCHMARK(decode_frame)->Unit(benchmark::kMicrosecond);

void compress_frame_at_level(benchmark::State& state) {
    FrameCompressor compressor(3, static_cast<int>(state.range(0)));
    const auto symbols = symbols_of(1);
    for (auto _ : state)
        benchmark::DoNotOptimize(compressor.compress(std::span<const std::uint8_t>(symbols)));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * symbols.size()));
}
BENCHMARK(compress_frame_at_level)->Arg(3)->Arg(19)->Unit(benchmark::kMicrosecond);

void compress_frame_afresh(benchmark::State& state) {
    const auto symbols = symbols_of(1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            compress_frame(std::span<const std::uint8_t>(symbols), 3, static_cast<int>(state.range(0))));
    }
}
BENCHMARK(compress_frame_afresh)->Arg(3)->Arg(19)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace damier
