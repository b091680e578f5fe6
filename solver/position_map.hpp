// Hash maps and sets of positions.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "solver/proof_table.hpp"

namespace damier {

struct PositionHash {
    std::size_t operator()(const ProofPosition& position) const { return proof_hash(position, Color::white); }
};
template <class T>
using PositionMap = std::unordered_map<ProofPosition, T, PositionHash>;
using PositionSet = std::unordered_set<ProofPosition, PositionHash>;

}  // namespace damier
