// The verifier finds one flipped value in a table whose checksums are right, and says which; it finds nothing
// where nothing is wrong, takes the same sample each time, and refuses damaged files.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

using Position64 = Position<SquareSet64>;

// A wrong value as the verifier has to report it: FEN, stored value, value by the successors.
using Finding = std::string;
Finding finding(const std::string& fen, Wld stored, Wld recomputed) {
    return fen + " " + std::string{name(stored)} + " " + std::string{name(recomputed)};
}

// A stored value that is changed: of a canonical slice, White to move where it is its own colour swap.
struct Plant {
    Position64 position;
    Wld truth;
    Wld planted;
};

template <class V>
class Verifying : public ::testing::Test {
protected:
    // Verifies all slices; findings of all of them together.
    static std::vector<Finding> verify(AnyTables<OfficialSet<V>, WldMetric>& tables,
                                       const VerifyOptions& options, std::uint64_t& wrong) {
        std::vector<Finding> found;
        for (const Slice& slice : tables.set().present()) {
            const auto verified = verify_slice(tables.game(), tables.set(), slice, options, {}, {});
            if (!verified) {
                ADD_FAILURE() << verified.error().message;
                continue;
            }
            EXPECT_EQ(verified->slice, slice);
            EXPECT_EQ(verified->examples.size(), std::min<std::uint64_t>(verified->wrong, 10))
                << slice.name();
            wrong += verified->wrong;
            for (const auto& w : verified->examples) {
                EXPECT_EQ(Slice::of(w.position), slice);
                found.push_back(finding(tables.text(w.position), w.stored.result, w.recomputed.result));
            }
        }
        return found;
    }

    // Is the value of a position made from that of another: by one move, or by more where those between are
    // searched by the prober?
    static bool made_from(const AnyTables<OfficialSet<V>, WldMetric>& tables, const Position64& position,
                          const Position64& other) {
        const auto& game = tables.game();
        for (const auto& move : game.moves(position)) {
            const auto after = game.apply(position, move);
            if (after == other || after == color_swapped(other, tables.shape().squares())) return true;
            const bool searched = game.can_capture(after) || free_by_r1(game, after);
            if (searched && made_from(tables, after, other)) return true;
        }
        return false;
    }

    // What is wrong with a set of tables, by the oracle's moves and the public prober. All of it has to come
    // from the plant.
    static std::vector<Finding> wrong_by_oracle(const AnyTables<OfficialSet<V>, WldMetric>& tables,
                                                const oracle::NaiveSolver& solver, const Position64& plant) {
        std::vector<Finding> wrong;
        const auto probe = [&](const oracle::NaiveState& state) {
            return tables.prober().probe(position_of<SquareSet64>(picture_of(state))).value();
        };
        for (const oracle::Material& m : solver.solved()) {
            const Slice slice = slice_of(m);
            if (!slice.canonical()) continue;
            solver.for_each(m[0], m[1], m[2], m[3], [&](const oracle::NaiveState& state, char, int) {
                if (slice.symmetric() && state.to_move == 'b') return;
                Wld best = Wld::loss;
                for (const auto& move : oracle::legal_moves(state)) {
                    best = std::max(best, negated(probe(move.after)));
                }
                if (probe(state) != best) {
                    const auto position = position_of<SquareSet64>(picture_of(state));
                    EXPECT_TRUE(position == plant || made_from(tables, position, plant));
                    wrong.push_back(finding(oracle::to_fen(state), probe(state), best));
                }
            });
        }
        std::sort(wrong.begin(), wrong.end());
        return wrong;
    }

    // The first position after a random one of the slice that has this value and is stored.
    static std::optional<Plant> place_for(const AnyTables<OfficialSet<V>, WldMetric>& tables,
                                          const Slice& slice, Wld truth, Wld planted,
                                          std::mt19937_64& random) {
        const SliceRanking<SquareSet64> ranking{tables.game().board(), slice};
        const std::uint64_t all = ranking.placements() * (slice.symmetric() ? 1 : 2);
        const std::uint64_t start = random() % all;
        for (std::uint64_t i = 0; i < all; ++i) {
            const std::uint64_t at = (start + i) % all;
            const auto position = ranking.unrank(at < ranking.placements() ? Color::white : Color::black,
                                                 at % ranking.placements());
            if (tables.game().can_capture(position) || free_by_r1(tables.game(), position)) continue;
            if (tables.prober().probe(position).value() == truth) return Plant{position, truth, planted};
        }
        return std::nullopt;
    }

    static void put_value(const AnyTables<OfficialSet<V>, WldMetric>& tables, const Position64& position,
                          Wld value) {
        const Slice slice = Slice::of(position);
        const SliceRanking<SquareSet64> ranking{tables.game().board(), slice};
        TableParts parts = take_apart(tables.path(slice));
        const auto section = index(position.to_move);
        ASSERT_LT(section, parts.symbols.size());
        parts.symbols[section][ranking.rank(position)] = static_cast<std::uint8_t>(value);
        put_together(parts, tables.path(slice));
    }

