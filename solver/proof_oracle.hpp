// What the builders of certificates ask: values that need no search, and searches from any position.
#pragma once

#include <algorithm>

#include "solver/position_map.hpp"
#include "solver/proof_search.hpp"

namespace damier {

class WinSet final : public KnownWins {
public:
    bool contains(const ProofPosition& position) const override { return wins_.contains(position); }
    bool empty() const override { return wins_.empty(); }
    void insert(const ProofPosition& position) { wins_.insert(position); }
    void clear() { wins_.clear(); }
    const PositionSet& positions() const { return wins_; }

private:
    PositionSet wins_;
};

// Of one attacker. Not for several threads at once, though its searches use several.
class ProofOracle {
public:
    ProofOracle(const ProofGame& game, ProofTable& table, WinSet& wins, ProofSearch& search, Color attacker)
        : game_{game}, table_{table}, wins_{wins}, search_{search}, attacker_{attacker} {}

    const ProofGame& game() const { return game_; }
    Color attacker() const { return attacker_; }
    bool attacks(const ProofPosition& position) const { return position.to_move == attacker_; }

    // Where the game is over or tables have it: does the attacker win?
    Result<std::optional<bool>> known(const ProofPosition& position) const {
        const Result<ProofGame::Glance> glance = game_.glance(position);
        if (!glance) return fail(glance.error());
        if (!glance->value) return std::nullopt;
        return *glance->value == (attacks(position) ? Wld::win : Wld::loss);
    }

    // Each once, in no order that matters.
    ProofPositions successors(const ProofPosition& position) const {
        ProofPositions all;
        game_.successors(position, all);
        ProofPositions distinct;
        for (const ProofPosition& p : all) {
            if (std::find(distinct.begin(), distinct.end(), p) == distinct.end()) distinct.push_back(p);
        }
        return distinct;
    }

    // What is remembered; nothing if nothing.
    std::optional<ProofNumbers> remembered(const ProofPosition& position) const {
        const auto found = table_.find(proof_hash(position, attacker_));
        if (wins_.contains(position)) return found && found->proved() ? found : ProofNumbers::win(0);
        return found;
    }
    bool is_known_win(const ProofPosition& position) const { return wins_.contains(position); }
    void learn_win(const ProofPosition& position) { wins_.insert(position); }

    // The numbers of the position, solved: see ProofSearch::run.
    Result<ProofNumbers> search(const ProofPosition& position) { return search_.run(position, attacker_); }

private:
    const ProofGame& game_;
    ProofTable& table_;
    WinSet& wins_;
    ProofSearch& search_;
    Color attacker_;
};

}  // namespace damier
