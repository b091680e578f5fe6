// Judges what a source says of a position by the values of its moves.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "egtb/prober.hpp"
#include "egtb/wld.hpp"
#include "rules/position_claim.hpp"

namespace damier {

enum class Verdict {
    holds,
    refuted,
    unknown,  // tables do not reach the position, or the claim says nothing there
};

constexpr std::string_view name(Verdict verdict) {
    return verdict == Verdict::holds ? "true" : verdict == Verdict::refuted ? "false" : "unknown";
}

template <class Set>
struct PositionVerdict {
    Verdict verdict = Verdict::unknown;
    std::optional<Wld> value;          // of the position, for its side to move
    std::optional<Wld> value_of_move;  // for the same side; claims of moves only
    std::vector<Move<Set>> better;     // of a refuted claim: the moves that keep the value
};

// `rated`: all legal moves of the position, the best first, as Prober::rated_moves gives them; `value` that
// of the position, which for no moves is that of the rules. Marks: `?` on a move of a lost side says nothing,
// since no move can lose more; a move is the only one if no other keeps the value.
template <class Set>
PositionVerdict<Set> judge(const PositionClaim<Set>& claim, Wld value,
                           const std::vector<RatedMove<Set>>& rated);

}  // namespace damier
