// Audits of games made for the purpose: every single move of every position of small tables, held against the
// naive solver, and what the result of a game says. Published games are in audit_archive_test.cpp.
#include "solver/audit.hpp"

#include <gtest/gtest.h>

#include <set>

#include "formats/fen.hpp"
#include "formats/notation.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

template <class Game>
GameRecord<typename Game::Set> record_of(const Game& game, const typename Game::Position& start,
                                         const std::vector<typename Game::Move>& moves) {
    GameRecord<typename Game::Set> record;
    record.number = 7;
    record.place = {3, 1};
    record.start = record.last = start;
    for (const auto& move : moves) {
        const std::size_t line = 10 + record.moves.size();
        record.moves.push_back({record.last, move, {line, 5}, "a move", true});
        record.last = game.apply(record.last, move);
    }
    record.plies_read = moves.size();
    return record;
}

template <class V>
class Audits : public ::testing::Test {
protected:
    // Games of one move, for every move of every position: the finding is what the oracle says of it.
    static void check_every_move(const BoardShape& shape, int pieces) {
        const BuiltTables<V> tables{shape, pieces};
        const auto solver = oracle_for<V>(shape, pieces);
        std::size_t findings = 0;
        std::size_t wrong = 0;
        std::string first_wrong;
        for (const oracle::Material& m : solver.solved()) {
            solver.for_each(m[0], m[1], m[2], m[3], [&](const oracle::NaiveState& state, char value, int) {
                const auto moves = oracle::legal_moves(state);
                // The moves that keep the value, by the positions they lead to.
                std::set<Picture> keeping;
                for (const auto& move : moves) {
                    if (negated(wld_of(solver.value(move.after))) == wld_of(value))
                        keeping.insert(picture_of(move.after));
                }
                const auto position = position_of<SquareSet64>(picture_of(state));
                for (const auto& move : tables.game().moves(position)) {
                    if (right(tables, solver, position, move, wld_of(value), keeping, findings)) continue;
                    if (++wrong == 1) first_wrong = oracle::to_fen(state);
                }
            });
        }
        EXPECT_EQ(wrong, 0u) << V::rules.name << " " << shape.name() << " " << first_wrong;
        EXPECT_GT(findings, 0u);
    }

private:
    static bool right(const AnyTables<OfficialSet<V>, WldMetric>& tables, const oracle::NaiveSolver& solver,
                      const Position<SquareSet64>& position, const Move<SquareSet64>& move, Wld value,
                      const std::set<Picture>& keeping, std::size_t& findings) {
        const auto& game = tables.game();
        const int squares = game.board().squares();
        const auto record = record_of(game, position, {move});
        const auto audit = audit_game(tables.prober(), record, 3);
        if (!audit) return false;
        const Picture after = picture_of(record.last, squares);
        const auto after_state =
            naive_state(oracle::variant_named(std::string{V::rules.name}), game.board().shape(), after);
        const Wld last_value = wld_of(solver.value(after_state));
        const bool last_is_bare = record.last.pieces(record.last.to_move).empty();
        if (audit->last_value != last_value || audit->positions != (last_is_bare || audit->over ? 1u : 2u) ||
            audit->over != oracle::legal_moves(after_state).empty()) {
            return false;
        }
        if (keeping.contains(after)) return audit->findings.empty();
        ++findings;
        if (audit->findings.size() != 1) return false;
        const AuditFinding<SquareSet64>& finding = audit->findings.front();
        std::set<Picture> better;
        for (const auto& m : finding.better) better.insert(picture_of(game.apply(position, m), squares));
        return finding.kind == FindingKind::result_changing_move && finding.ply == 1 &&
               finding.position == position && finding.played == move && finding.before == value &&
               finding.after == negated(last_value) && *finding.after < *finding.before &&
               better == keeping && finding.better.size() == keeping.size() &&
               finding.place == TextPlace{10, 5};
    }
};
using AuditVariantTypes = ::testing::Types<English, Pool, Russian, Brazilian, International, Slovak,
                                           LosingRussian, Frisian, Breakthrough>;
TYPED_TEST_SUITE(Audits, AuditVariantTypes, VariantNames);

TYPED_TEST(Audits, EveryMoveOf6x6WithTwoPieces) { this->check_every_move(board_for<TypeParam>("6x6"), 2); }
TYPED_TEST(Audits, EveryMoveOf4x4WithThreePieces) { this->check_every_move(board_for<TypeParam>("4x4"), 3); }
TYPED_TEST(Audits, EveryMoveOf5x5WithThreePieces) {
    if (sanitized()) GTEST_SKIP() << "4x4 does, under sanitizers";
    this->check_every_move(board_for<TypeParam>("5x5"), 3);
}

