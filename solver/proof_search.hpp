// Depth-first proof-number search: does the attacker win from a position?
//
// "Proved" is never wrong but for an equal hash: a proof is a finite tree. "Disproved" may be: a position
// that repeats one of the line to it counts as no win, and the table hands that on to other lines on which it
// does not repeat (the graph-history interaction). The caller settles it: a hold is believed when its records
// are closed (solver/hold_builder.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "rules/result.hpp"
#include "solver/parallel.hpp"
#include "solver/proof_start.hpp"
#include "solver/proof_table.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Positions from which the attacker is known to win, whatever the table says.
class KnownWins {
public:
    virtual ~KnownWins() = default;
    virtual bool contains(const ProofPosition& position) const = 0;
    virtual bool empty() const = 0;
};

// What ends a search without an answer. Shared by all searches of one command.
struct ProofBudget {
    StopRequest stop = {};
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = 0;       // 0: no limit
};

// A break of all threads every so often, in which nobody uses the table: a moment to save it. The next one is
// put off where it takes long, so that nearly all of the time is for the search.
struct ProofBreak {
    double seconds = 0;  // between two of them; 0: never
    std::function<void()> during = {};
};

// Called from one thread at a time, a few times a second.
using ProofTick = std::function<void(std::uint64_t nodes, const ProofNumbers& root)>;

class ProofSearch {
public:
    // All must outlive the search.
    ProofSearch(const ProofGame& game, ProofTable& table, const KnownWins& wins, int threads,
                ProofBudget budget, ProofTick tick);

    // The numbers of `root`, which are solved: proved, or disproved as far as this search knows. The game
    // must not be over at `root`, and no table have it. Errors: ErrorKind::interrupted, ErrorKind::limit,
    // those of the game.
    Result<ProofNumbers> run(const ProofPosition& root, Color attacker);

    void set_break(ProofBreak rest);

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    // Of an earlier run; the budget is for what comes after them.
    void add_nodes(std::uint64_t nodes) {
        nodes_ += nodes;
        earlier_nodes_ += nodes;
    }
    double seconds() const;  // since this object was made

private:
    class Worker;
    void check_budget();
    // Nothing where a break came first.
    Result<std::optional<ProofNumbers>> run_to_break(const ProofPosition& root, Color attacker);
    void take_break();
    void fail_with(Error error);
    void note_root(const ProofNumbers& numbers);

    const ProofGame& game_;
    ProofStart start_;
    ProofTable& table_;
    const KnownWins& wins_;
    Threads threads_;
    ProofBudget budget_;
    ProofTick tick_;
    double started_;

    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t earlier_nodes_ = 0;
    std::atomic<bool> halt_{false};  // all workers come back
    std::atomic<bool> break_due_{false};
    ProofBreak break_;
    double break_at_ = 0;
    std::mutex mutex_;
    double ticked_ = 0;             // guarded, as the next two
    ProofNumbers root_;             // as a thread last saw them; the table may have lost them
    std::optional<Error> trouble_;  // why there is no answer
    // How many threads are below a position (by some bits of its hash): the others prefer another way.
    static constexpr std::size_t crowd_size = 1u << 14;
    std::unique_ptr<std::atomic<std::uint8_t>[]> crowd_;
};

}  // namespace damier
