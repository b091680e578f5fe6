#include "solver/hold_builder.hpp"

namespace damier {

namespace {

// The pieces of the side that has just moved.
ProofPosition formation(const ProofPosition& after) {
    ProofPosition own;
    const auto side = index(!after.to_move);
    own.men[side] = after.men[side];
    own.kings[side] = after.kings[side];
    return own;
}

}  // namespace

Result<bool> HoldBuilder::build(const ProofPosition& root) {
    root_ = root;
    if (oracle_.attacks(root)) {
        if (auto done = take_up(root); !done) return fail(std::move(done.error()));
    } else {
        open_.push_back(root);
    }
    for (std::size_t turns = 0; !open_.empty() && !oracle_.is_known_win(root); ++turns) {
        const ProofPosition position = open_.back();
        open_.pop_back();
        if (auto done = settle(position); !done) return fail(std::move(done.error()));
        if (turns % 1024 == 0 && grown_) grown_(answers_.size());
    }
    return !oracle_.is_known_win(root);
}

Result<void> HoldBuilder::settle(const ProofPosition& position) {
    if (answers_.contains(position) || oracle_.is_known_win(position)) return {};
    auto answer = find_defence(position);
    if (!answer) return fail(answer.error());
    if (!*answer) {
        const Result<ProofNumbers> found = oracle_.search(position);
        if (!found) return fail(found.error());
        if (found->proved()) {
            lose(position);
            return {};
        }
        answer = find_defence(position);
        if (!answer) return fail(answer.error());
        // The table is so small that it forgot the defence at once.
        if (!*answer) return fail(ErrorKind::limit, "the search forgets what it found; allow more --memory");
    }
    answers_.emplace(position, **answer);
    const auto known = oracle_.known(**answer);
    if (!known) return fail(known.error());
    if (*known) return {};
    choosers_[**answer].push_back(position);
    ++formations_[formation(**answer)];
    if (taken_up_.contains(**answer)) return {};
    return take_up(**answer);
}

// A move to a position that is known to hold, else one that is in the set already, else one that the search
// thinks holds, to the most usual formation.
Result<std::optional<ProofPosition>> HoldBuilder::find_defence(const ProofPosition& position) {
    std::optional<ProofPosition> in_set;
    std::optional<ProofPosition> thought;
    std::uint32_t most_usual = 0;
    for (const ProofPosition& after : oracle_.successors(position)) {
        const auto known = oracle_.known(after);
        if (!known) return fail(known.error());
        if (*known && !**known) return after;
        if (*known || oracle_.is_known_win(after)) continue;
        if (taken_up_.contains(after)) {
            in_set = after;
        } else if (const auto numbers = oracle_.remembered(after); numbers && numbers->disproved()) {
            const auto found = formations_.find(formation(after));
            const std::uint32_t usual = found == formations_.end() ? 0 : found->second;
            if (thought && usual <= most_usual) continue;
            thought = after;
            most_usual = usual;
        }
    }
    return in_set ? in_set : thought;
}

// Every reply of the attacker must be answered.
Result<void> HoldBuilder::take_up(const ProofPosition& answered) {
    taken_up_.insert(answered);
    for (const ProofPosition& reply : oracle_.successors(answered)) {
        const auto known = oracle_.known(reply);
        if (!known) return fail(known.error());
        if ((*known && **known) || oracle_.is_known_win(reply)) {
            lose(answered);
            return {};
        }
        if (*known) continue;
        askers_[reply].push_back(answered);
        if (!answers_.contains(reply)) open_.push_back(reply);
    }
    return {};
}

// The attacker wins from here; so it does from what counted on the contrary.
void HoldBuilder::lose(const ProofPosition& position) {
    std::vector<ProofPosition> lost{position};
    while (!lost.empty()) {
        const ProofPosition p = lost.back();
        lost.pop_back();
        oracle_.learn_win(p);
        if (oracle_.attacks(p)) {
            taken_up_.erase(p);
            const auto choosers = choosers_.find(p);
            if (choosers == choosers_.end()) continue;
            for (const ProofPosition& chooser : choosers->second) {
                const auto answer = answers_.find(chooser);
                if (answer == answers_.end() || answer->second != p) continue;
                answers_.erase(answer);
                open_.push_back(chooser);
            }
            choosers_.erase(choosers);
        } else {
            answers_.erase(p);
            const auto askers = askers_.find(p);
            if (askers == askers_.end()) continue;
            for (const ProofPosition& asker : askers->second) {
                if (taken_up_.contains(asker)) lost.push_back(asker);
            }
            askers_.erase(askers);
        }
    }
}

std::vector<Defence> HoldBuilder::defences() const {
    std::vector<Defence> defences;
    PositionSet seen{root_};
    std::vector<ProofPosition> open{root_};
    while (!open.empty()) {
        const ProofPosition position = open.back();
        open.pop_back();
        const auto visit = [&](const ProofPosition& next) {
            if (seen.insert(next).second) open.push_back(next);
        };
        if (oracle_.attacks(position)) {
            if (!taken_up_.contains(position)) continue;  // over, or in tables
            for (const ProofPosition& reply : oracle_.successors(position)) visit(reply);
        } else if (const auto answer = answers_.find(position); answer != answers_.end()) {
            defences.push_back({position, answer->second});
            visit(answer->second);
        }
    }
    return defences;
}

}  // namespace damier