// English draughts with tables of three pieces.
class EnglishAudit : public ::testing::Test {
protected:
    using Record = GameRecord<SquareSet64>;

    static void SetUpTestSuite() { tables_ = new BuiltTables<English>{English::rules.board, 3}; }
    static void TearDownTestSuite() {
        delete tables_;
        tables_ = nullptr;
    }

    static const BoardGame<SquareSet64>& game() { return tables_->game(); }

    static Record record(std::string_view fen, const std::vector<std::string_view>& moves = {}) {
        auto position = parse_fen(game(), fen, EmptySide::allowed).value();
        const auto start = position;
        std::vector<Move<SquareSet64>> list;
        for (std::string_view text : moves) {
            list.push_back(parse_move(game(), position, text).value());
            position = game().apply(position, list.back());
        }
        return record_of(game(), start, list);
    }

    static GameAudit<SquareSet64> audit(const Record& record, int pieces = 3) {
        const auto audit = audit_game(tables_->prober(), record, pieces);
        if (!audit) {
            ADD_FAILURE() << audit.error().message;
            return {};
        }
        return *audit;
    }

    static std::string text(const Move<SquareSet64>& move) {
        return std::to_string(index(move.from) + 1) + (move.is_capture() ? "x" : "-") +
               std::to_string(index(move.to) + 1);
    }

private:
    static BuiltTables<English>* tables_;
};
BuiltTables<English>* EnglishAudit::tables_ = nullptr;

// A king that walks into a capture.
TEST_F(EnglishAudit, ALosingMove) {
    const auto found = audit(record("W:WK22:BK8", {"22-18", "8-11", "18-15"}));
    ASSERT_EQ(found.findings.size(), 1u);
    const auto& finding = found.findings.front();
    EXPECT_EQ(finding.ply, 3u);
    EXPECT_EQ(finding.kind, FindingKind::result_changing_move);
    EXPECT_EQ(finding.before, Wld::draw);
    EXPECT_EQ(finding.after, Wld::loss);
    EXPECT_EQ(finding.place, (TextPlace{12, 5}));
    ASSERT_TRUE(finding.played);
    EXPECT_EQ(text(*finding.played), "18-15");
    EXPECT_FALSE(finding.better.empty());
    EXPECT_EQ(found.positions, 4u);
    EXPECT_EQ(found.last_value, Wld::win);
    EXPECT_FALSE(found.over);
}

TEST_F(EnglishAudit, UnsureMovesAreNoFacts) {
    Record game = record("W:WK22:BK8", {"22-18", "8-11", "18-15"});
    game.tag_result = GameResult::draw;
    ASSERT_EQ(audit(game).findings.size(), 2u);
    game.moves[2].sure = false;
    game.last_is_sure = false;
    const auto found = audit(game);
    EXPECT_TRUE(found.findings.empty());
    EXPECT_EQ(found.positions, 2u);
    EXPECT_EQ(found.last_value, std::nullopt);
}

TEST_F(EnglishAudit, PositionsWithMorePiecesAreNotLookedUp) {
    const Record game = record("W:WK22,K32:BK8,K1", {"22-18", "8-11", "18-15", "11x18"});
    const auto found = audit(game);  // four pieces but for the end
    EXPECT_TRUE(found.findings.empty());
    EXPECT_EQ(found.positions, 1u);
    EXPECT_TRUE(found.last_value);
    EXPECT_EQ(audit(game, 2).positions, 0u);
    EXPECT_EQ(audit(record("W:WK22:BK8", {"22-18"}), 1).positions, 0u);
}

TEST_F(EnglishAudit, AMissingTableIsAnError) {
    const Record game = record("W:WK22,K32:BK8,K1", {"22-18"});
    const BuiltTables<English> two{English::rules.board, 2};
    for (const auto& [tables, pieces] : {std::pair{&two, 4}, {&two, 3}}) {
        const auto found = audit_game(tables->prober(), game, pieces);
        EXPECT_EQ(found.has_value(), pieces == 3);
        if (!found) {
            EXPECT_EQ(found.error().kind, ErrorKind::not_answerable) << found.error().message;
        }
    }
}

