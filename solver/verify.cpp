#include "solver/verify.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace damier {

namespace {

// A share of the ranks, the same on every machine: those whose mixed bits (the finaliser of splitmix64) are
// small.
inline bool sampled(std::uint64_t rank, double share) {
    if (share >= 1) return true;
    std::uint64_t bits = rank + 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
    return static_cast<double>(bits >> 11) * 0x1p-53 < share;
}

template <class Set, Metric M>
class SliceVerifier {
public:
    SliceVerifier(const BoardGame<Set>& game, TableSet& tables, const Slice& slice,
                  const VerifyOptions& options)
        : game_{game},
          prober_{game, tables},
          ranking_{game.board(), slice, game.variant_rules().king_run_limit},
          options_{options} {
        result_.slice = slice;
    }

    Result<SliceVerification<Set>> run(const TableFile& file, const StopRequest& stop,
                                       const ValuesDone& done) {
        constexpr std::uint64_t chunk = 4096;
        for (const TableSection& section : file.header().sections) {
            const std::uint64_t chunks = (section.values + chunk - 1) / chunk;
            options_.threads.ranges(chunks, 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    if (failed_.load(std::memory_order_relaxed)) return;
                    if (stop && stop()) {
                        give_up({ErrorKind::interrupted, "stopped while verifying", {}});
                        return;
                    }
                    const std::uint64_t first = i * chunk;
                    const std::uint64_t last = std::min(section.values, first + chunk);
                    check(section.side_to_move, first, last, section.values / 2);
                    if (done) done(last - first);
                }
            });
            if (error_) return fail(*error_);
        }
        std::sort(wrong_.begin(), wrong_.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < std::min<std::size_t>(wrong_.size(), 10); ++i) {
            result_.examples.push_back(wrong_[i].second);
        }
        result_.wrong = wrong_total_;
        result_.checked = checked_total_;
        return result_;
    }

private:
    // `always` is in every sample: of no section nothing is checked.
    void check(Color to_move, std::uint64_t first, std::uint64_t last, std::uint64_t always) {
        std::uint64_t checked = 0;
        for (std::uint64_t rank = first; rank < last; ++rank) {
            if (rank != always && !sampled(rank, options_.sample)) continue;
            const Position<Set> position = ranking_.unrank(to_move, rank);
            ++checked;
            const auto stored = prober_.probe(position);
            const auto recomputed = from_successors(position);
            if (!stored || !recomputed) return give_up(stored ? recomputed.error() : stored.error());
            if (*stored != *recomputed) {
                const std::lock_guard lock{mutex_};
                ++wrong_total_;
                if (wrong_.size() < 1000) {
                    wrong_.push_back({{to_move, rank},
                                      {position, metric_value<M>(*stored), metric_value<M>(*recomputed)}});
                }
            }
        }
        checked_total_ += checked;
    }

    // One ply of search, whatever the prober would do.
    Result<typename M::Value> from_successors(const Position<Set>& position) const {
        const MoveList<Set> moves = game_.moves(position);
        if (moves.empty())
            return M::without_move(game_.variant_rules(), position.pieces(position.to_move).empty());
        std::optional<typename M::Value> best;
        for (const Move<Set>& move : moves) {
            const Position<Set> reached = game_.apply(position, move);
            const auto after = prober_.probe(reached);
            if (!after) return after;
            const auto value = M::after_move(*after, prober_.ply(position, move, reached));
            if (!best || M::better(value, *best)) best = value;
        }
        return *best;
    }

    void give_up(Error error) {
        const std::lock_guard lock{mutex_};
        if (!error_) error_ = std::move(error);
        failed_ = true;
    }

    const BoardGame<Set>& game_;
    Prober<Set, M> prober_;
    SliceRanking<Set> ranking_;
    VerifyOptions options_;
    std::mutex mutex_;
    std::optional<Error> error_;
    std::atomic<bool> failed_{false};
    std::atomic<std::uint64_t> checked_total_{0};
    std::uint64_t wrong_total_ = 0;
    std::vector<std::pair<std::pair<Color, std::uint64_t>, WrongValue<Set>>> wrong_;
    SliceVerification<Set> result_;
};

}  // namespace

template <class Set, Metric M>
Result<SliceVerification<Set>> verify_slice(const BoardGame<Set>& game, TableSet& tables, const Slice& slice,
                                            const VerifyOptions& options, const StopRequest& stop,
                                            const ValuesDone& done) {
    const Result<const CachedTable*> table = tables.table(slice);
    if (!table) return fail(table.error());
    if (auto whole = (*table)->file().verify_all(); !whole) return fail(whole.error());
    return SliceVerifier<Set, M>{game, tables, slice, options}.run((*table)->file(), stop, done);
}

#define DAMIER_VERIFY(Set, M)                                                                        \
    template Result<SliceVerification<Set>> verify_slice<Set, M>(const BoardGame<Set>&, TableSet&,   \
                                                                 const Slice&, const VerifyOptions&, \
                                                                 const StopRequest&, const ValuesDone&);
#define DAMIER_VERIFIES(M)        \
    DAMIER_VERIFY(SquareSet64, M) \
    DAMIER_VERIFY(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_VERIFIES)

}  // namespace damier
