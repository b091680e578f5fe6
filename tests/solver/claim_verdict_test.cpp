#include "solver/claim_verdict.hpp"

#include <gtest/gtest.h>

namespace damier {
namespace {

using Set = SquareSet64;

Move<Set> move(int number) { return {square(number), square(number + 1), false, {}}; }

// A claim of the first move, or of the position, where the moves are worth what is given.
PositionVerdict<Set> judged(ClaimKind kind, const std::vector<Wld>& moves, int made = -1,
                            Color to_move = Color::white) {
    std::vector<RatedMove<Set>> rated;
    for (std::size_t i = 0; i < moves.size(); ++i) rated.push_back({move(static_cast<int>(i)), moves[i]});
    PositionClaim<Set> claim;
    claim.kind = kind;
    claim.position.to_move = to_move;
    if (made >= 0) claim.move = move(made);
    return judge(claim, moves.empty() ? Wld::loss : moves.front(), rated);
}

constexpr Wld win = Wld::win;
constexpr Wld draw = Wld::draw;
constexpr Wld loss = Wld::loss;

TEST(ClaimVerdict, Positions) {
    EXPECT_EQ(judged(ClaimKind::white_wins, {win, loss}).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::white_wins, {draw, loss}).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::black_wins, {win}, -1, Color::black).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::black_wins, {win}).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::draw, {draw, draw}).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::black_wins, {}).verdict, Verdict::holds);  // White cannot move
    const auto refuted = judged(ClaimKind::draw, {win, win, draw});
    EXPECT_EQ(refuted.verdict, Verdict::refuted);
    EXPECT_EQ(refuted.better, (std::vector{move(0), move(1)}));
    EXPECT_EQ(refuted.value, win);
}

TEST(ClaimVerdict, Moves) {
    EXPECT_EQ(judged(ClaimKind::good_move, {win, draw}, 0).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::good_move, {win, draw}, 1).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::good_move, {loss, loss}, 1).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::bad_move, {win, draw}, 1).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::bad_move, {win, win}, 1).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::bad_move, {loss, loss}, 0).verdict, Verdict::unknown);
    EXPECT_EQ(judged(ClaimKind::only_move, {draw, loss}, 0).verdict, Verdict::holds);
    EXPECT_EQ(judged(ClaimKind::only_move, {draw, draw, loss}, 0).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::only_move, {win, draw}, 1).verdict, Verdict::refuted);
    EXPECT_EQ(judged(ClaimKind::good_move, {win, draw}, 1).value_of_move, draw);
    EXPECT_EQ(judged(ClaimKind::good_move, {win}, 5).verdict, Verdict::unknown);  // no legal move
}

TEST(ClaimVerdict, ResultsBesideTheBoardSayNothing) {
    PositionClaim<Set> claim;
    claim.kind = ClaimKind::black_wins;
    claim.beside_the_board = true;
    const auto judged = judge(claim, Wld::win, {{move(0), Wld::win}});
    EXPECT_EQ(judged.verdict, Verdict::unknown);
    EXPECT_EQ(judged.value, Wld::win);
}

}  // namespace
}  // namespace damier
