// The games of data/draw_games.tsv, made by hand: the first ply at which an article holds, and all of it
// against the oracle.
#include <gtest/gtest.h>

#include "tests/formats/draws_for_tests.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

using test::DataRow;

// Calls f(game) for the variant of that name.
template <class F>
void with_variant(const std::string& name, F&& f) {
    const Result<bool> done = with_game(name, {}, [&](const auto& game) -> Result<bool> {
        if constexpr (std::is_same_v<typename std::decay_t<decltype(game)>::Set, SquareSet64>) f(game);
        return true;
    });
    ASSERT_TRUE(done) << done.error().message;
}

std::set<std::string> settings_of(const DataRow& row) {
    return row.at("setting") == "-" ? std::set<std::string>{} : std::set{row.at("setting")};
}

TEST(DrawGames, FirstPly) {
    int games = 0;
    std::map<std::string, std::set<std::string>> covered;  // articles of each rulebook that hold somewhere
    std::set<std::string> names;
    for (const DataRow& row : test::read_data("draw_games.tsv")) {
        SCOPED_TRACE(row.at("name"));
        EXPECT_TRUE(names.insert(row.at("name")).second) << "the name is used twice";
        const std::string& article = row.at("article");
        with_variant(row.at("variant"), [&](const auto& game) {
            const auto& rules_of_movement = game.variant_rules();
            const auto raw =
                raw_games("[FEN \"" + row.at("fen") + "\"]\n" + written_out(row.at("moves")) + " *\n");
            ASSERT_EQ(raw.size(), 1u);
            const auto record = replay(game, raw[0]);
            ASSERT_TRUE(record.replayed)
                << codes(record.diagnostics) << " " << record.diagnostics.back().message;
            const auto earlier = plies_before(raw[0], record, rules_of_movement);
            ASSERT_TRUE(earlier) << earlier.error().message;
            const auto settings = settings_of(row);
            const auto rules = rules_of_book(row.at("rulebook"), settings, game.board().shape());
            const GameDraws draws = find_draws(game, record, rules, *earlier);
            const auto plies = plies_of(draws);
            const auto found = plies.find(article);
            const std::string first = found == plies.end() ? "-" : std::to_string(*found->second.begin());
            EXPECT_EQ(first, row.at("first")) << row.at("why");
            for (const RuleInGame& rule : draws.rules)
                EXPECT_TRUE(rule.may_hold.empty()) << rule.rule.article;
            EXPECT_EQ(draws.looked_at, record.moves.size());

            const auto oracle = oracle::naive_draws(row.at("rulebook"), settings, naive_game(game, record));
            EXPECT_EQ(plies, plies_of(oracle));
            for (const auto& [held, at] : plies) covered[row.at("rulebook")].insert(held);
            ++games;
        });
    }
    EXPECT_GE(games, 200);
    // Every article that can be evaluated holds in one of them, and every rulebook is there.
    for (const Rulebook* book : all_rulebooks()) {
        DrawRules rules = rules_of_book(std::string{book->name}, {}, BoardShape{});
        for (const DrawRule& rule : rules) {
            if (rule.kind == DrawKind::agreement || rule.kind == DrawKind::movement) continue;
            EXPECT_TRUE(covered[std::string{book->name}].contains(std::string{rule.article}))
                << book->name << " " << rule.article;
        }
    }
}

// Colours changed and the board turned by half, the same rules hold at the same plies.
TEST(DrawGames, ColoursChanged) {
    for (const DataRow& row : test::read_data("draw_games.tsv")) {
        SCOPED_TRACE(row.at("name"));
        with_variant(row.at("variant"), [&](const auto& game) {
            using Game = std::decay_t<decltype(game)>;
            const int squares = game.board().squares();
            const auto raw =
                raw_games("[FEN \"" + row.at("fen") + "\"]\n" + written_out(row.at("moves")) + " *\n");
            auto record = replay(game, raw[0]);
            const auto rules = rules_of_book(row.at("rulebook"), settings_of(row), game.board().shape());
            const auto plies = plies_of(find_draws(game, record, rules, EarlierPlies::none()));
            const auto turned = [&](Square s) { return square(squares - 1 - index(s)); };
            record.start = color_swapped(record.start, squares);
            record.last = color_swapped(record.last, squares);
            for (auto& played : record.moves) {
                played.before = color_swapped(played.before, squares);
                played.move =
                    typename Game::Move{turned(played.move.from), turned(played.move.to),
                                        played.move.promotes, half_turn(played.move.captured, squares)};
            }
            EXPECT_EQ(plies_of(find_draws(game, record, rules, EarlierPlies::none())), plies);
        });
    }
}

}  // namespace
}  // namespace damier
