// Node counts of data/perft.tsv, for every variant in the list: a variant without its rows there fails. The
// counting `paths` is not ours; its rows are for the naive oracle.
#include "rules/perft.hpp"

#include <gtest/gtest.h>

#include <set>

#include "rules/variants.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

constexpr int quick_depth = 8;
constexpr int least_depth = 6;  // that the data have of every variant, in both ways of counting
constexpr std::uint64_t quick_nodes = 12'000'000;
constexpr std::uint64_t sanitized_nodes = 5'000'000;
constexpr std::uint64_t full_nodes = 3'000'000'000;  // a minute of a release build

struct PerftRow {
    BoardShape shape;
    std::string fen;  // or "start"
    int depth;
    std::uint64_t nodes;
    CaptureCount count;
};

bool is_quick(const PerftRow& row) { return row.depth <= quick_depth && row.nodes <= quick_nodes; }

std::vector<PerftRow> rows_of(const Rules& rules, const std::string& file) {
    std::vector<PerftRow> result;
    for (const DataRow& row : read_data(file)) {
        const auto [variant, size] = variant_and_board(row.at("variant"));
        if (variant != rules.name || row.at("counting") == "paths") continue;
        const auto shape = board_of(rules, size);
        EXPECT_TRUE(shape) << row.at("variant");
        EXPECT_TRUE(row.at("counting") == "merged" || row.at("counting") == "ordered");
        result.push_back({*shape, row.at("fen"), std::stoi(row.at("depth")), std::stoull(row.at("nodes")),
                          row.at("counting") == "merged" ? CaptureCount::merged : CaptureCount::ordered});
    }
    return result;
}

oracle::Variant oracle_variant(const Rules& rules) { return oracle::variant_named(std::string{rules.name}); }

template <class Set>
void check(const Rules& rules, const PerftRow& row) {
    SCOPED_TRACE(std::string{rules.name} + " " + row.shape.name() + " " + row.fen + " depth " +
                 std::to_string(row.depth) +
                 (row.count == CaptureCount::merged ? " merged, " : " ordered, ") +
                 std::to_string(Set::capacity) + " bits");
    const auto chosen = make_game<Set>(rules, row.shape);
    const BoardGame<Set>& game = *chosen;
    Position<Set> position = game.start();
    if (row.fen != "start") {
        position = position_of<Set>(
            picture_of(oracle::parse_fen(oracle_variant(rules), row.shape.height, row.shape.width, row.fen)));
    }
    EXPECT_EQ(perft(game, position, row.depth, row.count), row.nodes);
}

void check_with_smallest_set(const Rules& rules, const PerftRow& row) {
    if (row.shape.squares() <= SquareSet64::capacity) {
        check<SquareSet64>(rules, row);
    } else {
        check<SquareSet128>(rules, row);
    }
}

class Perft : public VariantTest {};
DAMIER_EACH_VARIANT(Perft);

TEST_P(Perft, Rows) {
    int checked = 0;
    for (const PerftRow& row : rows_of(rules(), "perft.tsv")) {
        if (!is_quick(row) || (sanitized() && row.nodes > sanitized_nodes)) continue;
        check_with_smallest_set(rules(), row);
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST_P(Perft, RowsWithWideSets) {
    for (const PerftRow& row : rows_of(rules(), "perft.tsv")) {
        if (row.depth <= 6 && row.nodes <= quick_nodes) check<SquareSet128>(rules(), row);
    }
}

// Both ways of counting, from the start position, depth by depth.
TEST_P(Perft, DataAreThere) {
    const auto chosen = make_game<SquareSet128>(rules(), rules().board);
    const BoardGame<SquareSet128>& game = *chosen;
    std::set<std::pair<int, bool>> found;
    for (const PerftRow& row : rows_of(rules(), "perft.tsv")) {
        if (row.shape != game.board().shape()) continue;
        const auto state =
            oracle::parse_fen(oracle_variant(rules()), row.shape.height, row.shape.width, row.fen);
        if (position_of<SquareSet128>(picture_of(state)) != game.start()) continue;
        found.emplace(row.depth, row.count == CaptureCount::merged);
    }
    for (int depth = 1; depth <= least_depth; ++depth) {
        for (bool merged : {true, false}) {
            EXPECT_TRUE(found.contains({depth, merged}))
                << "data/perft.tsv has no row for the start position of " << rules().name << ", depth "
                << depth << ", " << (merged ? "merged" : "ordered");
        }
    }
}

TEST_P(Perft, OtherBoards) {
    for (const PerftRow& row : rows_of(rules(), "perft_other_boards.tsv")) {
        if (row.depth <= 6) check_with_smallest_set(rules(), row);
    }
}

TEST(PerftData, EveryRowIsOfAVariantInTheList) {
    for (const char* file : {"perft.tsv", "perft_other_boards.tsv", "legality.tsv"}) {
        for (const DataRow& row : read_data(file)) {
            EXPECT_NE(find_rules(variant_and_board(row.at("variant")).first), nullptr)
                << file << ": " << row.at("variant");
        }
    }
}

TEST(PerftDepth, ZeroIsOneNodeAndNoMoveIsNone) {
    const Game<English, SquareSet64> game;
    EXPECT_EQ(perft(game, game.start(), 0, CaptureCount::merged), 1u);
    Position<SquareSet64> lost = game.start();
    lost.men[index(lost.to_move)] = {};
    EXPECT_EQ(perft(game, lost, 1, CaptureCount::merged), 0u);
    EXPECT_EQ(perft(game, lost, 3, CaptureCount::ordered), 0u);
}

class FullPerft : public VariantTest {};
DAMIER_EACH_VARIANT(FullPerft);

TEST_P(FullPerft, Merged) {
    for (const PerftRow& row : rows_of(rules(), "perft.tsv")) {
        if (row.count == CaptureCount::merged && !is_quick(row) && row.nodes <= full_nodes)
            check_with_smallest_set(rules(), row);
    }
}

TEST_P(FullPerft, Ordered) {
    for (const PerftRow& row : rows_of(rules(), "perft.tsv")) {
        if (row.count == CaptureCount::ordered && !is_quick(row) && row.nodes <= full_nodes)
            check_with_smallest_set(rules(), row);
    }
}

TEST_P(FullPerft, OtherBoards) {
    for (const PerftRow& row : rows_of(rules(), "perft_other_boards.tsv")) {
        if (row.depth > 6 && row.nodes <= 300'000'000) check_with_smallest_set(rules(), row);
    }
}

}  // namespace
}  // namespace damier
