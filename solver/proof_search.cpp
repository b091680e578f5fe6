#include "solver/proof_search.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <vector>

namespace damier {

namespace {

constexpr std::uint32_t infinity = ProofNumbers::infinity;
// A line this long counts as going on for ever; the longest known wins are a quarter of it.
constexpr std::size_t longest_line = 1200;
constexpr std::uint64_t nodes_between_checks = 256;
constexpr double tick_interval = 0.25;  // seconds
constexpr std::uint64_t nodes_alone = 2000;
constexpr double least_work_to_break = 20;  // times the seconds of the last break

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::uint32_t limited(std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, infinity - 1));
}

// The 1 + epsilon threshold: a child is searched until it is a quarter worse than the next best one, so that
// the search does not hop to and fro (Pawlewicz and Lew).
std::uint32_t a_little_more(std::uint32_t number) { return limited(std::uint64_t{number} + number / 4 + 1); }

// Can men come back to a square that they have left?
bool men_return(const Rules& rules) {
    const DirectionSet& moves = rules.man_moves.is;
    return std::any_of(all_directions.begin(), all_directions.end(), [&](Direction d) {
        return moves.contains(d) && d != Direction::n && d != Direction::ne && d != Direction::nw;
    });
}

}  // namespace

// One thread's search from the root; all share the table.
class ProofSearch::Worker {
public:
    // Comes back without an answer after so many nodes; 0: no limit.
    Worker(ProofSearch& search, Color attacker, bool shy, std::uint64_t most_nodes)
        : search_{search},
          attacker_{attacker},
          shy_{shy},
          men_return_{men_return(search.game_.rules())},
          most_nodes_{most_nodes} {}

    ProofNumbers run(const ProofPosition& root, std::uint64_t hash) {
        line_.push_back({hash, false});
        const ProofNumbers numbers = expand(root, hash, {infinity, infinity, 0});
        flush();
        return numbers;
    }

private:
    // The numbers as the side to move sees them: it needs one child that is `mine` == 0, and fails when for
    // every child `theirs` == 0. So one code serves both sides.
    struct Child {
        ProofPosition position;
        std::uint64_t hash;
        ProofNumbers numbers;
        bool fixed;  // not to be looked up again
    };
    struct Step {
        std::uint64_t hash;
        bool reversible;  // is the move that led here one that can be taken back?
    };
    struct View {
        bool attacks;
        std::uint32_t mine(const ProofNumbers& n) const { return attacks ? n.proof : n.disproof; }
        std::uint32_t theirs(const ProofNumbers& n) const { return attacks ? n.disproof : n.proof; }
        ProofNumbers numbers(std::uint32_t mine, std::uint32_t theirs) const {
            return attacks ? ProofNumbers{mine, theirs, 0} : ProofNumbers{theirs, mine, 0};
        }
    };
    struct Choice {
        ProofNumbers numbers;             // of the node
        std::size_t best = 0;             // index of the child to search
        std::uint32_t second = infinity;  // `mine` of the next best
        std::uint32_t others = 0;         // what the other children add to `theirs`
    };

    bool halted() const {
        return search_.halt_.load(std::memory_order_relaxed) || (most_nodes_ > 0 && worked_ >= most_nodes_);
    }

    void count_node() {
        if (++fresh_ >= nodes_between_checks) flush();
    }
    void flush() {
        search_.nodes_.fetch_add(fresh_, std::memory_order_relaxed);
        fresh_ = 0;
        search_.check_budget();
    }

    // Searches until proof or disproof number reaches its threshold; gives the numbers then.
    ProofNumbers expand(const ProofPosition& position, std::uint64_t hash, const ProofNumbers& thresholds) {
        count_node();
        const std::uint64_t before = worked_++;
        const View view{position.to_move == attacker_};
        const std::size_t first = children_.size();
        open(position);
        Choice choice;
        while (true) {
            choice = choose(first, view);
            const ProofNumbers& n = choice.numbers;
            if (n.solved() || n.proof >= thresholds.proof || n.disproof >= thresholds.disproof || halted()) {
                break;
            }
            if (line_.size() == 1) search_.note_root(n);
            descend(position, first + choice.best, choice, thresholds, view);
            if (halted()) {
                choice = choose(first, view);
                break;
            }
            refresh(first, first + choice.best);
        }
        children_.resize(first);
        search_.table_.store(hash, choice.numbers, worked_ - before);
        return choice.numbers;
    }

