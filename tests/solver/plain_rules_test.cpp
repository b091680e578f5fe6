// The checker's move generator against the fast one, for every variant on its own board and on small ones:
// two texts that share nothing must agree. The fast one is held against published counts and the naive oracle
// elsewhere.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

class PlainRulesTest : public testing::TestWithParam<const Rules*> {};

std::set<PositionKey> fast(const ProofSubject& subject, const ProofPosition& position) {
    ProofPositions after;
    subject.game().successors(position, after);
    std::set<PositionKey> keys;
    for (const ProofPosition& p : after) keys.insert(key_of(p, subject.shape().squares()));
    return keys;
}

void compare(const ProofSubject& subject, int pieces, int positions, std::uint64_t seed) {
    std::mt19937_64 random{seed};
    std::size_t captures = 0;
    for (int i = 0; i < positions; ++i) {
        const ProofPosition position = subject.random(random, pieces);
        const auto plain = subject.plain().successors(cells_of(position));
        std::vector<PositionKey> keys;
        for (const CellPosition& p : plain) {
            keys.push_back(key_of(p, subject.shape().squares()));
            captures += pieces_of(p) < pieces;
        }
        const auto expected = fast(subject, position);
        ASSERT_EQ(keys, std::vector<PositionKey>(expected.begin(), expected.end())) << subject.fen(position);
    }
    // On a crowded small board there may be none.
    if (pieces <= 6) {
        EXPECT_GT(captures, 0u);
    }
}

TEST_P(PlainRulesTest, AgreesWithTheFastGenerator) {
    if (GetParam()->board.is.squares() <= most_proof_squares) {
        const ProofSubject subject{GetParam()->name};
        for (int pieces = 2; pieces <= 14; ++pieces) compare(subject, pieces, 300, 1);
    }
    for (const char* board : {"6x6", "5x5", "4x8"}) {
        const ProofSubject subject{GetParam()->name, board};
        for (int pieces = 2; pieces <= 8; ++pieces) compare(subject, pieces, 200, 2);
    }
}

INSTANTIATE_TEST_SUITE_P(All, PlainRulesTest, testing::ValuesIn(provable_rules()), name_of_test);

TEST(PositionKeys, AreThoseOfTheFormat) {
    // Squares 1 (a black man), 2 (a white king), 3 (empty), 4 (a black king), 5 (a white man) of 4x4, White
    // to move.
    CellPosition position;
    position.cells[0] = Cell::black_man;
    position.cells[1] = Cell::white_king;
    position.cells[3] = Cell::black_king;
    position.cells[4] = Cell::white_man;
    const PositionKey key = key_of(position, 8);
    EXPECT_EQ(key_bytes(8), 4u);
    EXPECT_EQ(key.bytes[0], 0);
    EXPECT_EQ(key.bytes[1], 3 + 5 * 2);
    EXPECT_EQ(key.bytes[2], 4 + 5 * 1);
    EXPECT_EQ(key.bytes[3], 0);
    EXPECT_EQ(cells_of(key, 8), position);
    EXPECT_EQ(cells_of(position_of(position)), position);
    PositionKey bad = key;
    bad.bytes[3] = 25;  // a ninth square
    EXPECT_FALSE(cells_of(bad, 8));
    bad = key;
    bad.bytes[0] = 2;
    EXPECT_FALSE(cells_of(bad, 8));
}

TEST(PlainRulesLegality, MenOnTheirCrownRow) {
    const ProofSubject subject{"english"};
    EXPECT_TRUE(subject.plain().is_legal(cells_of(subject.position("W:WK1,5:BK32,28"))));
    ProofPosition position = subject.position("W:W5:B28");
    position.men[0].insert(square(0));
    EXPECT_FALSE(subject.plain().is_legal(cells_of(position)));
    position = subject.position("W:W5:B28");
    position.men[1].insert(square(31));
    EXPECT_FALSE(subject.plain().is_legal(cells_of(position)));
}

}  // namespace
}  // namespace damier
