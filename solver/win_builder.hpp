// The records of a win: a move of the attacker in every position that can come up, with ranks that fall along
// every line.
#pragma once

#include <functional>
#include <vector>

#include "solver/proof_oracle.hpp"

namespace damier {

// A position with the attacker to move, the position behind its move, and at most how many moves of its own
// it needs to a leaf.
struct Attack {
    ProofPosition position;
    ProofPosition answer;
    std::uint32_t rank;
};

class WinBuilder {
public:
    WinBuilder(ProofOracle& oracle, std::function<void(std::size_t)> grown)
        : oracle_{oracle}, grown_{std::move(grown)} {}

    // The attacker wins `root`, which is neither over nor in tables, as far as the oracle knows. False where
    // it does not after all; the search must then be made anew with what the oracle has learnt.
    Result<bool> build(const ProofPosition& root);

    // After build() said yes: what can be reached from the root, with exact ranks.
    std::vector<Attack> attacks() const;

private:
    static constexpr std::uint32_t unranked = ~std::uint32_t{0};
    struct Node {
        ProofPositions next;      // attacker to move: the moves tried; else all replies. Leaves are left out.
        bool leaf_move = false;   // attacker to move: a move to a leaf that wins
        ProofPosition leaf = {};  // and that leaf
        std::uint32_t rank = unranked;
    };

    Result<bool> collect();
    Result<bool> add_attack(const ProofPosition& position, bool every_move);
    Result<bool> add_replies(const ProofPosition& position);
    void rank();
    void add(Node& node, const ProofPosition& next);

    ProofOracle& oracle_;
    std::function<void(std::size_t)> grown_;
    ProofPosition root_;
    PositionMap<Node> nodes_;
    std::vector<ProofPosition> open_;
};

}  // namespace damier
