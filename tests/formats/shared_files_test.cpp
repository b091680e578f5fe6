// Published game files of our variants, which are not part of the project: the counts of games, plies and
// faultless games must be those that SOURCES.tsv has from another reader.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

struct Counts {
    std::size_t games = 0;
    std::size_t plies = 0;
    std::size_t replayed = 0;  // with moves, all legal
    std::size_t no_moves = 0;
    std::size_t bad_variations = 0;
    std::string errors;  // a line each
};

Result<Counts> count(const Rules& rules, const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file) return fail(ErrorKind::io, "cannot open " + path);
    return with_game(rules, rules.board, [&](const auto& game) -> Result<Counts> {
        Counts counts;
        PdnReader reader{file};
        RawGame raw;
        while (reader.next(raw)) {
            const auto record = replay(game, raw, path);
            ++counts.games;
            counts.plies += record.moves.size();
            counts.no_moves += raw.moves.empty();
            counts.replayed += !raw.moves.empty() && record.replayed;
            for (const Diagnostic& d : record.diagnostics) {
                counts.bad_variations += d.code == "illegal-variation";
                if (d.severity == Severity::error) {
                    counts.errors += fmt::format("{}:{}: {}\n", d.place.line, d.place.column, d.message);
                }
            }
        }
        return counts;
    });
}

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> list(1);
    for (const char c : line) {
        if (c == '\t') {
            list.emplace_back();
        } else {
            list.back() += c;
        }
    }
    return list;
}

// Quick tests that read them are skipped where they are absent; a full run must not pass without them.
TEST(FullSharedFiles, AreThere) {
    EXPECT_TRUE(std::ifstream{DAMIER_SHARED_DIR "/pdn/SOURCES.tsv"})
        << "the game files are not in " DAMIER_SHARED_DIR "/pdn; name the folder with -DDAMIER_SHARED_DIR";
}

TEST(SharedFiles, GamesAndPliesAreThoseOfTheList) {
    const std::string folder = DAMIER_SHARED_DIR "/pdn/";
    std::ifstream list{folder + "SOURCES.tsv"};
    if (!list) GTEST_SKIP() << folder << " is not here";
    // A problem of the collection has a man that cannot be; the list's reader did not check for it.
    const std::map<std::string, std::string> faults = {
        {"english/wp_beginner.pdn",
         "78:17: the white man on 1 (b8) stands on its crown row; a king is written K1\n"}};
    std::string line;
    std::getline(list, line);
    const auto names = fields(line);
    int files = 0;
    while (std::getline(list, line)) {
        std::map<std::string, std::string> row;
        const auto values = fields(line);
        for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) row[names[i]] = values[i];
        const std::string& path = row["path"];
        const Rules* rules = find_rules(row["checked_as"]);
        if (rules == nullptr || path.substr(0, path.find('/')) == "misc") continue;
        const auto counts = count(*rules, folder + path);
        ASSERT_TRUE(counts) << counts.error().message;
        ++files;
        EXPECT_EQ(counts->games, std::stoul(row["games"])) << path;
        EXPECT_EQ(counts->replayed, std::stoul(row["replayed_ok"])) << path;
        EXPECT_EQ(counts->plies, std::stoul(row["plies"])) << path;
        EXPECT_EQ(counts->errors, faults.contains(path) ? faults.at(path) : "") << path;
        // 'nomoves' of the column `problems` counts the others.
        EXPECT_EQ(counts->no_moves, counts->games - counts->replayed) << path;
    }
    EXPECT_GT(files, 50);
}

// Those of variants that there are not, and those that show one thing each, as well.
TEST(SharedFiles, EveryFileHasItsGames) {
    const std::string folder = DAMIER_SHARED_DIR "/pdn/";
    std::ifstream list{folder + "SOURCES.tsv"};
    if (!list) GTEST_SKIP() << folder << " is not here";
    std::string line;
    std::getline(list, line);
    const auto names = fields(line);
    int files = 0;
    while (std::getline(list, line)) {
        const auto values = fields(line);
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) row[names[i]] = values[i];
        std::ifstream file{folder + row["path"], std::ios::binary};
        ASSERT_TRUE(file) << row["path"];
        PdnReader reader{file};
        RawGame raw;
        std::size_t games = 0;
        while (reader.next(raw)) ++games;
        ++files;
        EXPECT_EQ(games, std::stoul(row["games"])) << row["path"];
    }
    EXPECT_EQ(files, 71);
}

}  // namespace
}  // namespace damier
