// docs/draws-in-games.md against the oracle: every drawn game of the published files, which are not part of
// the project, under the default rulebook of its variant.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/formats/draws_for_tests.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> rows_of(std::istream& text) {
    std::vector<std::string> rows;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("| ") && line.find(".pdn") != line.npos) rows.push_back(line);
    }
    return rows;
}

std::string spans_of(const std::vector<bool>& holds) {
    std::string text;
    for (std::size_t ply = 0; ply < holds.size(); ++ply) {
        if (!holds[ply]) continue;
        const std::size_t first = ply;
        while (ply + 1 < holds.size() && holds[ply + 1]) ++ply;
        text += (text.empty() ? "" : ", ") + std::to_string(first);
        if (ply != first) text += "-" + std::to_string(ply);
    }
    return text;
}

std::string counts_of(const std::map<std::string, int>& articles) {
    std::string text;
    for (const auto& [article, games] : articles)
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", article, games);
    return text;
}

struct FileRows {
    std::vector<std::string> games;  // of games in which a rule holds
    std::string counts;              // empty where no game is drawn
};

template <class G>
FileRows look(const G& game, const fs::path& path, const std::string& name, const std::string& book) {
    std::ifstream in{path, std::ios::binary};
    PdnReader reader{in};
    RawGame raw;
    FileRows rows;
    std::map<std::string, int> at_the_end, earlier;
    int drawn = 0, agreed = 0, without_moves = 0, cut = 0;
    while (reader.next(raw)) {
        const auto record = replay(game, raw, name);
        if (record.result() != GameResult::draw) continue;
        ++drawn;
        if (record.moves.empty()) {
            ++without_moves;
            continue;
        }
        if (!record.replayed || !record.last_is_sure) {
            ++cut;
            continue;
        }
        // The oracle knows the plies of the record: no drawn game with moves begins from a position.
        EXPECT_FALSE(record.set_up) << name << " game " << raw.number;
        bool any = false;
        for (const auto& [article, holds] : oracle::naive_draws(book, {}, naive_game(game, record))) {
            const auto first = std::ranges::find(holds, true);
            if (first == holds.end()) continue;
            any = true;
            ++(holds.back() ? at_the_end : earlier)[article];
            rows.games.push_back(fmt::format("| {}:{} | {} | {} | {} | {} | {} | {} |", name, raw.place.line,
                                             raw.number, record.moves.size(), book, article,
                                             first - holds.begin(), spans_of(holds)));
        }
        agreed += !any;
    }
    if (drawn > 0) {
        rows.counts = fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | 0 |", name, book, drawn,
                                  counts_of(at_the_end), counts_of(earlier), agreed, without_moves, cut);
    }
    return rows;
}

TEST(FullDrawnGames, AreTheOracles) {
    const fs::path folder{DAMIER_SHARED_DIR "/pdn"};
    if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not here";
    if (test::sanitized()) GTEST_SKIP() << "too slow with sanitizers";
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator{folder}) {
        if (entry.path().extension() == ".pdn") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    std::vector<std::string> games, counts;
    for (const fs::path& path : files) {
        const std::string variant = path.parent_path().filename().string();
        const Rules* rules = find_rules(variant == "misc" ? "international" : variant);
        ASSERT_NE(rules, nullptr) << path;
        // Games without draw rules: none of them is drawn, as tests/cli/full_drawn_games_test.py finds.
        if (rules->rulebook.empty()) continue;
        const Result<bool> done = with_game(*rules, rules->board, [&](const auto& game) -> Result<bool> {
            if constexpr (std::is_same_v<typename std::decay_t<decltype(game)>::Set, SquareSet64>) {
                FileRows rows =
                    look(game, path, variant + "/" + path.filename().string(), std::string{rules->rulebook});
                std::ranges::move(rows.games, std::back_inserter(games));
                if (!rows.counts.empty()) counts.push_back(rows.counts);
            }
            return true;
        });
        ASSERT_TRUE(done);
    }
    games.insert(games.end(), counts.begin(), counts.end());
    std::ifstream page{DAMIER_DATA_DIR "/../docs/draws-in-games.md"};
    ASSERT_TRUE(page);
    EXPECT_EQ(rows_of(page), games);
    EXPECT_GT(counts.size(), 20u);
}

}  // namespace
}  // namespace damier
