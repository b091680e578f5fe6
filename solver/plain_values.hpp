// Values worked out from the rules alone, without tables: every position that the given ones lead to is
// generated with the checker's own generator, and all are solved together.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rules/result.hpp"
#include "solver/plain_rules.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

struct PlainValue {
    Wld value = Wld::draw;
    int plies = 0;  // of a win or loss: to the end of the game under best play of both
};

class PlainValues {
public:
    // `memory`: bytes that positions and moves may take.
    PlainValues(const PlainRules& rules, std::uint64_t memory) : rules_{rules}, memory_{memory} {}

    // Adds a position whose value is wanted, and all that it leads to. ErrorKind::limit where they take too
    // much memory.
    Result<void> add(const CellPosition& position, const StopRequest& stop = {});
    void solve();
    // After solve(), of a position that was added.
    PlainValue value(const CellPosition& position) const;
    std::size_t positions() const { return keys_.size(); }

private:
    std::uint32_t number(const CellPosition& position);

    const PlainRules& rules_;
    std::uint64_t memory_;
    struct KeyHash {
        std::size_t operator()(const PositionKey& key) const;
    };
    std::unordered_map<PositionKey, std::uint32_t, KeyHash> numbers_;
    std::vector<PositionKey> keys_;
    std::vector<std::uint64_t> first_{0};  // index in moves_ of the successors; one more at the end
    std::vector<std::uint32_t> moves_;
    std::vector<PlainValue> values_;
};

}  // namespace damier
