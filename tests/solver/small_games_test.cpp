// The values of whole small games (data/small_games.tsv): proved, certified, and checked by both checkers.
// Where a game is won, its length under best play is worked out from the rules alone.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/rules/data_table.hpp"
#include "tests/support/proof_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Proves the value of the start position with tables of so many pieces; `python`: also with the slower
// checker.
void prove_row(const DataRow& row, int pieces, bool python, std::uint64_t memory, int expand) {
    SCOPED_TRACE(row.at("variant") + " " + row.at("board"));
    const ProofSubject subject{row.at("variant"), row.at("board"), pieces};
    const ProofPosition root = subject.start(std::stoi(row.at("rows_of_men")));
    ProverObserver quiet;
    Prover prover{subject.game(), prover_options(memory, 2), quiet, {}};
    const auto parts = value_parts(prover, root);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_EQ(name(value_of(*parts, root.to_move)), row.at("value"));
    const auto path = write_parts(subject, prover, root, *parts);
    const auto checked = check_file(subject, path, expand);
    EXPECT_EQ(verdict(checked), "proved");
    std::uint64_t moves = 0;
    std::uint64_t leaves = 0;
    for (const CheckedPart& part : checked->parts) {
        moves += part.moves;
        leaves += part.leaves;
        EXPECT_EQ(part.believed, 0u);
        EXPECT_EQ(part.unreached, 0u);
    }
    std::cout << row.at("variant") << " " << row.at("board") << ": " << row.at("value") << ", "
              << prover.nodes() << " nodes, " << moves << " moves, " << leaves << " leaves, "
              << std::filesystem::file_size(path) << " bytes\n";
    if (!python) return;
    EXPECT_EQ(python_verdict(path).substr(0, 7), "proved ") << python_verdict(path);
}

std::vector<DataRow> rows(std::string_view board) {
    std::vector<DataRow> rows;
    for (const DataRow& row : read_data("small_games.tsv")) {
        if (row.at("board") == board) rows.push_back(row);
    }
    EXPECT_GE(rows.size(), 2u);
    return rows;
}

TEST(SmallGames, FourByFour) {
    for (const DataRow& row : rows("4x4")) prove_row(row, 2, true, std::uint64_t{1} << 20, 2);
}

TEST(SmallGames, FiveByFive) {
    for (const DataRow& row : rows("5x5")) prove_row(row, 3, true, std::uint64_t{16} << 20, 2);
}

TEST(FullSmallGames, FourBySix) {
    for (const DataRow& row : rows("4x6")) prove_row(row, 4, true, std::uint64_t{64} << 20, 3);
}

TEST(FullSmallGames, SixByFour) {
    for (const DataRow& row : rows("6x4")) prove_row(row, 4, true, std::uint64_t{64} << 20, 3);
}

// Tables of up to six pieces; the certificates' leaves of up to three pieces are worked out from the rules.
TEST(FullSmallGames, SixBySix) {
    for (const DataRow& row : rows("6x6")) prove_row(row, 6, true, std::uint64_t{64} << 20, 3);
}

// Without tables nothing but the rules is relied on.
TEST(FullSmallGames, FiveByFiveWithoutTables) {
    for (const DataRow& row : rows("5x5")) prove_row(row, 0, true, std::uint64_t{256} << 20, 0);
}

void expect_length(std::string_view board) {
    for (const DataRow& row : rows(board)) {
        SCOPED_TRACE(row.at("variant"));
        const ProofSubject subject{row.at("variant"), row.at("board")};
        const PlainValue value = plain_value(subject, subject.start(std::stoi(row.at("rows_of_men"))));
        EXPECT_EQ(name(value.value), row.at("value"));
        if (value.value != Wld::draw) {
            EXPECT_EQ(std::to_string(value.plies), row.at("plies"));
        }
    }
}

TEST(SmallGames, LengthOfFourByFour) { expect_length("4x4"); }
TEST(FullSmallGames, LengthOfFiveByFive) { expect_length("5x5"); }
TEST(FullSmallGames, LengthOfFourBySix) { expect_length("4x6"); }

// The size of the transposition table decides how long it takes, not what comes out.
TEST(FullSmallGames, SameVerdictsWithSmallAndLargeTables) {
    const ProofSubject subject{"english", "6x6", 5};
    const ProofPosition root = subject.start(2);
    std::vector<std::string> verdicts;
    for (const std::uint64_t memory : {std::uint64_t{64} << 20, std::uint64_t{4} << 30}) {
        ProverObserver quiet;
        Prover prover{subject.game(), prover_options(memory, 2), quiet, {}};
        const auto parts = value_parts(prover, root);
        ASSERT_TRUE(parts) << parts.error().message;
        EXPECT_EQ(verdict(check_file(subject, write_parts(subject, prover, root, *parts))), "proved");
        verdicts.emplace_back(name(value_of(*parts, root.to_move)));
        std::cout << (memory >> 20) << " MiB: " << verdicts.back() << ", " << prover.nodes() << " nodes\n";
    }
    EXPECT_EQ(verdicts[0], verdicts[1]);
}

// English endings of four pieces at random: what search finds without tables is what the tables say. Five
// hundred wins of the side to move, and as many positions that it holds.
TEST(FullProver, EnglishEndingsAgreeWithTables) {
    const ProofSubject tables{"english", {}, 4};
    const ProofSubject bare{"english"};
    std::mt19937_64 random{2026};
    constexpr int each = 500;
    int wins = 0;
    int holds = 0;
    std::uint64_t nodes = 0;
    std::uint64_t most = 0;
    while (wins < each || holds < each) {
        const ProofPosition root = bare.random(random, 4);
        const auto glance = tables.game().glance(root);
        ASSERT_TRUE(glance && glance->value);
        const bool win = *glance->value == Wld::win;
        const bool hold = *glance->value != Wld::loss;
        if (!(win && wins < each) && !(hold && holds < each)) continue;
        SCOPED_TRACE(bare.fen(root));
        ProverObserver quiet;
        Prover prover{bare.game(), prover_options(std::uint64_t{64} << 20), quiet, {}};
        if (win && wins < each) {
            const auto part = prover.decide(root, root.to_move);
            ASSERT_TRUE(part) << part.error().message;
            ASSERT_EQ(part->part.goal, Goal::win);
            ++wins;
        }
        if (hold && holds < each) {
            const auto part = prover.decide(root, !root.to_move);
            ASSERT_TRUE(part) << part.error().message;
            ASSERT_EQ(part->part.goal, Goal::hold);
            ++holds;
            if (holds % 100 == 0) {
                const auto path = write_parts(bare, prover, root, {*part});
                EXPECT_EQ(verdict(check_file(bare, path)), "proved");
            }
        }
        nodes += prover.nodes();
        most = std::max(most, prover.nodes());
    }
    std::cout << nodes << " nodes in all, at most " << most << " for one position\n";
}

}  // namespace
}  // namespace damier
