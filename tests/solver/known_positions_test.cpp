// Published positions (data/known_positions.tsv) looked up. Where a table contradicts a claim, the row stands
// below with the reason; any other disagreement fails, and so does a reason for which there is no
// disagreement.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/fen.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

struct Disagreement {
    const char* variant;
    const char* fen;
    Wld table;
    const char* reason;
};
constexpr Disagreement known_disagreements[] = {
    {"russian", "W:WKb2,Kc1,Ke1:BKa1", Wld::win,
     "claimed from memory: a draw, since the lone king holds the main road. But it stands in the corner of "
     "it: "
     "e1-c3 leaves it without a move"},
};

// Rows whose claim does not name a result.
constexpr const char* without_result[] = {
    "W:WKc3,Kd6,Ke3:BKe1",  // "the triangle itself; ..."
    "W:WK6,K22,K27:BK49",   // "... one of the rare wins": the same position stands in another row
};

// The result that a claim names, for the side to move.
std::optional<Wld> claimed(const std::string& claim, Color to_move) {
    const auto says = [&](const char* words) { return claim.find(words) != std::string::npos; };
    const auto win_of = [&](Color c) { return c == to_move ? Wld::win : Wld::loss; };
    if (says("side to move wins")) return Wld::win;
    if (says("white wins") || says("white to move wins")) return win_of(Color::white);
    if (says("black wins") || says("black to move wins")) return win_of(Color::black);
    if (says("draw")) return Wld::draw;
    return std::nullopt;
}

template <class V>
void check_rows(int least, int most, int expected_rows) {
    const Game<V, SquareSet64> game;
    BuiltTables<V> tables{board_for<V>(), most};
    int compared = 0;
    for (const DataRow& row : read_data("known_positions.tsv")) {
        if (row.at("variant") != V::rules.name) continue;
        const std::string& fen = row.at("fen");
        SCOPED_TRACE(row.at("variant") + " " + fen + " " + row.at("claim"));
        const auto pieces = 2 + std::count(fen.begin(), fen.end(), ',');
        if (pieces < least || pieces > most) continue;
        const auto position = parse_fen(game, fen);
        ASSERT_TRUE(position) << position.error().message;
        const auto value = tables.prober().probe(*position);
        ASSERT_TRUE(value) << value.error().message;
        ++compared;
        const auto claim = claimed(row.at("claim"), position->to_move);
        if (!claim) {
            EXPECT_EQ(std::count(std::begin(without_result), std::end(without_result), fen), 1)
                << "names no result";
            continue;
        }
        const auto* known = std::find_if(
            std::begin(known_disagreements), std::end(known_disagreements),
            [&](const Disagreement& d) { return row.at("variant") == d.variant && fen == d.fen; });
        if (known == std::end(known_disagreements)) {
            EXPECT_EQ(name(*value), name(*claim)) << "a new disagreement: explain it";
        } else {
            EXPECT_EQ(name(*value), name(known->table)) << known->reason;
            EXPECT_NE(name(*value), name(*claim)) << "no longer a disagreement: " << known->reason;
            EXPECT_NE(row.at("certainty").find("WRONG"), std::string::npos) << "the data should say so too";
        }
    }
    EXPECT_EQ(compared, expected_rows);
}

TEST(KnownPositions, English) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    check_rows<English>(2, 4, 50);
}
TEST(KnownPositions, International) {
    check_rows<International>(2, sanitized() ? 2 : 3, sanitized() ? 2 : 9);
}
TEST(KnownPositions, Russian) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    check_rows<Russian>(2, 4, 3);
}
TEST(KnownPositions, Brazilian) {
    if (sanitized()) GTEST_SKIP() << "building takes too long under sanitizers";
    check_rows<Brazilian>(2, 4, 1);
}

TEST(FullKnownPositions, InternationalWithFourPieces) { check_rows<International>(4, 4, 17); }

}  // namespace
}  // namespace damier
