// Published games, which are not part of the project: the draws that the rules make of them against the
// oracle, and a list of the drawn games in which a rule holds. How many games are drawn is known from
// SOURCES.tsv.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "tests/formats/draws_for_tests.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

using test::DataRow;

// "{'1/2-1/2': 1633, '0-1': 706}": how many of them are draws.
std::size_t drawn_of(const std::string& results) {
    std::size_t drawn = 0;
    for (const std::string draw : {"'1/2-1/2': ", "'1-1': "}) {
        const std::size_t at = results.find(draw);
        if (at != results.npos) drawn += std::stoul(results.substr(at + draw.size()));
    }
    return drawn;
}

struct Seen {
    std::size_t games = 0;
    std::size_t drawn = 0;
    std::size_t drawn_by_tag = 0;
    std::size_t compared = 0;                       // with the oracle, a game under a rulebook
    std::string list;                               // of drawn games with a rule that holds
    std::map<std::string, std::size_t> at_the_end;  // drawn games by rulebook and article
};

template <class G>
void look(const G& game, const RawGame& raw, const std::string& path, Seen& seen) {
    const auto record = replay(game, raw, path);
    ++seen.games;
    const bool drawn = record.result() == GameResult::draw;
    seen.drawn += drawn;
    seen.drawn_by_tag += record.tag_result == GameResult::draw;
    if (raw.moves.empty() || record.set_up || !record.replayed || !record.last_is_sure) return;
    std::vector<oracle::NaiveState> states;
    for (const Rulebook* book : rulebooks_of(game.variant_rules())) {
        const std::string name{book->name};
        const auto rules = rules_of_book(name, {}, game.board().shape());
        const GameDraws draws = find_draws(game, record, rules);
        EXPECT_TRUE(draws.history_known);
        EXPECT_EQ(draws.looked_at, record.moves.size());
        // The oracle is slow: where something was found, and every tenth game.
        if (!draws.rules.empty() || raw.number % 10 == 0) {
            if (states.empty()) states = naive_game(game, record);
            EXPECT_EQ(plies_of(draws), plies_of(oracle::naive_draws(name, {}, states)))
                << path << " game " << raw.number << " " << name;
            ++seen.compared;
        }
        if (!drawn) continue;
        std::string held;
        const auto end = draws.at(draws.plies);
        for (const RuleInGame& found : draws.rules) {
            const bool at_end = std::ranges::find(end, &found) != end.end();
            held += fmt::format(" {} from ply {}{};", found.rule.article, found.holds.front().first,
                                at_end ? " to the end" : "");
            if (at_end) ++seen.at_the_end[name + " " + std::string{found.rule.article}];
        }
        if (!held.empty())
            seen.list +=
                fmt::format("{} game {}, {} plies, {}:{}\n", path, raw.number, draws.plies, name, held);
    }
}

// Games of a server that ends them by itself as soon as a rule holds: where it did, some rule holds in the
// last position for the first time.
TEST(SharedDraws, AServerDrawsAtTheSamePly) {
    const struct {
        const char* path;
        const char* book;
        int drawn;  // that end so, of the games of the file
    } files[] = {{"international/pyd_standard_online.pdn", "fmjd-2015", 2},
                 {"russian/pyd_russian_online.pdn", "idf-64", 2}};
    for (const auto& file : files) {
        std::ifstream in{std::string{DAMIER_SHARED_DIR "/pdn/"} + file.path, std::ios::binary};
        if (!in) GTEST_SKIP() << file.path << " is not here";
        PdnReader reader{in};
        RawGame raw;
        int drawn = 0;
        while (reader.next(raw)) {
            const auto look_at = [&](const auto& game) {
                const auto record = replay(game, raw);
                const auto rules = rules_of_book(file.book, {}, game.board().shape());
                const GameDraws draws = find_draws(game, record, rules);
                std::size_t first = draws.plies + 1;
                for (const RuleInGame& found : draws.rules)
                    first = std::min(first, found.holds.front().first);
                if (record.result() == GameResult::draw) {
                    EXPECT_EQ(first, draws.plies) << file.path << " game " << raw.number;
                    ++drawn;
                } else {
                    EXPECT_GT(first, draws.plies) << file.path << " game " << raw.number << " went on";
                }
            };
            if (std::string_view{file.path}.starts_with("russian")) {
                look_at(Game<Russian, SquareSet64>{});
            } else {
                look_at(Game<International, SquareSet64>{});
            }
        }
        EXPECT_EQ(drawn, file.drawn) << file.path;
    }
}

TEST(SharedDraws, PublishedGames) {
    const std::string folder = DAMIER_SHARED_DIR "/pdn/";
    if (!std::ifstream{folder + "SOURCES.tsv"}) GTEST_SKIP() << folder << " is not here";
    Seen all;
    int files = 0;
    for (const DataRow& row : test::read_data_file(folder + "SOURCES.tsv")) {
        const std::string& path = row.at("path");
        const Rules* rules = find_rules(row.at("checked_as"));
        if (rules == nullptr || path.starts_with("misc/")) continue;
        if (test::sanitized() && std::stoul(row.at("games")) > 500) continue;
        const Result<bool> done = with_game(*rules, rules->board, [&](const auto& game) -> Result<bool> {
            if constexpr (std::is_same_v<typename std::decay_t<decltype(game)>::Set, SquareSet64>) {
                std::ifstream in{folder + path, std::ios::binary};
                PdnReader reader{in};
                RawGame raw;
                Seen seen;
                while (reader.next(raw)) look(game, raw, path, seen);
                EXPECT_EQ(seen.games, std::stoul(row.at("games"))) << path;
                EXPECT_EQ(seen.drawn_by_tag, drawn_of(row.at("results"))) << path;
                all.drawn += seen.drawn;
                all.compared += seen.compared;
                all.list += seen.list;
                for (const auto& [article, count] : seen.at_the_end) all.at_the_end[article] += count;
            }
            return true;
        });
        ASSERT_TRUE(done);
        ++files;
    }
    EXPECT_GT(files, test::sanitized() ? 40 : 50);
    EXPECT_GT(all.compared, 100u);
    std::cout << all.list << all.drawn << " drawn games in " << files
              << " files; rules that hold at their end:\n";
    for (const auto& [article, count] : all.at_the_end) std::cout << "  " << article << ": " << count << "\n";
}

}  // namespace
}  // namespace damier