    // The tables with one value changed; the original file is put back afterwards.
    static void check_plant(const BuiltTables<V>& good, const oracle::NaiveSolver& solver,
                            const Plant& plant) {
        SCOPED_TRACE(good.text(plant.position) + " is a " + std::string{name(plant.truth)} +
                     ", planted: " + std::string{name(plant.planted)});
        const auto file = good.path(Slice::of(plant.position));
        const Bytes before = read_file(file);
        put_value(good, plant.position, plant.planted);
        EXPECT_NE(read_file(file), before);
        Tables<V> bad{good.shape(), good.folder()};
        EXPECT_EQ(bad.prober().probe(plant.position).value(), plant.planted);
        const auto expected = wrong_by_oracle(bad, solver, plant.position);
        std::uint64_t wrong = 0;
        auto found = verify(bad, {}, wrong);
        EXPECT_EQ(wrong, expected.size());
        std::sort(found.begin(), found.end());
        if (wrong == found.size()) {
            EXPECT_EQ(found, expected);
        }
        EXPECT_TRUE(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
        // The planted position itself, with the value that it has had.
        EXPECT_TRUE(std::binary_search(expected.begin(), expected.end(),
                                       finding(good.text(plant.position), plant.planted, plant.truth)));
        write_file(file, before);
    }
};
TYPED_TEST_SUITE(Verifying, CoreVariantTypes, VariantNames);

constexpr Wld all_values[] = {Wld::loss, Wld::draw, Wld::win};

// A win to a draw, a draw to a loss, and so on, in slices that are their own colour swap and in others, for
// White and for Black to move.
TYPED_TEST(Verifying, FindsOneFlippedValue) {
    const BoardShape shape = board_for<TypeParam>(sanitized() ? "4x6" : "6x6");
    const BuiltTables<TypeParam> tables{shape, 3};
    const auto solver = oracle_for<TypeParam>(shape, 3);
    std::mt19937_64 random{17};
    std::vector<Slice> slices = slices_up_to(3);
    int planted = 0;
    int symmetric = 0;
    int black = 0;
    for (Wld truth : all_values) {
        for (Wld other : all_values) {
            if (truth == other) continue;
            std::shuffle(slices.begin(), slices.end(), random);
            // Slices that are their own colour swap have two pieces: they would seldom be drawn.
            std::stable_partition(slices.begin(), slices.end(),
                                  [&](const Slice& s) { return s.symmetric() == (planted % 2 == 0); });
            for (const Slice& slice : slices) {
                const auto plant = this->place_for(tables, slice, truth, other, random);
                if (!plant) continue;
                this->check_plant(tables, solver, *plant);
                ++planted;
                symmetric += slice.symmetric();
                black += plant->position.to_move == Color::black;
                break;
            }
        }
    }
    EXPECT_EQ(planted, 6);
    EXPECT_GT(symmetric, 0);
    EXPECT_LT(symmetric, planted);
    EXPECT_GT(black, 0);
}

TYPED_TEST(Verifying, DoesNotMindFreeValues) {
    const BoardShape shape = board_for<TypeParam>("6x6");
    const BuiltTables<TypeParam> tables{shape, 3};
    std::mt19937_64 random{4};
    for (const Slice& slice : slices_up_to(3)) {
        const SliceRanking<SquareSet64> ranking{tables.game().board(), slice};
        for (int i = 0; i < 20; ++i) {
            const auto position = ranking.unrank(Color::white, random() % ranking.placements());
            if (!tables.game().can_capture(position) && !free_by_r1(tables.game(), position)) continue;
            for (Wld value : all_values) {
                this->put_value(tables, position, value);
                const Tables<TypeParam> changed{shape, tables.folder()};
                EXPECT_EQ(changed.prober().probe(position).value(), tables.prober().probe(position).value())
                    << tables.text(position);
            }
            break;
        }
    }
    Tables<TypeParam> changed{shape, tables.folder()};
    EXPECT_EQ(expect_verified(changed), slices_up_to(3).size());
}

// The same findings for any number of threads, the first ten in the order of the table.
TYPED_TEST(Verifying, ReportsTheSameForAnyNumberOfThreads) {
    const BoardShape shape = board_for<TypeParam>("6x6");
    const Slice slice = Slice::of(0, 2, 1, 0);
    const BuiltTables<TypeParam> tables{shape, 3};
    TableParts parts = take_apart(tables.path(slice));
    for (std::size_t i = 0; i < parts.symbols[1].size(); i += 50) {
        parts.symbols[1][i] = static_cast<std::uint8_t>(2 - parts.symbols[1][i]);
    }
    put_together(parts, tables.path(slice));
    Tables<TypeParam> bad{shape, tables.folder()};
    const SliceRanking<SquareSet64> ranking{bad.game().board(), slice};
    std::uint64_t wrong = 0;
    const auto first = this->verify(bad, {1, 1}, wrong);
    EXPECT_GT(wrong, 10u);
    for (int threads : {2, 3}) {
        std::uint64_t again = 0;
        EXPECT_EQ(this->verify(bad, {threads, 1}, again), first);
        EXPECT_EQ(again, wrong);
    }
    const auto verified = verify_slice(bad.game(), bad.set(), slice, {3, 1}, {}, {});
    ASSERT_TRUE(verified);
    ASSERT_EQ(verified->examples.size(), 10u);
    const auto place = [&](const auto& w) { return std::pair{w.position.to_move, ranking.rank(w.position)}; };
    EXPECT_TRUE(std::is_sorted(verified->examples.begin(), verified->examples.end(),
                               [&](const auto& a, const auto& b) { return place(a) < place(b); }));

    // A sample is part of the whole, the same each time, and about as large as asked for.
    for (double share : {0.0, 0.01, 0.3, 0.9}) {
        const auto sample = verify_slice(bad.game(), bad.set(), slice, {1, share}, {}, {});
        ASSERT_TRUE(sample);
        EXPECT_LE(sample->wrong, verified->wrong);
        EXPECT_NEAR(static_cast<double>(sample->checked), share * static_cast<double>(verified->checked),
                    0.05 * static_cast<double>(verified->checked));
        const auto again = verify_slice(bad.game(), bad.set(), slice, {3, share}, {}, {});
        ASSERT_TRUE(again);
        EXPECT_EQ(again->checked, sample->checked);
        EXPECT_EQ(again->wrong, sample->wrong);
    }
}

// Four pieces: slices that are their own colour swap with men and kings.
TEST(VerifyingFourPieces, FindsOneFlippedValue) {
    if (sanitized()) GTEST_SKIP() << "three pieces do, under sanitizers";
    using Suite = Verifying<Russian>;
    struct Access : Suite {
        using Suite::check_plant;
        using Suite::place_for;
        void TestBody() override {}
    };
    const BoardShape shape = board_for<Russian>("4x6");
    const BuiltTables<Russian> tables{shape, 4};
    const auto solver = oracle_for<Russian>(shape, 4);
    std::mt19937_64 random{1};
    for (const Slice& slice : {Slice::of(1, 1, 1, 1), Slice::of(1, 1, 2, 0), Slice::of(0, 3, 1, 0)}) {
        for (Wld truth : {Wld::loss, Wld::win}) {
            const auto plant = Access::place_for(tables, slice, truth, Wld::draw, random);
            ASSERT_TRUE(plant) << slice.name();
            Access::check_plant(tables, solver, *plant);
        }
    }
}

TEST(VerifyingFaults, ADamagedFileIsAnError) {
    const BoardShape shape = board_for<English>("6x6");
    const BuiltTables<English> tables{shape, 3};
    const Slice slice = Slice::of(0, 1, 1, 0);
    const Bytes before = read_file(tables.path(slice));
    for (std::size_t at = 0; at < before.size(); at += 7) {
        Bytes bytes = before;
        bytes[at] ^= std::byte{4};
        write_file(tables.path(slice), bytes);
        Tables<English> bad{shape, tables.folder()};
        const auto verified = verify_slice(bad.game(), bad.set(), slice, {1, 0}, {}, {});
        ASSERT_FALSE(verified) << "byte " << at;
        EXPECT_EQ(verified.error().kind, ErrorKind::table_damaged);
        EXPECT_NE(verified.error().message.find(tables.path(slice).string()), std::string::npos)
            << verified.error().message;
    }
    // What it leads to is missing.
    std::filesystem::remove(tables.path(slice));
    Tables<English> bad{shape, tables.folder()};
    const auto verified = verify_slice(bad.game(), bad.set(), Slice::of(0, 2, 1, 0), {}, {}, {});
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().kind, ErrorKind::not_answerable);
    EXPECT_NE(verified.error().message.find("KvM"), std::string::npos) << verified.error().message;
}

TEST(VerifyingFaults, CanBeStoppedAndTellsHowFarItIs) {
    const BoardShape shape = board_for<English>();
    BuiltTables<English> tables{shape, 3};
    const Slice slice = Slice::of(0, 2, 1, 0);
    std::atomic<std::uint64_t> values{0};
    const auto count = [&](std::uint64_t more) { values += more; };
    const auto verified = verify_slice(tables.game(), tables.set(), slice, {2, 0.1}, {}, count);
    ASSERT_TRUE(verified) << verified.error().message;
    EXPECT_EQ(values, 2 * (SliceRanking<SquareSet64>{tables.game().board(), slice}.placements()));
    std::atomic<int> asked{0};
    const auto stopped =
        verify_slice(tables.game(), tables.set(), slice, {2, 0.1}, [&] { return ++asked > 3; }, {});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::interrupted);
}

}  // namespace
}  // namespace damier
