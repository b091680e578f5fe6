// The slow oracle of results under draw rules: every pair of a position and its counts, by iteration until
// nothing changes. For small boards and few pieces. Shares no code with rules/ or solver/, and assumes
// nothing of distances.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

// A count is the number of plies since the count began, so that moves of either side are known from whose
// turn it is.
struct NaiveCountRule {
    // The strong side of the position ('w', 'b', '=' where both or none can be called so), 0 where the rule
    // does not count.
    std::function<char(const NaiveState&)> strong = [](const NaiveState&) { return '='; };
    // Where a count that runs goes on although `strong` says 0.
    std::function<bool(const NaiveState&)> goes_on = [](const NaiveState&) { return false; };
    // The game is drawn when so many plies have been made, or moves of one side; 0: at once.
    int limit = 0;
    char whose = 'e';             // 'e': every ply counts; 's', 'w': those of the strong, of the weak side
    bool first_of_equal = false;  // with sides that are alike: either one's own, not both
    bool capture_restarts = false;
    bool man_move_restarts = false;  // promotions included
    bool promotion_restarts = false;

    // Is the game drawn with so many plies counted?
    bool draws(char strong_side, char to_move, int plies) const;
    // Counts from 0 on that a position can have.
    int counts() const { return limit == 0 ? 1 : whose == 'e' ? limit : 2 * limit; }
};

enum class NaiveResult : std::uint8_t { loss, draw, win };

// Of all positions with all counts.
class NaiveResults {
public:
    // `counts`: one for each rule, in their order; that of a rule which does not count here is not looked at.
    NaiveResult at(std::size_t position, const std::vector<int>& counts) const;
    NaiveResult at(std::size_t position, int count) const { return at(position, std::vector{count}); }
    NaiveResult fresh(std::size_t position) const { return results_[begins_[position]]; }

private:
    friend class NaiveRuleSolver;
    // Where the results of a position begin; there the count of the first rule that counts runs fastest.
    std::vector<std::size_t> begins_;
    std::vector<NaiveResult> results_;
    std::vector<int> sizes_;               // counts of each rule
    std::vector<std::vector<char>> runs_;  // by rule and position: does it count?
};

class NaiveRuleSolver {
public:
    // All positions of up to `pieces` pieces on the board, both sides to move, no side empty; where walks of
    // kings count, with each that is possible.
    // `wanted` chooses among them, and must let in whatever a position that it lets in leads to.
    NaiveRuleSolver(Variant variant, int rows, int cols, int pieces,
                    const std::function<bool(const NaiveState&)>& wanted = {});

    std::size_t positions() const { return codes_.size(); }
    NaiveState state(std::size_t position) const;
    bool over(std::size_t position) const { return begins_[position] == begins_[position + 1]; }

    NaiveResults solve(const NaiveCountRule& rule) const { return solve(std::vector{rule}); }
    // Under several rules at once, each with its count.
    NaiveResults solve(const std::vector<NaiveCountRule>& rules) const;
    // By rounds, for a rule that counts every ply: the least k such that the winner can force, within k
    // plies, the end or a restart into a position that `fresh` (results with nothing counted) calls decided;
    // -1 where there is none. By `plain`, results without the rule, one knows the winner.
    std::vector<int> needed(const NaiveCountRule& rule, const std::vector<NaiveResult>& plain,
                            const std::vector<NaiveResult>& fresh) const;
    // Without any rule.
    std::vector<NaiveResult> solve() const;

private:
    struct Edge {
        std::uint32_t to;  // `end`: the other side has no pieces left, or a first king decides
        bool capture, man_move, promotion;
    };
    static constexpr std::uint32_t end = static_cast<std::uint32_t>(-1);
    using Code = std::uint64_t;  // a position as a number: see the source

    struct Seen;
    Seen look(const NaiveCountRule& rule) const;
    static bool restarts(const NaiveCountRule& rule, const Seen& seen, std::size_t from, const Edge& edge);

    Code code_of(const NaiveState& state) const;
    using Wanted = std::function<bool(const NaiveState&)>;
    void place(NaiveState& state, int square, int left, const Wanted& wanted);
    void add_walks(NaiveState& state, std::size_t color);
    NaiveResult behind_the_end() const;  // for the side that has moved
    NaiveResult blocked() const;         // for the side to move

    Variant variant_;
    NaiveState empty_;
    std::vector<Code> codes_;          // of positions, ascending
    std::vector<std::size_t> begins_;  // of their moves in edges_, and one more
    std::vector<Edge> edges_;
};

}  // namespace damier::oracle