TEST_F(EnglishAudit, ResultsThatTheLastPositionContradicts) {
    // White wins: two kings against one that is caught in the middle of the side; Black is to move.
    Record game = record("W:WK22:BK8", {"22-18", "8-11", "18-15"});
    game.moves.clear();  // only the last position, in which Black captures
    ASSERT_EQ(game.last.to_move, Color::black);
    using enum GameResult;
    for (GameResult result : {unknown, white_wins, draw, black_wins, both_lose}) {
        for (GameEnding ending :
             {GameEnding::on_the_board, GameEnding::unfinished, GameEnding::time, GameEnding::forfeit}) {
            for (bool by_tag : {true, false}) {
                game.tag_result = by_tag ? result : unknown;
                game.terminator_result = by_tag ? draw : result;
                if (by_tag && result == unknown) continue;
                game.ending = ending;
                game.tags = {{"Event", "x", {1, 1}, {1, 8}}, {"Result", "y", {2, 1}, {2, 9}}};
                game.terminator_place = {9, 4};
                const auto found = audit(game);
                SCOPED_TRACE(std::string{name(result)} + (by_tag ? " by tag" : " by terminator"));
                EXPECT_EQ(found.last_value, Wld::win);
                if (result == unknown || result == black_wins) {
                    EXPECT_TRUE(found.findings.empty());
                    continue;
                }
                ASSERT_EQ(found.findings.size(), 1u);
                const auto& finding = found.findings.front();
                const bool contradiction = ending == GameEnding::on_the_board && result != both_lose;
                EXPECT_EQ(finding.kind,
                          contradiction ? FindingKind::wrong_result : FindingKind::unexplained_result);
                EXPECT_EQ(finding.position, game.last);
                EXPECT_EQ(finding.before, Wld::win);
                EXPECT_EQ(finding.after, std::nullopt);
                EXPECT_EQ(finding.played, std::nullopt);
                EXPECT_EQ(finding.ply, 0u);
                EXPECT_EQ(finding.place, by_tag ? (TextPlace{2, 9}) : (TextPlace{9, 4}));
            }
        }
    }
}

// A game of which the rest is missing or illegal has another end.
TEST_F(EnglishAudit, NothingIsSaidOfTheEndOfAGameThatWasNotReplayed) {
    Record game = record("W:WK22:BK8", {"22-18", "8-11"});
    game.tag_result = GameResult::white_wins;
    EXPECT_EQ(audit(game).findings.size(), 1u);
    game.replayed = false;
    EXPECT_TRUE(audit(game).findings.empty());
    EXPECT_EQ(audit(game).last_value, std::nullopt);
    EXPECT_EQ(audit(game).positions, 2u);
}

// Known without tables, however many pieces there are.
TEST_F(EnglishAudit, ASideWithoutALegalMoveHasLost) {
    for (const char* fen : {"W:W13:B9,6,1,2,3,4", "W:W:B1-12"}) {
        Record game = record(fen);
        for (GameResult result : {GameResult::white_wins, GameResult::draw, GameResult::black_wins}) {
            game.tag_result = result;
            const auto found = audit(game);
            EXPECT_EQ(found.last_value, Wld::loss);
            EXPECT_TRUE(found.over);
            EXPECT_EQ(found.positions, 0u);
            EXPECT_EQ(found.findings.size(), result == GameResult::black_wins ? 0u : 1u);
        }
    }
    Record blank = record("W:WK1:BK2");
    blank.start = blank.last = {};
    blank.tag_result = GameResult::draw;
    EXPECT_TRUE(audit(blank).findings.empty());
    EXPECT_FALSE(audit(blank).over);
    Record start = record("B:W21-32:B1-12", {"11-15"});
    start.tag_result = GameResult::white_wins;
    EXPECT_TRUE(audit(start).findings.empty());
    EXPECT_EQ(audit(start).last_value, std::nullopt);
    EXPECT_FALSE(audit(start).over);
}

// A reader's mistake must not pass for a finding.
TEST_F(EnglishAudit, AnIllegalMoveIsAnError) {
    Record game = record("W:WK22:BK8", {"22-18"});
    game.moves[0].move.to = square(0);
    const BuiltTables<English> two{English::rules.board, 2};
    const auto found = audit_game(two.prober(), game, 2);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(found.error().place, (TextPlace{10, 5}));
    EXPECT_NE(found.error().message.find("ply 1 of game 7"), std::string::npos) << found.error().message;
}

TEST(ResultOfValue, IsForColours) {
    EXPECT_EQ(result_of_value(Wld::win, Color::white), GameResult::white_wins);
    EXPECT_EQ(result_of_value(Wld::win, Color::black), GameResult::black_wins);
    EXPECT_EQ(result_of_value(Wld::loss, Color::white), GameResult::black_wins);
    EXPECT_EQ(result_of_value(Wld::loss, Color::black), GameResult::white_wins);
    EXPECT_EQ(result_of_value(Wld::draw, Color::black), GameResult::draw);
}

}  // namespace
}  // namespace damier
