// Proof search against the values of whole small games, solved from the rules alone; every proof is
// certified, and both checkers accept it.
#include <gtest/gtest.h>

#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Wins, losses and draws seen.
using Seen = std::array<int, 3>;

void prove_random(const ProofSubject& subject, int pieces, int positions, std::uint64_t memory, int threads,
                  Seen& seen, int python_every = 0) {
    std::mt19937_64 random{7};
    ProverObserver quiet;
    for (int i = 0; i < positions; ++i) {
        const ProofPosition root = subject.random(random, pieces);
        SCOPED_TRACE(std::string{subject.rules().name} + " " + subject.fen(root));
        const Wld expected = plain_value(subject, root).value;
        Prover prover{subject.game(), prover_options(memory, threads), quiet, {}};
        const auto parts = value_parts(prover, root);
        ASSERT_TRUE(parts) << parts.error().message;
        ASSERT_EQ(name(value_of(*parts, root.to_move)), name(expected));
        const auto path = write_parts(subject, prover, root, *parts);
        const auto checked = check_file(subject, path, 64);
        ASSERT_EQ(verdict(checked), "proved");
        for (const CheckedPart& part : checked->parts) EXPECT_EQ(part.unreached, 0u);
        ++seen[static_cast<std::size_t>(expected)];
        if (python_every == 0 || i % python_every != 0 || !python_knows(subject.rules())) continue;
        EXPECT_EQ(python_verdict(path, 64).substr(0, 7), "proved ") << python_verdict(path, 64);
    }
}

class ProverTest : public testing::TestWithParam<const Rules*> {};

TEST_P(ProverTest, AgreesWithWholeSmallGames) {
    Seen seen{};
    const bool every_square = GetParam()->board.is.every_square_plays;  // twice the squares
    for (const int tables : {0, 2}) {
        const ProofSubject subject{GetParam()->name, every_square ? "4x3" : "4x4", tables};
        for (int pieces = 2; pieces <= (every_square ? 3 : 4); ++pieces) {
            prove_random(subject, pieces, 60, std::uint64_t{1} << 20, 1, seen, tables == 0 ? 0 : 30);
        }
    }
    if (!every_square) {
        const ProofSubject subject{GetParam()->name, "5x5", 3};
        prove_random(subject, 4, 20, std::uint64_t{1} << 20, 1, seen, 10);
    }
    EXPECT_GT(seen[0], 0);
    EXPECT_GT(seen[2], 0);
    if (!GetParam()->crowning_wins.is) {
        EXPECT_GT(seen[1], 0);
    }
}

// A table of 64 entries... of 4 KiB holds hardly anything: slow or given up, never wrong.
TEST_P(ProverTest, NeverWrongWithATinyTable) {
    const ProofSubject subject{GetParam()->name, GetParam()->board.is.every_square_plays ? "4x3" : "4x4"};
    std::mt19937_64 random{11};
    ProverObserver quiet;
    int answered = 0;
    for (int i = 0; i < 40; ++i) {
        const ProofPosition root = subject.random(random, 3);
        ProverOptions options = prover_options(ProofTable::least_bytes);
        options.nodes = 20'000;
        Prover prover{subject.game(), options, quiet, {}};
        const auto parts = value_parts(prover, root);
        if (!parts) {
            EXPECT_EQ(parts.error().kind, ErrorKind::limit) << parts.error().message;
            continue;
        }
        ++answered;
        EXPECT_EQ(name(value_of(*parts, root.to_move)), name(plain_value(subject, root).value))
            << subject.fen(root);
    }
    EXPECT_GT(answered, 10);
}

TEST_P(ProverTest, SameVerdictsWithTwoThreads) {
    const bool every_square = GetParam()->board.is.every_square_plays;
    const ProofSubject subject{GetParam()->name, every_square ? "4x3" : "5x5", 2};
    Seen seen{};
    prove_random(subject, every_square ? 3 : 4, 25, std::uint64_t{4} << 20, 2, seen);
    EXPECT_GT(seen[0] + seen[2], 0);
}

INSTANTIATE_TEST_SUITE_P(All, ProverTest, testing::ValuesIn(provable_rules()), name_of_test);

TEST(ProverVariants, KingRunsAreRefused) {
    for (const Rules* rules : all_rules()) {
        const auto able = provable(*rules);
        ASSERT_EQ(able.has_value(), rules->king_run_limit == 0) << rules->name;
        if (!able) {
            EXPECT_EQ(able.error().kind, ErrorKind::usage);
        }
    }
}

// Two kings against one that holds the double corner go round for ever: a hold made of circles.
TEST(ProverRepetition, TheDoubleCornerHolds) {
    const ProofSubject subject{"english"};
    ProverObserver quiet;
    Prover prover{subject.game(), prover_options(), quiet, {}};
    const ProofPosition root = subject.position("W:WK18:BK1");
    const auto parts = value_parts(prover, root);
    ASSERT_TRUE(parts) << parts.error().message;
    ASSERT_EQ(parts->size(), 2u);
    const auto path = write_parts(subject, prover, root, *parts);
    EXPECT_EQ(verdict(check_file(subject, path)), "proved");
    EXPECT_EQ(python_verdict(path).substr(0, 7), "proved ");
}

