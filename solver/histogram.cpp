#include "solver/histogram.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

namespace damier {

namespace {

void add(std::vector<std::uint64_t>& counts, const std::vector<std::uint64_t>& more) {
    counts.resize(std::max(counts.size(), more.size()));
    std::transform(more.begin(), more.end(), counts.begin(), counts.begin(), std::plus<>{});
}

void count(std::vector<std::uint64_t>& counts, std::size_t plies) {
    if (plies >= counts.size()) counts.resize(plies + 1);
    ++counts[plies];
}

}  // namespace

Histogram& Histogram::operator+=(const Histogram& more) {
    draws += more.draws;
    endless_wins += more.endless_wins;
    endless_losses += more.endless_losses;
    add(wins, more.wins);
    add(losses, more.losses);
    return *this;
}

template <class Set, Metric M>
Result<std::vector<Histogram>> histogram(const BoardGame<Set>& game, TableSet& tables, const Slice& slice,
                                         Threads threads, const StopRequest& stop, const ValuesDone& done) {
    const Result<const CachedTable*> table = tables.table(slice);
    if (!table) return fail(table.error());
    const Prober<Set, M> prober{game, tables};
    const SliceRanking<Set> ranking{game.board(), slice, game.variant_rules().king_run_limit};
    std::mutex mutex;
    std::optional<Error> error;
    std::vector<Histogram> all;
    for (const TableSection& section : (*table)->file().header().sections) {
        Histogram whole;
        whole.side_to_move = section.side_to_move;
        constexpr std::uint64_t chunk = 4096;
        threads.ranges((section.values + chunk - 1) / chunk, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                Histogram part;
                std::optional<Error> failed;
                if (stop && stop()) failed = Error{ErrorKind::interrupted, "stopped while counting", {}};
                const std::uint64_t last = std::min(section.values, (i + 1) * chunk);
                for (std::uint64_t rank = i * chunk; rank < last && !failed; ++rank) {
                    const auto value = prober.probe(ranking.unrank(section.side_to_move, rank));
                    if (!value) {
                        failed = value.error();
                        break;
                    }
                    const Wld result = M::result(*value);
                    const std::optional<std::size_t> plies = M::plies(*value);
                    if (result == Wld::draw) {
                        ++part.draws;
                    } else if (M::under_draw_rules && !plies) {
                        ++(result == Wld::win ? part.endless_wins : part.endless_losses);
                    } else {
                        count(result == Wld::win ? part.wins : part.losses, plies.value_or(0));
                    }
                }
                const std::lock_guard lock{mutex};
                if (failed && !error) error = std::move(failed);
                if (error) return;
                whole += part;
                if (done) done(last - i * chunk);
            }
        });
        if (error) return fail(std::move(*error));
        all.push_back(std::move(whole));
    }
    return all;
}

#define DAMIER_HISTOGRAM(Set, M)                               \
    template Result<std::vector<Histogram>> histogram<Set, M>( \
        const BoardGame<Set>&, TableSet&, const Slice&, Threads, const StopRequest&, const ValuesDone&);
#define DAMIER_HISTOGRAMS(M)         \
    DAMIER_HISTOGRAM(SquareSet64, M) \
    DAMIER_HISTOGRAM(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_HISTOGRAMS)

}  // namespace damier
