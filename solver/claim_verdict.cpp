#include "solver/claim_verdict.hpp"

#include <algorithm>

#include "solver/audit.hpp"

namespace damier {

namespace {

GameResult result_of(ClaimKind kind) {
    return kind == ClaimKind::white_wins   ? GameResult::white_wins
           : kind == ClaimKind::black_wins ? GameResult::black_wins
                                           : GameResult::draw;
}

}  // namespace

template <class Set>
PositionVerdict<Set> judge(const PositionClaim<Set>& claim, Wld value,
                           const std::vector<RatedMove<Set>>& rated) {
    PositionVerdict<Set> judged;
    judged.value = value;
    const auto keeps = [&](const RatedMove<Set>& move) { return move.value == value; };
    bool holds = false;
    if (claim.move) {
        const auto made = std::ranges::find(rated, *claim.move, &RatedMove<Set>::move);
        if (made == rated.end()) return judged;
        judged.value_of_move = made->value;
        if (claim.kind == ClaimKind::bad_move && value == Wld::loss) return judged;
        const bool kept = made->value == value;
        holds = claim.kind == ClaimKind::bad_move    ? !kept
                : claim.kind == ClaimKind::good_move ? kept
                                                     : kept && std::ranges::count_if(rated, keeps) == 1;
    } else {
        if (claim.beside_the_board) return judged;
        holds = result_of_value(value, claim.position.to_move) == result_of(claim.kind);
    }
    judged.verdict = holds ? Verdict::holds : Verdict::refuted;
    if (holds) return judged;
    for (const RatedMove<Set>& move : rated) {
        if (keeps(move)) judged.better.push_back(move.move);
    }
    return judged;
}

template PositionVerdict<SquareSet64> judge(const PositionClaim<SquareSet64>&, Wld,
                                            const std::vector<RatedMove<SquareSet64>>&);
template PositionVerdict<SquareSet128> judge(const PositionClaim<SquareSet128>&, Wld,
                                             const std::vector<RatedMove<SquareSet128>>&);

}  // namespace damier
