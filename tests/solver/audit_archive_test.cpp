// The English archive, audited: every position of every game within the tables is judged a second time by a
// search that shares nothing with the audit: moves of the naive oracle, values of the naive solver. With more
// pieces than that solver has, a few plies are searched and the tables asked at the leaves.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "formats/pdn_reader.hpp"
#include "formats/replay.hpp"
#include "solver/audit.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

class Judge {
public:
    Judge(const AnyTables<OfficialSet<English>, WldMetric>& tables, int solved_pieces, int plies)
        : tables_{tables},
          solver_{oracle_for<English>(tables.shape(), solved_pieces)},
          pieces_{solved_pieces},
          plies_{plies} {}

    Wld value(const oracle::NaiveState& state) { return value(state, plies_); }

    struct Verdict {
        Wld best;
        std::map<Picture, Wld> moves;  // by the position they lead to
    };
    Verdict judge(const Position<SquareSet64>& position) {
        const auto state = naive_state(oracle::Variant::english, tables_.shape(), picture_of(position, 32));
        Verdict verdict{Wld::loss, {}};
        for (const auto& move : oracle::legal_moves(state)) {
            const Wld worth = negated(value(move.after));
            verdict.moves[picture_of(move.after)] = worth;
            verdict.best = std::max(verdict.best, worth);
        }
        return verdict;
    }

private:
    Wld value(const oracle::NaiveState& state, int plies) {
        const auto m = oracle::material_of(state);
        if (m[0] + m[1] + m[2] + m[3] <= pieces_) return wld_of(solver_.value(state));
        if (plies == 0) return tables_.prober().probe(position_of<SquareSet64>(picture_of(state))).value();
        Wld best = Wld::loss;
        for (const auto& move : oracle::legal_moves(state)) {
            best = std::max(best, negated(value(move.after, plies - 1)));
            if (best == Wld::win) break;
        }
        return best;
    }

    const AnyTables<OfficialSet<English>, WldMetric>& tables_;
    oracle::NaiveSolver solver_;
    int pieces_;
    int plies_;
};

struct Counts {
    std::size_t positions = 0, moves = 0, results = 0;
};

struct Totals {
    std::size_t games = 0;
    Counts published, by_dice;
};

class Archive {
public:
    Archive(const AnyTables<OfficialSet<English>, WldMetric>& tables, Judge& judge, int pieces)
        : tables_{tables}, judge_{judge}, pieces_{pieces} {}

    void check(const std::filesystem::path& path) {
        std::ifstream in{path, std::ios::binary};
        ASSERT_TRUE(in.is_open()) << path;
        PdnReader reader{in};
        RawGame raw;
        while (reader.next(raw)) {
            SCOPED_TRACE(path.filename().string() + ", game " + std::to_string(raw.number) + ", line " +
                         std::to_string(raw.place.line));
            const auto game = replay(tables_.game(), raw, path.string());
            ++totals.games;
            check(game, totals.published);
            if (totals.games % 16 == 0 && game.replayed) check(played_on(game), totals.by_dice);
        }
        EXPECT_FALSE(reader.failed());
    }

    Totals totals;

private:
    GameRecord<SquareSet64> played_on(GameRecord<SquareSet64> game) {
        for (int ply = 0; ply < 200; ++ply) {
            const auto moves = tables_.game().moves(game.last);
            if (moves.empty()) break;
            const auto& move = moves[random_() % moves.size()];
            game.moves.push_back({game.last, move, {}, "by dice", game.last_is_sure});
            game.last = tables_.game().apply(game.last, move);
        }
        return game;
    }

