// The slow oracle of results under draw rules: every pair of a position and its counts, by iteration until
// nothing changes. For small boards. Shares no code with rules/ or solver/, and assumes nothing of distances.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

struct NaiveCountRule {
    // The strong side of the position ('w', 'b', '=' where both or none can be called so), 0 where the rule
    // does not count.
    std::function<char(const NaiveState&)> strong = [](const NaiveState&) { return '='; };
    // Where a count that runs goes on although `strong` says 0.
    std::function<bool(const NaiveState&)> goes_on = [](const NaiveState&) { return false; };
    int limit = 0;     // counted plies: the game is drawn when so many have been made
    char whose = 'e';  // 'e': every ply counts; 's', 'w': those of the strong, of the weak side
    bool capture_restarts = false;
    bool man_move_restarts = false;  // promotions included
    bool promotion_restarts = false;
};

enum class NaiveResult { loss, draw, win };

class NaiveRuleSolver {
public:
    // All positions of up to `pieces` pieces on the board, both sides to move, no side empty.
    NaiveRuleSolver(Variant variant, int rows, int cols, int pieces);

    std::size_t positions() const { return states_.size(); }
    const NaiveState& state(std::size_t position) const { return states_[position]; }

    // results[position][count], counts from 0 to the limit - 1. Where the rule does not count, all are alike.
    std::vector<std::vector<NaiveResult>> solve(const NaiveCountRule& rule) const;
    // Under several rules at once: results[position][place of the counts], the first rule's count running
    // fastest: count0 + limit0 * (count1 + limit1 * ...).
    std::vector<std::vector<NaiveResult>> solve(const std::vector<NaiveCountRule>& rules) const;
    // By rounds, for a rule that counts every ply: the least k such that the winner can force, within k
    // plies, the end or a restart into a position that `fresh` (results with nothing counted) calls decided;
    // -1 where there is none. By `plain`, results without the rule, one knows the winner.
    std::vector<int> needed(const NaiveCountRule& rule, const std::vector<NaiveResult>& plain,
                            const std::vector<NaiveResult>& fresh) const;
    // Without any rule.
    std::vector<NaiveResult> solve() const;

private:
    struct Edge {
        std::size_t to;  // `nobody`: the other side has no pieces left
        bool capture, man_move, promotion;
    };
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    struct Seen;
    Seen look(const NaiveCountRule& rule) const;
    static bool restarts(const NaiveCountRule& rule, const Seen& seen, std::size_t from, const Edge& edge);

    std::vector<NaiveState> states_;
    std::map<std::string, std::size_t> numbers_;  // of states, by their cells and side to move
    std::vector<std::vector<Edge>> edges_;
};

}  // namespace damier::oracle
