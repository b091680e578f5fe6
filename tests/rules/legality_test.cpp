// The complete move lists of data/legality.tsv: from, to, captured set and promotion of every move, and the
// ways that captures take over the board.
#include <gtest/gtest.h>

#include <set>

#include "rules/variants.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/any_variant.hpp"

namespace damier {
namespace {

using namespace damier::test;

// "12x3x17x31{8,14,26}=K"; squares are indices.
struct ListedMove {
    std::vector<int> path;  // from, landings
    std::set<int> captured;
    bool promotes;
    auto operator<=>(const ListedMove&) const = default;
};

ListedMove read_move(const std::string& text) {
    ListedMove move{{}, {}, text.ends_with("=K")};
    const auto brace = text.find('{');
    std::string squares = text.substr(0, brace);
    std::replace(squares.begin(), squares.end(), '-', 'x');
    for (const std::string& number : split(squares, 'x')) move.path.push_back(std::stoi(number) - 1);
    if (brace == std::string::npos) return move;
    const std::string captured = text.substr(brace + 1, text.find('}') - brace - 1);
    for (const std::string& number : split(captured, ',')) move.captured.insert(std::stoi(number) - 1);
    return move;
}

// Without the way between the ends.
ListedMove ends_only(ListedMove move) {
    move.path = {move.path.front(), move.path.back()};
    return move;
}

template <class Set>
ListedMove listed(const Move<Set>& move) {
    ListedMove result{{index(move.from), index(move.to)}, {}, move.promotes};
    for (Square s : move.captured) result.captured.insert(index(s));
    return result;
}

template <class Moves>
std::multiset<ListedMove> listed_moves(const Moves& moves) {
    std::multiset<ListedMove> result;
    for (const auto& move : moves) result.insert(listed(move));
    return result;
}

template <class Set>
void check(const Rules& rules, const DataRow& row) {
    const auto chosen = make_game<Set>(rules, rules.board);
    const BoardGame<Set>& game = *chosen;
    const BoardShape& shape = game.board().shape();
    const auto position = position_of<Set>(picture_of(oracle::parse_fen(
        oracle::variant_named(std::string{rules.name}), shape.height, shape.width, row.at("fen"))));
    std::multiset<ListedMove> expected;
    std::set<std::vector<int>> paths;
    for (const std::string& text : split(row.at("legal_moves"), ' ')) {
        expected.insert(ends_only(read_move(text)));
        paths.insert(read_move(text).path);
    }
    EXPECT_EQ(listed_moves(game.moves(position)), expected);

    // Each merged move has a route, each route is a move, and they are as many as the ordered moves.
    std::multiset<ListedMove> routes;
    std::set<std::pair<std::vector<int>, ListedMove>> orders;
    for (const auto& route : game.capture_routes(position)) {
        routes.insert(listed(route.move));
        std::vector<int> order;
        for (Square s : route.taken) order.push_back(index(s));
        EXPECT_EQ(order.size(), route.landings.size());
        EXPECT_EQ(std::set<int>(order.begin(), order.end()), listed(route.move).captured);
        EXPECT_EQ(route.landings.back(), route.move.to);
        EXPECT_TRUE(orders.emplace(order, listed(route.move)).second) << "a route twice";
    }
    if (!game.can_capture(position)) {
        EXPECT_TRUE(routes.empty());
        return;
    }
    EXPECT_EQ(std::set<ListedMove>(routes.begin(), routes.end()),
              std::set<ListedMove>(expected.begin(), expected.end()));
    MoveList<Set> ordered;
    game.ordered_moves(position, ordered);
    EXPECT_EQ(listed_moves(ordered), routes);
}

class Legality : public VariantTest {};
DAMIER_EACH_VARIANT(Legality);

TEST_P(Legality, Rows) {
    for (const DataRow& row : read_data("legality.tsv")) {
        if (row.at("variant") != rules().name) continue;
        SCOPED_TRACE(row.at("variant") + " " + row.at("fen"));
        if (!is_wide(rules())) check<SquareSet64>(rules(), row);
        check<SquareSet128>(rules(), row);
    }
}

// The position of the 436 landing paths: 14 moves, 178 orders.
TEST(LegalityOrder, Random178) {
    const Game<International, SquareSet64> game;
    const auto position = position_of<SquareSet64>(
        picture_of(oracle::parse_fen(oracle::Variant::international, 10, 10,
                                     "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46")));
    EXPECT_EQ(game.moves(position).size(), 14u);
    EXPECT_EQ(game.capture_routes(position).size(), 178u);
}

}  // namespace
}  // namespace damier
