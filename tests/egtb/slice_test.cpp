// Slices: names, order, and what moves lead to, as the moves on small boards show it.
#include "egtb/slice.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Every slice of exactly so many pieces, with both sides there.
std::vector<Slice> all_slices(int pieces) {
    std::vector<Slice> slices;
    for (int a = 0; a <= pieces; ++a) {
        for (int b = 0; a + b <= pieces; ++b) {
            for (int c = 0; a + b + c <= pieces; ++c) {
                const Slice slice = Slice::of(a, b, c, pieces - a - b - c);
                if (slice.pieces_of(Color::white) > 0 && slice.pieces_of(Color::black) > 0)
                    slices.push_back(slice);
            }
        }
    }
    return slices;
}

TEST(SliceNames, RoundTrip) {
    std::set<std::string> names;
    for (int pieces = 2; pieces <= 14; ++pieces) {
        for (const Slice& slice : all_slices(pieces)) {
            EXPECT_EQ(parse_slice(slice.name()), slice);
            EXPECT_TRUE(names.insert(slice.name()).second);
        }
    }
    EXPECT_EQ(Slice::of(1, 2, 1, 1).name(), "KKMvKM");
    EXPECT_EQ(Slice::of(2, 4, 0, 1).name(), "4KMMvK");
    EXPECT_EQ(Slice::of(2, 1, 0, 10).name(), "KMMv10K");
    EXPECT_EQ(Slice::of(30, 0, 30, 0).name(), "30Mv30M");
    EXPECT_EQ(parse_slice("30Mv30M"), Slice::of(30, 0, 30, 0));
}

TEST(SliceNames, NothingElseIsOne) {
    for (const char* bad :
         {"",       "v",     "K",      "Kv",    "vK",   "KK",   "kvk",       "K v K",        "KvKx",
          "xKvK",   "KvKvK", "MKvK",   "KvMK",  "2KvK", "1KvK", "0KvK",      "KKKvK",        "03KvK",
          "3K1KvK", "K2KvK", "100KvK", "-3KvK", "3vK",  "KvK ", "99K99Kv3K", "4294967297KvK"}) {
        EXPECT_EQ(parse_slice(bad), std::nullopt) << bad;
    }
}

TEST(Slices, OneOfEachPairIsCanonical) {
    for (int pieces = 2; pieces <= 10; ++pieces) {
        for (const Slice& slice : all_slices(pieces)) {
            const Slice swapped = slice.color_swapped();
            EXPECT_EQ(swapped.color_swapped(), slice);
            EXPECT_TRUE(slice.canonical() || swapped.canonical());
            EXPECT_EQ(slice.canonical() && swapped.canonical(), slice == swapped);
            EXPECT_EQ(slice.symmetric(), slice == swapped);
            EXPECT_EQ(slice.pieces(), pieces);
        }
    }
    EXPECT_TRUE(Slice::of(1, 0, 0, 0).canonical());
    EXPECT_TRUE(Slice::of(0, 2, 1, 0).canonical());
    EXPECT_FALSE(Slice::of(1, 0, 0, 1).canonical());
    EXPECT_TRUE(Slice::of(0, 1, 1, 0).canonical());
}

TEST(Slices, UpToANumberOfPiecesWithSuccessorsFirst) {
    for (int pieces = 0; pieces <= 9; ++pieces) {
        std::set<Slice> expected;
        for (int n = 2; n <= pieces; ++n) {
            for (const Slice& slice : all_slices(n)) {
                if (slice.canonical()) expected.insert(slice);
            }
        }
        std::set<Slice> before;
        for (const Slice& slice : slices_up_to(pieces)) {
            for (const Slice& next : successors(English::rules, slice)) {
                EXPECT_TRUE(before.contains(next)) << next.name() << " after " << slice.name();
            }
            EXPECT_TRUE(before.insert(slice).second);
        }
        EXPECT_EQ(before, expected);
    }
    // KvK, KvM, MvM; a side with two pieces of three kinds of pairs against a king or a man.
    EXPECT_EQ(slices_up_to(2).size(), 3u);
    EXPECT_EQ(slices_up_to(3).size(), 3u + 6u);
}

TEST(Slices, FitWhereThereIsRoom) {
    EXPECT_TRUE(fits(Slice::of(6, 0, 2, 0), 8, 2));
    EXPECT_FALSE(fits(Slice::of(7, 0, 1, 0), 8, 2));
    EXPECT_FALSE(fits(Slice::of(4, 1, 4, 0), 8, 2));
    EXPECT_TRUE(fits(Slice::of(0, 7, 0, 1), 8, 2));
}

// What the moves of all positions of a slice lead to, for every variant.
template <class V>
void add_reached(const BoardShape& shape, int pieces, std::map<Slice, std::set<Slice>>& reached) {
    const Game<V, SquareSet64> game{shape};
    for_each_picture(shape, pieces, [&](const Picture& picture) {
        const auto position = position_of<SquareSet64>(picture);
        const Slice slice = Slice::of(position);
        if (slice.pieces_of(Color::white) == 0 || slice.pieces_of(Color::black) == 0) return;
        if (V::rules.crowning_wins && (slice.kings[0] > 0 || slice.kings[1] > 0)) return;
        auto& found = reached[slice.canonical() ? slice : slice.color_swapped()];
        for (const auto& move : game.moves(position)) {
            const Slice next = Slice::of(game.apply(position, move));
            if (next == slice || next.pieces_of(Color::white) == 0 || next.pieces_of(Color::black) == 0)
                continue;
            if (V::rules.crowning_wins && (next.kings[0] > 0 || next.kings[1] > 0)) continue;
            found.insert(next.canonical() ? next : next.color_swapped());
        }
    });
}

template <class V>
class Successors : public ::testing::Test {};
TYPED_TEST_SUITE(Successors, VariantTypes, VariantNames);

TYPED_TEST(Successors, AreWhatMovesLeadTo) {
    // With up to three pieces 4x4 has room for everything; for two captured in one move 6x6 has.
    std::map<Slice, std::set<Slice>> reached;
    for (int pieces : {2, 3})
        add_reached<TypeParam>(board_of(TypeParam::rules, "4x4").value(), pieces, reached);
    const bool every_square = TypeParam::rules.board.is.every_square_plays;
    if (!sanitized())
        add_reached<TypeParam>(board_of(TypeParam::rules, every_square ? "4x4" : "6x6").value(), 4, reached);
    EXPECT_EQ(reached.size(), slices_up_to(TypeParam::rules, sanitized() ? 3 : 4).size());
    for (const auto& [slice, found] : reached) {
        const auto claimed = successors(TypeParam::rules, slice);
        EXPECT_EQ(std::set<Slice>(claimed.begin(), claimed.end()), found) << slice.name();
    }
}

}  // namespace
}  // namespace damier