    void descend(const ProofPosition& position, std::size_t at, const Choice& choice,
                 const ProofNumbers& thresholds, const View& view) {
        const ProofPosition child = children_[at].position;
        const std::uint64_t hash = children_[at].hash;
        // More than it has, or nothing would come of it: where other threads are shunned, this need not be
        // the best child, and its number may be beyond the threshold of the node.
        const std::uint32_t mine = std::max(std::min(view.mine(thresholds), a_little_more(choice.second)),
                                            view.mine(children_[at].numbers) + 1);
        const std::uint32_t theirs =
            view.theirs(thresholds) == infinity ? infinity : view.theirs(thresholds) - choice.others;
        line_.push_back({hash, is_reversible(position, child)});
        std::atomic<std::uint8_t>& crowd = search_.crowd_[hash % crowd_size];
        if (shy_) crowd.fetch_add(1, std::memory_order_relaxed);
        const ProofNumbers found = expand(child, hash, view.numbers(mine, theirs));
        if (shy_) crowd.fetch_sub(1, std::memory_order_relaxed);
        line_.pop_back();
        children_[at].numbers = found;
    }

    void open(const ProofPosition& position) {
        search_.game_.successors(position, after_);
        const std::size_t first = children_.size();
        for (const ProofPosition& p : after_) {
            const std::uint64_t hash = proof_hash(p, attacker_);
            search_.table_.prefetch(hash);
            children_.push_back({p, hash, {}, false});
        }
        for (std::size_t i = first; i < children_.size(); ++i) look(position, children_[i]);
    }

    // The numbers of a child that has not been searched from here.
    void look(const ProofPosition& parent, Child& child) {
        if (repeats(parent, child)) {
            child.numbers = ProofNumbers::no_win();
            child.fixed = true;
            return;
        }
        if (!search_.wins_.empty() && search_.wins_.contains(child.position)) {
            child.numbers = search_.table_.find(child.hash).value_or(ProofNumbers::win(0));
            if (!child.numbers.proved()) child.numbers = ProofNumbers::win(0);
            child.fixed = true;
            return;
        }
        if (const auto found = search_.table_.find(child.hash)) {
            child.numbers = *found;
            return;
        }
        const Result<ProofGame::Glance> glance = search_.game_.glance(child.position);
        if (!glance) {
            search_.fail_with(glance.error());
            return;
        }
        const bool attacks = child.position.to_move == attacker_;
        if (glance->value) {
            child.numbers =
                reaches_win(*glance->value, attacks) ? ProofNumbers::win(0) : ProofNumbers::no_win();
            child.fixed = true;
            search_.table_.store(child.hash, child.numbers, 0);
            return;
        }
        child.numbers = search_.start_.numbers(child.position, attacker_, glance->moves);
    }

    static bool reaches_win(Wld value, bool attacks) { return value == (attacks ? Wld::win : Wld::loss); }

    // Is the move between them none that takes, crowns, or moves a man for good?
    bool is_reversible(const ProofPosition& before, const ProofPosition& after) const {
        if (before.men == after.men) return before.count() == after.count();
        return men_return_ && before.men[0].size() == after.men[0].size() &&
               before.men[1].size() == after.men[1].size() && before.count() == after.count();
    }

    // Does the child stand in the line already? Only moves that can be taken back lead there.
    bool repeats(const ProofPosition& parent, const Child& child) const {
        if (line_.size() > longest_line) return true;
        if (!is_reversible(parent, child.position)) return false;
        for (std::size_t i = line_.size(); i-- > 0;) {
            if (line_[i].hash == child.hash) return true;
            if (!line_[i].reversible) return false;
        }
        return false;
    }

    // What other lines and threads have found out meanwhile.
    void refresh(std::size_t first, std::size_t searched) {
        for (std::size_t i = first; i < children_.size(); ++i) {
            Child& child = children_[i];
            if (i == searched || child.fixed || child.numbers.solved()) continue;
            if (const auto found = search_.table_.find(child.hash)) child.numbers = *found;
        }
    }

    // `theirs` of a node is not the sum over its children but their maximum and one more for each other
    // child: in a graph where lines meet, sums count the same leaves again and again (weak proof numbers,
    // Ueda et al.).
    Choice choose(std::size_t first, const View& view) const {
        Choice choice;
        std::uint32_t mine = infinity;
        std::uint32_t best = infinity;
        std::uint32_t theirs = 0;
        std::uint32_t open = 0;
        std::uint32_t win_rank = infinity;  // least, of proved children
        std::uint32_t worst_rank = 0;       // largest
        for (std::size_t i = first; i < children_.size(); ++i) {
            const ProofNumbers& n = children_[i].numbers;
            if (n.proved()) {
                win_rank = std::min(win_rank, n.rank);
                worst_rank = std::max(worst_rank, n.rank);
            }
            mine = std::min(mine, view.mine(n));
            if (view.theirs(n) == 0) continue;  // fails for the side to move
            theirs = std::max(theirs, view.theirs(n));
            ++open;
            const std::uint32_t wanted = shunned(children_[i], view.mine(n));
            if (wanted < best) {
                choice.second = best;
                best = wanted;
                choice.best = i - first;
            } else {
                choice.second = std::min(choice.second, wanted);
            }
        }
        if (mine == 0) {
            choice.numbers = view.attacks ? ProofNumbers::win(win_rank + 1) : ProofNumbers::no_win();
        } else if (open == 0) {
            choice.numbers = view.attacks ? ProofNumbers::no_win() : ProofNumbers::win(worst_rank);
        } else {
            choice.others = open - 1;
            choice.numbers =
                view.numbers(std::min(mine, infinity - 1), limited(std::uint64_t{theirs} + open - 1));
        }
        return choice;
    }

