// The numbers that a search begins with steer it and decide nothing: whatever they are, the verdicts are
// those of the plain rules.
#include "solver/proof_start.hpp"

#include <gtest/gtest.h>

#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

constexpr std::string_view small_board(const Rules& rules) {
    return rules.board.is.every_square_plays ? "4x5" : "6x4";
}

class ProofStartTest : public testing::TestWithParam<const Rules*> {};

TEST_P(ProofStartTest, NumbersAreOpenAndTheSameForBothColours) {
    const ProofSubject subject{GetParam()->name, small_board(*GetParam())};
    const ProofStart start{subject.rules(), subject.shape()};
    std::mt19937_64 random{3};
    int compared = 0;
    for (int i = 0; i < 500; ++i) {
        const ProofPosition position = subject.random(random, 2 + i % 7);
        const auto moves = 1 + static_cast<int>(random() % 30);
        const ProofPosition turned = color_swapped(position, subject.shape().squares());
        for (const Color attacker : both_colors) {
            const ProofNumbers n = start.numbers(position, attacker, moves);
            ASSERT_GE(n.proof, 1u);
            ASSERT_GE(n.disproof, 1u);
            ASSERT_LT(n.proof, ProofNumbers::infinity);
            ASSERT_LT(n.disproof, ProofNumbers::infinity);
            ASSERT_EQ(n, start.numbers(turned, !attacker, moves)) << subject.fen(position);
            // What proves it for one side disproves it for the other.
            const ProofNumbers other = start.numbers(position, !attacker, moves);
            ASSERT_EQ(n.proof, other.disproof) << subject.fen(position);
            if (GetParam()->crowning_wins.is) continue;
            const auto all = static_cast<std::uint32_t>(moves);
            ASSERT_EQ(n,
                      position.to_move == attacker ? (ProofNumbers{1, all, 0}) : (ProofNumbers{all, 1, 0}));
            ++compared;
        }
    }
    EXPECT_EQ(compared, GetParam()->crowning_wins.is ? 0 : 1000);
}

INSTANTIATE_TEST_SUITE_P(All, ProofStartTest, testing::ValuesIn(provable_rules()), name_of_test);

// The first king wins: numbers of White's win with White to move and 5 moves.
TEST(ProofStartCrowning, TellsWhoIsNearer) {
    const ProofSubject subject{"breakthrough", "8x8"};
    const ProofStart start{subject.rules(), subject.shape()};
    const auto numbers = [&](std::string_view fen) {
        return start.numbers(subject.position(fen), Color::white, 5);
    };
    // Two rows to go, nobody in the way; Black has five.
    EXPECT_EQ(numbers("W:W10:B9"), (ProofNumbers{2, 5 + 5, 0}));
    // One row less.
    EXPECT_EQ(numbers("W:W7:B9"), (ProofNumbers{1, 5 + 5, 0}));
    // Black's man on 2 can meet White's, and White has to get by it; nobody guards White's row.
    EXPECT_EQ(numbers("W:W10:B2,9"), (ProofNumbers{2 + 2 + 2, 5 + 5, 0}));
    // Nor can it meet a man on the other wing, but it guards the row.
    EXPECT_EQ(numbers("W:W12:B1,9"), (ProofNumbers{2 + 2, 5 + 5, 0}));
    // A man of White on its first row makes up for it, which is in the way of Black's man, too.
    EXPECT_EQ(numbers("W:W12,30:B1,9"), (ProofNumbers{2, 5 + 5 + 2, 0}));
}

// A game that wins by the first king, but does not tell the search so.
class QuietGame final : public ProofGame {
public:
    explicit QuietGame(const ProofGame& game)
        : game_{game}, rules_{changed(game.rules(), [](Rules& r) { r.crowning_wins = {}; })} {}
    const Rules& rules() const override { return rules_; }
    const BoardShape& shape() const override { return game_.shape(); }
    void successors(const ProofPosition& position, ProofPositions& after) const override {
        game_.successors(position, after);
    }
    Result<Glance> glance(const ProofPosition& position) const override { return game_.glance(position); }
    int table_pieces() const override { return game_.table_pieces(); }
    TableSet* tables() const override { return game_.tables(); }

private:
    const ProofGame& game_;
    Rules rules_;
};

TEST(ProofStartCrowning, VerdictsAreThoseOfTheRulesWithAndWithout) {
    for (const std::string_view variant : {"breakthrough", "kingscourt"}) {
        const ProofSubject subject{variant, "6x4"};
        const QuietGame quiet_game{subject.game()};
        std::mt19937_64 random{19};
        ProverObserver observer;
        std::array<int, 3> seen = {};
        std::uint64_t with = 0;
        std::uint64_t without = 0;
        for (int i = 0; i < 150; ++i) {
            const ProofPosition root = subject.random(random, 3 + i % 4);
            SCOPED_TRACE(std::string{variant} + " " + subject.fen(root));
            const Wld expected = plain_value(subject, root).value;
            Prover steered{subject.game(), prover_options(), observer, {}};
            Prover plain{quiet_game, prover_options(), observer, {}};
            for (Prover* prover : {&steered, &plain}) {
                const auto parts = value_parts(*prover, root);
                ASSERT_TRUE(parts) << parts.error().message;
                ASSERT_EQ(name(value_of(*parts, root.to_move)), name(expected));
            }
            with += steered.nodes();
            without += plain.nodes();
            ++seen[static_cast<std::size_t>(expected)];
        }
        EXPECT_GT(seen[static_cast<std::size_t>(Wld::win)], 10);
        EXPECT_GT(seen[static_cast<std::size_t>(Wld::loss)], 10);
        EXPECT_NE(with, without);  // the rules were heard
    }
}

}  // namespace
}  // namespace damier