TEST(ProverLimits, NodesTimeAndStop) {
    const ProofSubject subject{"english"};
    ProverObserver quiet;
    ProverOptions options = prover_options();
    options.nodes = 5000;
    Prover few{subject.game(), options, quiet, {}};
    const auto by_nodes = few.decide(subject.start(3), Color::black);
    ASSERT_FALSE(by_nodes);
    EXPECT_EQ(by_nodes.error().kind, ErrorKind::limit);
    EXPECT_GE(few.nodes(), 5000u);
    EXPECT_LT(few.nodes(), 6000u);

    options.nodes = 0;
    options.seconds = 0.2;
    Prover brief{subject.game(), options, quiet, {}};
    const auto by_time = brief.decide(subject.start(3), Color::black);
    ASSERT_FALSE(by_time);
    EXPECT_EQ(by_time.error().kind, ErrorKind::limit);
    EXPECT_LT(brief.seconds(), 20);

    options.seconds = 0;
    int asked = 0;
    Prover stopped{subject.game(), options, quiet, [&] { return ++asked > 20; }};
    const auto by_stop = stopped.decide(subject.start(3), Color::black);
    ASSERT_FALSE(by_stop);
    EXPECT_EQ(by_stop.error().kind, ErrorKind::interrupted);
}

// A search that is stopped again and again and goes on from its file comes to the answer of one that is not.
TEST(ProverState, GoesOnWhereItWas) {
    const ProofSubject subject{"english", "5x5", 2};
    ProverObserver quiet;
    const ProofPosition root = subject.start(1);
    Prover whole{subject.game(), prover_options(), quiet, {}};
    const auto expected = whole.decide(root, root.to_move);
    ASSERT_TRUE(expected);
    ASSERT_GT(whole.nodes(), 2000u);

    const auto file = subject.folder() / "search.state";
    const ProofQuestion question{root, "white wins"};
    ProverOptions options = prover_options();
    int rounds = 0;
    while (true) {
        ASSERT_LT(++rounds, 100);
        options.nodes = static_cast<std::uint64_t>(rounds) * whole.nodes() / 3;
        Prover part{subject.game(), options, quiet, {}};
        if (rounds > 1) {
            const auto restored = part.restore(file, question);
            ASSERT_TRUE(restored) << restored.error().message;
            EXPECT_GT(part.nodes(), 0u);
        }
        const auto found = part.decide(root, root.to_move);
        if (found) {
            EXPECT_EQ(found->part, expected->part);
            const auto path = write_parts(subject, part, root, {*found});
            EXPECT_EQ(verdict(check_file(subject, path)), "proved");
            break;
        }
        ASSERT_EQ(found.error().kind, ErrorKind::limit) << found.error().message;
        ASSERT_TRUE(part.save(file, question));
    }
    EXPECT_GT(rounds, 1);

    // Damaged, cut, of another size, position or goal: refused, and told how to go on.
    const auto refused = [&](const ProverOptions& with, const ProofQuestion& of) {
        Prover prover{subject.game(), with, quiet, {}};
        const auto restored = prover.restore(file, of);
        if (restored) return std::string{"restored"};
        EXPECT_EQ(restored.error().kind, ErrorKind::table_damaged);
        EXPECT_NE(restored.error().message.find(file.string()), std::string::npos);
        EXPECT_NE(restored.error().message.find("remove it"), std::string::npos);
        return std::string{"refused"};
    };
    const Bytes good = read_file(file);
    for (const std::size_t at : {std::size_t{3}, std::size_t{60}, good.size() / 2, good.size() - 1}) {
        Bytes bad = good;
        bad[at] ^= std::byte{1};
        write_file(file, bad);
        EXPECT_EQ(refused(prover_options(), question), "refused") << at;
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, good.size() / 2, good.size() - 1}) {
        write_file(file, std::span{good}.first(size));
        EXPECT_EQ(refused(prover_options(), question), "refused") << size;
    }
    write_file(file, good);
    EXPECT_EQ(refused(prover_options(std::uint64_t{32} << 20), question), "refused");
    ProofPosition other = root;
    other.to_move = !other.to_move;
    EXPECT_EQ(refused(prover_options(), {other, question.goal}), "refused");
    EXPECT_EQ(refused(prover_options(), {root, "white holds"}), "refused");
    EXPECT_EQ(refused(prover_options(), question), "restored");
}

// A break does not change the answer, and what is saved in one is as good as the end of a search.
TEST(ProverState, IsSavedInBreaks) {
    const ProofSubject subject{"english", "5x5"};
    const ProofPosition root = subject.start(1);
    const ProofQuestion question{root, "value"};
    const auto file = subject.folder() / "search.state";
    ProverObserver quiet;
    const std::string_view expected = "win";  // data/small_games.tsv
    for (const int threads : {1, 2}) {
        Prover prover{subject.game(), prover_options(std::uint64_t{1} << 20, threads), quiet, {}};
        int breaks = 0;
        prover.set_break(1e-4, [&] {
            if (++breaks == 3) {
                EXPECT_TRUE(prover.save(file, question));
            }
        });
        const auto parts = value_parts(prover, root);
        ASSERT_TRUE(parts) << parts.error().message;
        EXPECT_GE(breaks, 3);
        EXPECT_EQ(verdict(check_file(subject, write_parts(subject, prover, root, *parts))), "proved");
        EXPECT_EQ(name(value_of(*parts, root.to_move)), expected);

        Prover later{subject.game(), prover_options(std::uint64_t{1} << 20), quiet, {}};
        ASSERT_TRUE(later.restore(file, question));
        EXPECT_GT(later.nodes(), 0u);
        const auto again = value_parts(later, root);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(name(value_of(*again, root.to_move)), expected);
        EXPECT_EQ(verdict(check_file(subject, write_parts(subject, later, root, *again))), "proved");
    }
}

}  // namespace
}  // namespace damier
