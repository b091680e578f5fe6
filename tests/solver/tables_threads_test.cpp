// One prober, many threads, and a cache so small that frames leave it all the time.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

using Position64 = Position<SquareSet64>;

// Positions with two or three pieces and a piece a side, from the whole set.
std::vector<Position64> random_positions(const BoardShape& shape, std::uint64_t seed, int count) {
    RandomPictures random{shape, seed};
    std::vector<Position64> positions;
    while (static_cast<int>(positions.size()) < count) {
        const auto position = position_of<SquareSet64>(random.with(2 + random.below(2)));
        if (position.pieces(Color::white) && position.pieces(Color::black)) positions.push_back(position);
    }
    return positions;
}

void check_threads(const BoardShape& shape, int count, std::size_t cache_bytes) {
    const BuiltTables<English> built{shape, 3};
    const auto positions = random_positions(shape, cache_bytes, count);
    std::vector<Wld> expected;
    {
        const Tables<English> alone{shape, built.folder()};
        for (const auto& position : positions) {
            expected.push_back(alone.prober().probe(position).value());
        }
    }
    // The tables are opened by the threads too.
    Tables<English> shared{shape, built.folder(), cache_bytes};
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            std::mt19937_64 random{t};
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const std::size_t at = random() % positions.size();
                const auto value = shared.prober().probe(positions[at]);
                if (!value || *value != expected[at]) ++wrong;
                const auto rated = i % 16 == 0 ? shared.prober().rated_moves(positions[at])
                                               : Result<std::vector<RatedMove<SquareSet64>>>{};
                const bool lost =
                    rated && i % 16 == 0 && (rated->empty() || rated->front().value == Wld::loss);
                if (!rated || (i % 16 == 0 && lost != (expected[at] == Wld::loss))) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(shared.set().cache().bytes(), cache_bytes);
    // Far more misses than there are frames: frames left and came again.
    EXPECT_GT(shared.set().cache().misses(), 20 * shared.set().present().size());
}

TEST(ProberThreads, WithoutACache) { check_threads(board_for<English>("6x6"), sanitized() ? 500 : 5'000, 0); }
TEST(ProberThreads, WithATinyCache) {
    check_threads(board_for<English>(sanitized() ? "6x6" : "8x8"), sanitized() ? 1'000 : 20'000, 3'000);
}
TEST(ProberThreads, WithACacheForHalfOfTheFrames) {
    if (sanitized()) GTEST_SKIP() << "the tiny cache does, under sanitizers";
    check_threads(board_for<English>(), 20'000, 40'000);
}

}  // namespace
}  // namespace damier