    void check(const GameRecord<SquareSet64>& game, Counts& counts) {
        const auto audit = audit_game(tables_.prober(), game, pieces_);
        ASSERT_TRUE(audit) << audit.error().message;
        counts.positions += audit->positions;
        std::set<std::size_t> reported;
        for (const auto& finding : audit->findings) {
            if (finding.kind == FindingKind::result_changing_move) {
                ++counts.moves;
                reported.insert(finding.ply);
                check_move(finding);
            } else {
                ++counts.results;
            }
        }
        // All other moves keep the value.
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            const auto& played = game.moves[i];
            if (!in_tables(played.before) || !played.sure || reported.contains(i + 1)) continue;
            const auto verdict = judge_.judge(played.before);
            EXPECT_EQ(verdict.moves.at(after(played.before, played.move)), verdict.best) << "ply " << i + 1;
        }
        check_end(game, *audit);
    }

    void check_move(const AuditFinding<SquareSet64>& finding) {
        SCOPED_TRACE("ply " + std::to_string(finding.ply));
        const auto verdict = judge_.judge(finding.position);
        EXPECT_EQ(finding.before, verdict.best);
        EXPECT_EQ(finding.after, verdict.moves.at(after(finding.position, *finding.played)));
        EXPECT_LT(*finding.after, *finding.before);
        std::set<Picture> better;
        std::set<Picture> best;
        for (const auto& move : finding.better) better.insert(after(finding.position, move));
        for (const auto& [picture, worth] : verdict.moves) {
            if (worth == verdict.best) best.insert(picture);
        }
        EXPECT_EQ(better, best);
    }

    void check_end(const GameRecord<SquareSet64>& game, const GameAudit<SquareSet64>& audit) {
        const bool told =
            !audit.findings.empty() && audit.findings.back().kind != FindingKind::result_changing_move;
        const auto state = naive_state(oracle::Variant::english, tables_.shape(), picture_of(game.last, 32));
        // A board without pieces (`W::`) is no end of a game.
        const bool over = oracle::legal_moves(state).empty() && !game.last.occupied().empty();
        if (!game.replayed || !game.last_is_sure || !(over || in_tables(game.last))) {
            EXPECT_FALSE(told);
            return;
        }
        const Wld value = over ? Wld::loss : judge_.value(state);
        EXPECT_EQ(audit.last_value, value);
        EXPECT_EQ(audit.over, over);
        const bool white_to_move = game.last.to_move == Color::white;
        const GameResult by_value = value == Wld::draw                     ? GameResult::draw
                                    : (value == Wld::win) == white_to_move ? GameResult::white_wins
                                                                           : GameResult::black_wins;
        EXPECT_EQ(told, game.result() != GameResult::unknown && game.result() != by_value);
    }

    bool in_tables(const Position<SquareSet64>& position) const {
        return position.count() <= pieces_ && !position.pieces(Color::white).empty() &&
               !position.pieces(Color::black).empty();
    }
    Picture after(const Position<SquareSet64>& position, const Move<SquareSet64>& move) const {
        return picture_of(tables_.game().apply(position, move), 32);
    }

    const AnyTables<OfficialSet<English>, WldMetric>& tables_;
    Judge& judge_;
    int pieces_;
    std::mt19937_64 random_{1};
};

std::vector<std::filesystem::path> archive_files() {
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(DAMIER_SHARED_DIR "/pdn/english", none)) {
        if (entry.path().extension() == ".pdn") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void check_archive(int pieces, int solved_pieces, int plies) {
    const auto files = archive_files();
    if (files.empty()) GTEST_SKIP() << "no games in " DAMIER_SHARED_DIR "/pdn/english";
    const BuiltTables<English> tables{English::rules.board, pieces};
    Judge judge{tables, solved_pieces, plies};
    Archive archive{tables, judge, pieces};
    for (const auto& file : files) archive.check(file);
    const auto& [games, published, by_dice] = archive.totals;
    EXPECT_GT(games, 5'000u);
    EXPECT_GT(published.positions, 0u);
    EXPECT_GT(published.results, 0u);
    EXPECT_GT(by_dice.positions, 0u);
    EXPECT_GT(by_dice.moves, 0u);
    EXPECT_GT(by_dice.results, 0u);
    const auto record = [](const char* name, std::size_t count) {
        ::testing::Test::RecordProperty(name, static_cast<int>(count));
    };
    record("games", games);
    record("positions", published.positions);
    record("moves", published.moves);
    record("results", published.results);
    record("positions_by_dice", by_dice.positions);
    record("moves_by_dice", by_dice.moves);
}

TEST(AuditArchive, English) { check_archive(4, sanitized() ? 2 : 3, sanitized() ? 2 : 3); }

TEST(FullAudit, English) { check_archive(5, 4, 3); }

}  // namespace
}  // namespace damier