    // A child below which other threads are looks worse by a half for each.
    std::uint32_t shunned(const Child& child, std::uint32_t mine) const {
        if (!shy_) return mine;
        const std::uint32_t others = search_.crowd_[child.hash % crowd_size].load(std::memory_order_relaxed);
        return limited(mine + std::uint64_t{others} * (mine / 2 + 1));
    }

    ProofSearch& search_;
    Color attacker_;
    bool shy_;
    bool men_return_;
    std::uint64_t most_nodes_;
    std::vector<Step> line_;
    std::vector<Child> children_;  // of all nodes of the line
    ProofPositions after_;
    std::uint64_t fresh_ = 0;   // nodes not yet reported
    std::uint64_t worked_ = 0;  // nodes of this thread
};

ProofSearch::ProofSearch(const ProofGame& game, ProofTable& table, const KnownWins& wins, int threads,
                         ProofBudget budget, ProofTick tick)
    : game_{game},
      start_{game.rules(), game.shape()},
      table_{table},
      wins_{wins},
      threads_{threads},
      budget_{std::move(budget)},
      tick_{std::move(tick)},
      started_{now()},
      crowd_{std::make_unique<std::atomic<std::uint8_t>[]>(crowd_size)} {}

double ProofSearch::seconds() const { return now() - started_; }

void ProofSearch::fail_with(Error error) {
    const std::lock_guard lock{mutex_};
    if (!trouble_) trouble_ = std::move(error);
    halt_ = true;
}

void ProofSearch::check_budget() {
    if (budget_.stop && budget_.stop())
        return fail_with({ErrorKind::interrupted, "the search was stopped", {}});
    if (budget_.nodes > 0 && nodes() - earlier_nodes_ >= budget_.nodes) {
        return fail_with(
            {ErrorKind::limit, "no answer within " + std::to_string(budget_.nodes) + " nodes", {}});
    }
    const double at = now();
    if (budget_.seconds > 0 && at - started_ >= budget_.seconds) {
        return fail_with({ErrorKind::limit, "no answer within the time allowed", {}});
    }
    if (break_.seconds > 0 && at >= break_at_) {
        break_due_ = true;
        halt_ = true;
    }
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock || !tick_ || at - ticked_ < tick_interval) return;
    ticked_ = at;
    tick_(nodes(), root_);
}

void ProofSearch::note_root(const ProofNumbers& numbers) {
    const std::lock_guard lock{mutex_};
    root_ = numbers;
}

void ProofSearch::set_break(ProofBreak rest) {
    break_ = std::move(rest);
    break_at_ = now() + break_.seconds;
}

void ProofSearch::take_break() {
    const double begin = now();
    break_.during();
    const double end = now();
    break_at_ = end + std::max(break_.seconds, least_work_to_break * (end - begin));
}

Result<ProofNumbers> ProofSearch::run(const ProofPosition& root, Color attacker) {
    while (true) {
        const auto found = run_to_break(root, attacker);
        if (!found) return fail(found.error());
        if (*found) return **found;
        take_break();
    }
}

Result<std::optional<ProofNumbers>> ProofSearch::run_to_break(const ProofPosition& root, Color attacker) {
    trouble_.reset();
    halt_ = false;
    break_due_ = false;
    root_ = {};
    const std::uint64_t hash = proof_hash(root, attacker);
    check_budget();
    if (trouble_) return fail(*trouble_);
    // Most searches that a certificate asks for are done before other threads are awake.
    const ProofNumbers alone = Worker{*this, attacker, false, nodes_alone}.run(root, hash);
    if (alone.solved()) return alone;
    if (trouble_) return fail(*trouble_);
    std::optional<ProofNumbers> answer;
    threads_.ranges(static_cast<std::size_t>(threads_.count()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !halt_; ++i) {
            Worker worker{*this, attacker, threads_.count() > 1, 0};
            const ProofNumbers numbers = worker.run(root, hash);
            if (!numbers.solved()) continue;
            const std::lock_guard lock{mutex_};
            if (!answer || numbers.proved()) answer = numbers;
            halt_ = true;
        }
    });
    if (answer) return answer;
    if (trouble_) return fail(*trouble_);
    if (break_due_) return std::nullopt;
    return fail(ErrorKind::limit, "the search came to no answer");
}

}  // namespace damier
