// The records of a hold: a set of positions that the defender never has to leave.
//
// This is where repetition is settled. The search's "disproved" is taken as a guess: the builder follows one
// defence a position and every move of the attacker. Where the guess fails - a position turns out to be won
// for the attacker - the win is remembered for good, and everything that counted on it chooses anew. A
// position is found won at most once, so this ends: in a closed set, which proves the hold whatever the
// search thought, or with a win of the root.
#pragma once

#include <functional>
#include <vector>

#include "solver/proof_oracle.hpp"

namespace damier {

// A position with the defender to move and the position behind its move.
struct Defence {
    ProofPosition position;
    ProofPosition answer;
};

class HoldBuilder {
public:
    // `grown` is told now and then how many positions the set has.
    HoldBuilder(ProofOracle& oracle, std::function<void(std::size_t)> grown)
        : oracle_{oracle}, grown_{std::move(grown)} {}

    // Does the defender hold `root`, which is neither over nor in tables? If not, the attacker wins, and the
    // oracle knows it.
    Result<bool> build(const ProofPosition& root);

    // After build() said yes: the defences that can be reached from the root.
    std::vector<Defence> defences() const;

private:
    Result<void> settle(const ProofPosition& position);
    Result<std::optional<ProofPosition>> find_defence(const ProofPosition& position);
    Result<void> take_up(const ProofPosition& answered);
    void lose(const ProofPosition& position);

    ProofOracle& oracle_;
    std::function<void(std::size_t)> grown_;
    ProofPosition root_;
    // How often the defender's pieces stand so behind its moves. A defence that stays with few formations
    // closes its set soonest.
    PositionMap<std::uint32_t> formations_;
    PositionMap<ProofPosition> answers_;                // defender to move -> after its move
    PositionSet taken_up_;                              // attacker to move: all replies are being answered
    PositionMap<std::vector<ProofPosition>> choosers_;  // attacker to move -> who chose it, maybe no longer
    PositionMap<std::vector<ProofPosition>> askers_;    // defender to move -> whose replies lead to it
    std::vector<ProofPosition> open_;                   // defender to move, to be answered
};

}  // namespace damier
