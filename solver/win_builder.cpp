#include "solver/win_builder.hpp"

#include <deque>

#include "solver/hold_builder.hpp"

namespace damier {

namespace {

// Rounds in which positions that go round in circles get more moves to choose from. One is nearly always
// enough.
constexpr int most_rounds = 8;

}  // namespace

Result<bool> WinBuilder::build(const ProofPosition& root) {
    root_ = root;
    open_.push_back(root);
    for (int round = 0; round < most_rounds; ++round) {
        const Result<bool> collected = collect();
        if (!collected || !*collected) return collected;
        rank();
        if (nodes_.at(root).rank != unranked) return true;
        // The table remembers a win, but the moves that it remembers run in a circle: what led out of it was
        // forgotten. Try every winning move, and search those positions anew.
        ProofPositions circling;
        for (const auto& [position, node] : nodes_) {
            if (node.rank == unranked && oracle_.attacks(position)) circling.push_back(position);
        }
        for (const ProofPosition& position : circling) {
            if (round > 0) {
                const Result<ProofNumbers> again = oracle_.search(position);
                if (!again) return fail(again.error());
            }
            const Result<bool> added = add_attack(position, true);
            if (!added || !*added) return added;
        }
    }
    return fail(ErrorKind::limit, "the search forgets too much of the proof; allow more --memory");
}

Result<bool> WinBuilder::collect() {
    for (std::size_t turns = 0; !open_.empty(); ++turns) {
        const ProofPosition position = open_.back();
        open_.pop_back();
        if (nodes_.contains(position)) continue;
        const Result<bool> added =
            oracle_.attacks(position) ? add_attack(position, false) : add_replies(position);
        if (!added || !*added) return added;
        if (turns % 1024 == 0 && grown_) grown_(nodes_.size());
    }
    return true;
}

void WinBuilder::add(Node& node, const ProofPosition& next) {
    node.next.push_back(next);
    if (!nodes_.contains(next)) open_.push_back(next);
}

// The move of least rank, or every move that wins.
Result<bool> WinBuilder::add_attack(const ProofPosition& position, bool every_move) {
    const ProofPositions all = oracle_.successors(position);
    for (int attempt = 0; attempt < 2; ++attempt) {
        Node node;
        std::optional<ProofPosition> best;
        std::uint32_t least = unranked;
        for (const ProofPosition& after : all) {
            const auto known = oracle_.known(after);
            if (!known) return fail(known.error());
            if (*known) {
                if (!**known) continue;
                node.leaf_move = true;
                node.leaf = after;
                node.next.clear();
                nodes_[position] = std::move(node);
                return true;
            }
            const auto numbers = oracle_.remembered(after);
            if (!numbers || !numbers->proved()) continue;
            if (every_move) {
                add(node, after);
            } else if (numbers->rank < least) {
                least = numbers->rank;
                best = after;
            }
        }
        if (best) add(node, *best);
        if (!node.next.empty()) {
            nodes_[position] = std::move(node);
            return true;
        }
        // Forgotten: find it again. A search that says no may be wrong, a closed set is not.
        const Result<ProofNumbers> again = oracle_.search(position);
        if (!again) return fail(again.error());
        if (!again->proved()) {
            const Result<bool> holds = HoldBuilder{oracle_, {}}.build(position);
            if (!holds) return fail(holds.error());
            if (*holds) return false;
        }
    }
    return false;
}

Result<bool> WinBuilder::add_replies(const ProofPosition& position) {
    Node node;
    for (const ProofPosition& reply : oracle_.successors(position)) {
        const auto known = oracle_.known(reply);
        if (!known) return fail(known.error());
        if (*known && !**known) return false;
        if (!*known) add(node, reply);
    }
    nodes_[position] = std::move(node);
    return true;
}

// Least ranks, from the leaves up: positions are finished in the order of their ranks.
void WinBuilder::rank() {
    PositionMap<ProofPositions> before;
    PositionMap<std::size_t> unfinished;  // replies, with the defender to move
    std::deque<ProofPosition> finished;
    for (auto& [position, node] : nodes_) {
        node.rank = unranked;
        const bool attacks = oracle_.attacks(position);
        if (attacks ? node.leaf_move : node.next.empty()) {
            node.rank = attacks ? 1 : 0;
        } else {
            for (const ProofPosition& next : node.next) before[next].push_back(position);
            if (!attacks) unfinished[position] = node.next.size();
        }
    }
    // Rank 0 before rank 1.
    for (const bool attacks : {false, true}) {
        for (const auto& [position, node] : nodes_) {
            if (node.rank != unranked && oracle_.attacks(position) == attacks) finished.push_back(position);
        }
    }
    while (!finished.empty()) {
        const ProofPosition position = finished.front();
        finished.pop_front();
        const std::uint32_t rank = nodes_.at(position).rank;
        const auto users = before.find(position);
        if (users == before.end()) continue;
        for (const ProofPosition& user : users->second) {
            Node& node = nodes_.at(user);
            if (node.rank != unranked) continue;
            if (oracle_.attacks(user)) {
                node.rank = rank + 1;
                finished.push_back(user);
            } else if (--unfinished.at(user) == 0) {
                node.rank = rank;
                // Of the same rank as what comes next in the queue, so it may not wait behind a higher one.
                finished.push_front(user);
            }
        }
    }
}

std::vector<Attack> WinBuilder::attacks() const {
    std::vector<Attack> attacks;
    PositionSet seen{root_};
    std::vector<ProofPosition> open{root_};
    while (!open.empty()) {
        const ProofPosition position = open.back();
        open.pop_back();
        const Node& node = nodes_.at(position);
        const auto visit = [&](const ProofPosition& next) {
            if (seen.insert(next).second) open.push_back(next);
        };
        if (!oracle_.attacks(position)) {
            for (const ProofPosition& reply : node.next) visit(reply);
        } else if (node.leaf_move) {
            attacks.push_back({position, node.leaf, 1});
        } else {
            const auto best = std::min_element(
                node.next.begin(), node.next.end(),
                [&](const auto& a, const auto& b) { return nodes_.at(a).rank < nodes_.at(b).rank; });
            attacks.push_back({position, *best, node.rank});
            visit(*best);
        }
    }
    return attacks;
}

}  // namespace damier
