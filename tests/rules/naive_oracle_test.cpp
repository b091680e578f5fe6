// The oracle itself against what others published: node counts, move lists, totals and longest wins of
// tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/rules/data_table.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/naive_solver.hpp"

namespace damier::oracle {
namespace {

using test::DataRow;
using test::read_data;
using test::split;

// The position of a row; a variant's name may end in the size of a board.
NaiveState position_of(const DataRow& row) {
    std::string name = row.at("variant");
    const bool small = name.ends_with("6x6");
    if (small) name.resize(name.size() - 3);
    const Variant variant = variant_named(name);
    return parse_fen(variant, small ? 6 : rules_of(variant).rows, small ? 6 : rules_of(variant).cols,
                     row.at("fen"));
}

Counting counting_named(const std::string& name) {
    if (name == "merged") return Counting::merged;
    if (name == "ordered") return Counting::ordered;
    if (name == "paths") return Counting::paths;
    throw std::runtime_error("unknown counting " + name);
}

void check_perft(unsigned long long least, unsigned long long most, int least_rows) {
    int checked = 0;
    for (const DataRow& row : read_data("perft.tsv")) {
        const unsigned long long nodes = std::stoull(row.at("nodes"));
        if (nodes < least || nodes > most) continue;
        SCOPED_TRACE(row.at("variant") + " " + row.at("fen") + " depth " + row.at("depth") + " " +
                     row.at("counting"));
        EXPECT_EQ(perft(position_of(row), std::stoi(row.at("depth")), counting_named(row.at("counting"))),
                  nodes);
        ++checked;
    }
    EXPECT_GE(checked, least_rows);
}

constexpr unsigned long long quick_nodes = 100'000;

TEST(NaiveRules, Perft) { check_perft(0, quick_nodes, 211); }

TEST(FullNaiveOracle, Perft) { check_perft(quick_nodes + 1, 4'000'000, 47); }

// from-to, captured set, promotion: what a list of moves, merged, tells apart.
std::string identity(int from, int to, std::set<int> captured, bool promotes) {
    std::string text = std::to_string(from) + (captured.empty() ? "-" : "x") + std::to_string(to) + "{";
    for (const int square : captured) text += std::to_string(square) + ",";
    return text + (promotes ? "}=K" : "}");
}

std::string identity(const NaiveState& state, const NaiveMove& move) {
    std::set<int> captured;
    for (const int square : move.captured) captured.insert(square + 1);
    return identity(move.from + 1, move.to + 1, captured,
                    piece_at(state, move.from) != piece_at(move.after, move.to));
}

TEST(NaiveRules, LegalityTable) {
    int checked = 0;
    for (const DataRow& row : read_data("legality.tsv")) {
        SCOPED_TRACE(row.at("variant") + " " + row.at("fen"));
        const NaiveState state = position_of(row);
        std::vector<std::string> expected;
        std::set<std::vector<int>> paths;
        for (const NaiveMove& move : legal_moves(state, Counting::paths)) {
            std::vector<int> path = {move.from + 1};
            for (const int square : move.landings) path.push_back(square + 1);
            paths.insert(path);
        }
        for (const std::string& text : split(row.at("legal_moves"), ' ')) {
            std::vector<int> path;
            std::set<int> captured;
            std::string digits;
            for (const char c : text + "}") {  // 12x3x17{8,14}=K
                if (std::isdigit(static_cast<unsigned char>(c))) {
                    digits += c;
                    continue;
                }
                if (digits.empty()) continue;
                const int number = std::stoi(digits);
                digits.clear();
                if (c == ',' || (c == '}' && text.find('{') != std::string::npos)) {
                    captured.insert(number);
                } else {
                    path.push_back(number);
                }
            }
            expected.push_back(identity(path.front(), path.back(), captured, text.ends_with("=K")));
            EXPECT_TRUE(paths.count(path)) << text;
        }
        std::vector<std::string> found;
        for (const NaiveMove& move : legal_moves(state)) found.push_back(identity(state, move));
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
        ++checked;
    }
    EXPECT_GE(checked, 24);
}

TEST(NaiveRules, SquaresCountFromTheTopLeft) {
    EXPECT_EQ(square_count(8, 8), 32);
    EXPECT_EQ(square_count(10, 10), 50);
    EXPECT_EQ(square_count(5, 5), 13);
    EXPECT_EQ(square_count(4, 8), 16);
    EXPECT_EQ(square_count(6, 6), 18);
    EXPECT_EQ(cell_of(8, 8, 0), 1);
    EXPECT_EQ(cell_of(8, 8, 31), 62);
    EXPECT_EQ(cell_of(5, 5, 0), 0);
    EXPECT_EQ(cell_of(5, 5, 12), 24);
    for (const auto& [rows, cols] : {std::pair{8, 8}, {10, 10}, {5, 5}, {4, 6}, {4, 5}, {5, 4}, {3, 7}}) {
        for (int square = 0; square < square_count(rows, cols); ++square) {
            EXPECT_EQ(square_of(rows, cols, cell_of(rows, cols, square)), square);
        }
    }
    // The corner at the left is not a playing square.
    EXPECT_EQ(square_count(8, 8, false), 32);
    EXPECT_EQ(square_count(5, 5, false), 12);
    EXPECT_EQ(cell_of(8, 8, 0, false), 0);
    EXPECT_EQ(cell_of(8, 8, 31, false), 63);
    EXPECT_EQ(cell_of(5, 5, 0, false), 1);
    for (int square = 0; square < 12; ++square) {
        EXPECT_EQ(square_of(5, 5, cell_of(5, 5, square, false), false), square);
    }
}

TEST(NaiveRules, Fen) {
    EXPECT_EQ(to_fen(start_state(Variant::pool)),
              "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    EXPECT_EQ(start_state(Variant::international),
              parse_fen(Variant::international, 10, 10, "W:B1-20:W31-50."));
    EXPECT_EQ(to_fen(parse_fen(Variant::russian, 8, 8, "W:WKa1,b2:BKh8")), "W:W25,K29:BK4");
    EXPECT_EQ(to_fen(parse_fen(Variant::english, 8, 8, "B:WK1-3:B")), "B:WK1,K2,K3:B");
    for (const char* bad : {"", "W", "X:W1:B2", "W:W1:B1", "W:W33:B1", "W:W0:B1", "W:Wx:B1", "W1:B2",
                            "W:W1,,2:B3", "W:Wb1:B3", "W:W1;2:B3", "W:W1,"}) {
        EXPECT_THROW(parse_fen(Variant::english, 8, 8, bad), std::runtime_error) << bad;
    }
    EXPECT_THROW(variant_named("chess"), std::runtime_error);
}

TEST(NaiveRules, SwappingColorsKeepsTheGame) {
    for (const DataRow& row : read_data("legality.tsv")) {
        const NaiveState state = position_of(row);
        EXPECT_EQ(color_swapped(color_swapped(state)), state);
        EXPECT_EQ(perft(color_swapped(state), 2), perft(state, 2)) << row.at("fen");
    }
}

// Wins, losses and draws of White to move, each placement of up to `pieces` pieces: since colours can be
// swapped, these are all positions once.
NaiveSolver::Counts totals(const NaiveSolver& solver, int pieces) {
    NaiveSolver::Counts total;
    for (const Material& m : solver.solved()) {
        if (m[0] + m[1] + m[2] + m[3] <= pieces) total += solver.counts(m, 'w');
    }
    return total;
}

NaiveSolver solved(Variant variant, int pieces) {
    NaiveSolver solver(variant);
    solver.solve_up_to(pieces);
    return solver;
}

// The rows that a table verified or that an engine's tests state, with the plies where the row has them.
void check_known_positions(const NaiveSolver& solver, Variant variant, int pieces, int expected_rows) {
    int checked = 0;
    for (const DataRow& row : read_data("known_positions.tsv")) {
        if (row.at("variant") != rules_of(variant).name) continue;
        const NaiveState state = position_of(row);
        const Material m = material_of(state);
        const bool certain = row.at("certainty").find("VERIFIED") != std::string::npos ||
                             row.at("certainty").find("engine test") != std::string::npos;
        if (m[0] + m[1] + m[2] + m[3] > pieces || !certain) continue;
        SCOPED_TRACE(row.at("fen") + " " + row.at("claim"));
        const std::string claim = row.at("claim");
        char expected = 'D';
        if (claim.find("side to move wins") != std::string::npos) expected = 'W';
        if (claim.find("white wins") != std::string::npos) expected = state.to_move == 'w' ? 'W' : 'L';
        if (claim.find("black wins") != std::string::npos) expected = state.to_move == 'b' ? 'W' : 'L';
        EXPECT_EQ(solver.value(state), expected);
        const std::string& length = row.at("moves_to_win");
        if (length.find("plies") != std::string::npos) {
            EXPECT_EQ(solver.plies(state), std::stoi(length));
        }
        ++checked;
    }
    EXPECT_EQ(checked, expected_rows);
}

// The totals and the longest wins here and below were computed by other programs before this one was written.
// Placements on 8x8: Schaeffer's table has 6,972 with two pieces and 261,224 with three; 3,484 and 65,192 of
// them have one colour only.
TEST(NaiveSolver, English) {
    const NaiveSolver solver = solved(Variant::english, 3);
    const NaiveSolver::Counts kings = solver.counts({0, 1, 0, 1}, 'w');
    EXPECT_EQ(kings.wins, 230u);
    EXPECT_EQ(kings.losses, 108u);
    EXPECT_EQ(kings.draws, 654u);
    EXPECT_EQ(kings.longest_win, 11);
    EXPECT_EQ(totals(solver, 2).positions, 6'972u - 3'484u);
    EXPECT_EQ(totals(solver, 3).positions, 6'972u - 3'484u + 261'224u - 65'192u);
    EXPECT_EQ(totals(solver, 2).longest_win, 13);
    EXPECT_EQ(totals(solver, 3).longest_win, 61);
    check_known_positions(solver, Variant::english, 3, 1);
}

TEST(NaiveSolver, Russian) {
    const NaiveSolver solver = solved(Variant::russian, 3);
    EXPECT_EQ(totals(solver, 2).longest_win, 13);
    EXPECT_EQ(totals(solver, 3).longest_win, 25);
}

TEST(NaiveSolver, Pool) {
    const NaiveSolver solver = solved(Variant::pool, 3);
    EXPECT_EQ(totals(solver, 2).longest_win, 13);
    EXPECT_EQ(totals(solver, 3).longest_win, 25);
}

TEST(NaiveSolver, Brazilian) {
    const NaiveSolver solver = solved(Variant::brazilian, 3);
    EXPECT_EQ(totals(solver, 2).longest_win, 13);
    EXPECT_EQ(totals(solver, 3).longest_win, 25);
}

TEST(NaiveSolver, InternationalWithTwoPieces) {
    const NaiveSolver solver = solved(Variant::international, 2);
    EXPECT_EQ(totals(solver, 2).longest_win, 17);
    check_known_positions(solver, Variant::international, 2, 2);
}

TEST(FullNaiveOracle, InternationalWithThreePieces) {
    const NaiveSolver solver = solved(Variant::international, 3);
    EXPECT_EQ(totals(solver, 2).longest_win, 17);
    EXPECT_EQ(totals(solver, 3).longest_win, 33);
    check_known_positions(solver, Variant::international, 3, 9);
}

TEST(FullNaiveOracle, EnglishWithFourPieces) {
    const NaiveSolver solver = solved(Variant::english, 4);
    const NaiveSolver::Counts total = totals(solver, 4);
    EXPECT_EQ(total.wins, 2'675'270u);
    EXPECT_EQ(total.losses, 2'004'797u);
    EXPECT_EQ(total.draws, 1'728'769u);
    EXPECT_EQ(total.longest_win, 109);
    check_known_positions(solver, Variant::english, 4, 50);
}

// Three kings against one, as the articles and rule books have it.
TEST(FullNaiveOracle, ThreeKingsAgainstOne) {
    for (const Variant variant : {Variant::russian, Variant::pool, Variant::brazilian}) {
        NaiveSolver solver(variant);
        solver.solve_slice(0, 3, 0, 1);
        EXPECT_EQ(solver.counts({0, 3, 0, 1}, 'w').longest_win, 25) << rules_of(variant).name;
    }
}

// International, K+M v K: the longest win is 9 plies, in exactly two positions.
TEST(FullNaiveOracle, InternationalKingAndManAgainstKing) {
    NaiveSolver solver(Variant::international);
    solver.solve_slice(1, 1, 0, 1);
    EXPECT_EQ(solver.counts({1, 1, 0, 1}, 'w').longest_win, 9);
    std::set<std::string> longest;
    solver.for_each(1, 1, 0, 1, [&](const NaiveState& state, char value, int plies) {
        if (state.to_move == 'w' && value == 'W' && plies == 9) longest.insert(to_fen(state));
    });
    EXPECT_EQ(longest, (std::set<std::string>{"W:WK2,6:BK50", "W:W6,K16:BK50"}));
}

// Every value against its successors, asked one by one through the front door, and both colours alike.
TEST(NaiveSolver, SmallBoardsAreConsistent) {
    for (const Variant variant : all_variants()) {
        for (const auto& [rows, cols] : {std::pair{4, 4}, {5, 5}, {4, 6}, {3, 5}}) {
            if (rules_of(variant).all_squares && rows * cols > 16) continue;
            SCOPED_TRACE(rules_of(variant).name + " " + std::to_string(rows) + "x" + std::to_string(cols));
            NaiveSolver solver(variant, rows, cols);
            solver.solve_up_to(3);
            std::uint64_t bad = 0;
            std::uint64_t positions = 0;
            for (const Material& m : solver.solved()) {
                solver.for_each(m[0], m[1], m[2], m[3], [&](const NaiveState& state, char value, int plies) {
                    int shortest_win = -1;
                    int longest_loss = 0;
                    bool all_won = true;
                    const std::vector<NaiveMove> moves = legal_moves(state);
                    for (const NaiveMove& move : moves) {
                        const char reply = solver.value(move.after);
                        const int d = solver.plies(move.after) + 1;
                        if (reply == 'L' && (shortest_win < 0 || d < shortest_win)) shortest_win = d;
                        if (reply == 'W') longest_loss = std::max(longest_loss, d);
                        all_won = all_won && reply == 'W';
                    }
                    char expected = shortest_win >= 0 ? 'W' : all_won ? 'L' : 'D';
                    if (moves.empty()) {
                        expected = rules_of(variant).without_a_move;
                        shortest_win = 0;
                    }
                    const int distance = expected == 'W' ? shortest_win : expected == 'L' ? longest_loss : -1;
                    const NaiveState swapped = color_swapped(state);
                    if (value != expected || plies != distance || solver.value(state) != value ||
                        solver.plies(swapped) != plies || solver.value(swapped) != value ||
                        material_of(state) != m) {
                        ++bad;
                    }
                    ++positions;
                });
                EXPECT_EQ(solver.counts(m, 'w').draws, solver.counts({m[2], m[3], m[0], m[1]}, 'b').draws);
            }
            EXPECT_EQ(bad, 0u);
            EXPECT_GT(positions, 0u);
        }
    }
}

// What is said of the side to move that has no move: by hand.
TEST(NaiveSolver, WithoutAMove) {
    const auto value = [](Variant variant, const char* fen) {
        NaiveSolver solver(variant);
        solver.solve_up_to(2);
        const NaiveState state = parse_fen(variant, rules_of(variant).rows, rules_of(variant).cols, fen);
        return std::pair{solver.value(state), solver.plies(state)};
    };
    // A man in the corner, another in front of it and nothing behind that: blocked.
    EXPECT_EQ(value(Variant::czech, "W:W5:B1"), (std::pair{'L', 0}));
    EXPECT_EQ(value(Variant::slovak, "W:W5:B1"), (std::pair{'D', -1}));
    EXPECT_EQ(value(Variant::slovak, "W:W:B9"), (std::pair{'L', 0}));
    EXPECT_EQ(value(Variant::losing_russian, "W:W5:B1"), (std::pair{'W', 0}));
    EXPECT_EQ(value(Variant::losing_russian, "W:W:B9"), (std::pair{'W', 0}));
    EXPECT_EQ(value(Variant::losing_russian, "B:W18:B15"), (std::pair{'L', 1}));  // has to take
}

TEST(NaiveSolver, CountsEveryPlacement) {
    NaiveSolver solver(Variant::english);
    solver.solve_up_to(2);
    EXPECT_EQ(solver.counts({0, 1, 0, 1}, 'b').positions, 32u * 31u);
    EXPECT_EQ(solver.counts({1, 0, 0, 1}, 'w').positions, 28u * 31u);
    EXPECT_EQ(solver.counts({1, 0, 1, 0}, 'w').positions, 28u * 28u - 24u);
    EXPECT_EQ(solver.solved().size(), 4u);
}

TEST(NaiveSolver, RefusesWhatItDoesNotKnow) {
    NaiveSolver solver(Variant::english);
    solver.solve_slice(1, 0, 0, 1);
    EXPECT_TRUE(solver.is_solved({0, 1, 0, 1}));
    EXPECT_FALSE(solver.is_solved({1, 0, 1, 0}));
    const auto ask = [&](const char* fen) { return solver.value(parse_fen(Variant::english, 8, 8, fen)); };
    EXPECT_EQ(ask("W:W:B5"), 'L');
    EXPECT_THROW(ask("B:W:B5"), std::out_of_range);
    EXPECT_THROW(ask("W:W1:BK5"), std::out_of_range);
    EXPECT_THROW(ask("W:W9:B5"), std::out_of_range);
    EXPECT_THROW(solver.solve_slice(0, 3, 0, 3), std::length_error);
}

}  // namespace
}  // namespace damier::oracle
