// Tables for tests: built in a folder, looked up through the public prober, and held against the naive
// solver, which shares no code with them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "egtb/prober.hpp"
#include "egtb/table_file.hpp"
#include "rules/variants.hpp"
#include "solver/build.hpp"
#include "solver/value_cells.hpp"
#include "solver/verify.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/any_variant.hpp"
#include "tests/support/naive_solver.hpp"
#include "tests/support/temporary_folder.hpp"

namespace damier::test {

// The board of a variant, or another one in its colouring: "6x6".
template <Variant V>
BoardShape board_for(std::string_view size = {}) {
    return board_of(V::rules, size).value();
}

// Keeps what a build tells.
struct BuildLog : BuildObserver {
    std::vector<std::string> kept_slices, published_slices, phases;  // "restore KvK"
    std::map<std::string, Error> replaced_slices;                    // the reason
    std::uint64_t values = 0;                                        // of all phases
    BuildPlan plan;

    void planned(const BuildPlan& p) override { plan = p; }
    void kept(const PlannedSlice& p) override { kept_slices.push_back(p.slice.name()); }
    void replaced(const PlannedSlice& p, const Error& why) override {
        replaced_slices.emplace(p.slice.name(), why);
    }
    void started(const PlannedSlice& p, std::string_view phase) override {
        phases.push_back(std::string{phase} + " " + p.slice.name());
    }
    void advanced(std::uint64_t more) override { values += more; }
    void published(const PlannedSlice& p, std::uint64_t, double) override {
        published_slices.push_back(p.slice.name());
    }
};

// `options` with the folder and the pieces set.
template <class Set, Metric M = WldMetric>
Result<BuildReport> build(const BoardGame<Set>& game, const std::filesystem::path& folder, int pieces,
                          BuildObserver& log, BuildOptions options = {}, const StopRequest& stop = {}) {
    options.folder = folder;
    options.pieces = pieces;
    const PositionText<Set> text = [&](const Position<Set>& position) {
        return oracle::to_fen(naive_state(oracle::variant_named(std::string{game.variant_rules().name}),
                                          game.board().shape(),
                                          picture_of(position, game.board().squares())));
    };
    return build_tables<Set, M>(game.board(), game.variant_rules(), options, text, log, stop);
}

inline BuildOptions with_threads(int threads, Effort effort = Effort::fast) {
    BuildOptions options;
    options.threads = threads;
    options.effort = effort;
    return options;
}

// A table file taken apart; put together again it has right checksums, whatever was changed.
struct TableParts {
    TableHeader header;
    std::vector<std::vector<std::uint8_t>> symbols;  // by section
    std::vector<SideSummary> summaries;
};
TableParts take_apart(const std::filesystem::path& file);
// Replaces what has that name, which may be another name than the header asks for.
void put_together(const TableParts& parts, const std::filesystem::path& file);

// The tables in a folder, as a program opens them.
template <class Set, Metric M>
class AnyTables {
public:
    AnyTables(const Rules& rules, const BoardShape& shape, std::filesystem::path folder,
              std::size_t cache_bytes = default_cache_bytes, std::shared_ptr<const CountedRules> counted = {})
        : chosen_{make_game<Set>(rules, shape)},
          game_{*chosen_},
          folder_{std::move(folder)},
          set_{TableIdentity::of(rules, shape, M::name, std::move(counted)), {folder_}, cache_bytes},
          prober_{game_, set_} {}
    AnyTables(const AnyTables&) = delete;
    AnyTables& operator=(const AnyTables&) = delete;

    const BoardGame<Set>& game() const { return game_; }
    TableSet& set() { return set_; }
    const Prober<Set, M>& prober() const { return prober_; }
    const BoardShape& shape() const { return game_.board().shape(); }
    std::string file_name(const Slice& slice) const { return set_.identity().file_name(slice); }
    std::filesystem::path path(const Slice& slice) const { return folder_ / file_name(slice); }

    // FEN for messages.
    std::string text(const Position<Set>& position) const {
        return oracle::to_fen(naive_state(oracle::variant_named(std::string{game_.variant_rules().name}),
                                          shape(), picture_of(position, shape().squares())));
    }

private:
    std::unique_ptr<const BoardGame<Set>> chosen_;
    const BoardGame<Set>& game_;
    std::filesystem::path folder_;
    TableSet set_;
    Prober<Set, M> prober_;
};

template <Variant V, class Set = OfficialSet<V>, Metric M = WldMetric>
class Tables : public AnyTables<Set, M> {
public:
    Tables(const BoardShape& shape, std::filesystem::path folder,
           std::size_t cache_bytes = default_cache_bytes)
        : AnyTables<Set, M>{V::rules, shape, std::move(folder), cache_bytes} {}
};

// The same, built first, in a folder that goes with them.
template <class Set, Metric M>
class AnyBuiltTables : ScratchFolder, public AnyTables<Set, M> {
public:
    AnyBuiltTables(const Rules& rules, const BoardShape& shape, int pieces,
                   const BuildOptions& options = with_threads(2),
                   std::size_t cache_bytes = default_cache_bytes)
        : AnyTables<Set, M>{rules, shape, ScratchFolder::path(), cache_bytes, options.counted} {
        BuildLog log;
        const auto report = build<Set, M>(this->game(), ScratchFolder::path(), pieces, log, options);
        EXPECT_TRUE(report) << report.error().message;
    }
    const std::filesystem::path& folder() const { return ScratchFolder::path(); }
    using AnyTables<Set, M>::path;
};
template <Variant V, class Set = OfficialSet<V>, Metric M = WldMetric>
class BuiltTables : public AnyBuiltTables<Set, M> {
public:
    BuiltTables(const BoardShape& shape, int pieces, const BuildOptions& options = with_threads(2),
                std::size_t cache_bytes = default_cache_bytes)
        : AnyBuiltTables<Set, M>{V::rules, shape, pieces, options, cache_bytes} {}
};

inline oracle::NaiveSolver oracle_for(const Rules& rules, const BoardShape& shape, int pieces) {
    oracle::NaiveSolver solver{oracle::variant_named(std::string{rules.name}), shape.height, shape.width};
    solver.solve_up_to(pieces);
    return solver;
}
template <Variant V>
oracle::NaiveSolver oracle_for(const BoardShape& shape, int pieces) {
    return oracle_for(V::rules, shape, pieces);
}

inline Slice slice_of(const oracle::Material& m) { return Slice::of(m[0], m[1], m[2], m[3]); }

inline Wld wld_of(char naive_value) {
    return naive_value == 'W' ? Wld::win : naive_value == 'L' ? Wld::loss : Wld::draw;
}

// The definition of rule R1, by the moves: the side to move has no capture, the other side threatens one, and
// after every move the other side captures, or the side that moved threatens nothing.
template <class Set>
bool free_by_r1(const BoardGame<Set>& game, const Position<Set>& position) {
    if (game.can_capture(position) || !game.can_capture(position, !position.to_move)) return false;
    for (const auto& move : game.moves(position)) {
        const auto after = game.apply(position, move);
        if (!game.can_capture(after) && game.can_capture(after, position.to_move)) return false;
    }
    return true;
}

struct Comparison {
    std::uint64_t positions = 0;
    std::uint64_t captures = 0;    // the side to move can capture
    std::uint64_t free_by_r1 = 0;  // free though it cannot
    std::uint64_t stored = 0;      // all the others
    std::uint64_t wrong = 0;
    std::string first_wrong;
};

// Probes every position that the oracle has solved: both colours of every slice, both sides to move.
template <class Set, Metric M>
Comparison compare(const AnyTables<Set, M>& tables, const oracle::NaiveSolver& solver) {
    Comparison result;
    for (const oracle::Material& m : solver.solved()) {
        solver.for_each(m[0], m[1], m[2], m[3], [&](const oracle::NaiveState& state, char value, int plies) {
            const auto position = position_of<Set>(picture_of(state));
            const auto probed = tables.prober().probe(position);
            ++result.positions;
            if (tables.game().can_capture(position)) {
                ++result.captures;
            } else if (free_by_r1(tables.game(), position)) {
                ++result.free_by_r1;
            } else {
                ++result.stored;
            }
            if (probed && M::result(*probed) == wld_of(value)) {
                // The oracle knows plies to the end.
                if (!std::is_same_v<M, DtwMetric> ||
                    M::plies(*probed).value_or(-1) == static_cast<std::uint32_t>(plies))
                    return;
            }
            if (++result.wrong == 1) {
                result.first_wrong = oracle::to_fen(state) + " is " + std::string{name(wld_of(value))} +
                                     " in " + std::to_string(plies) + ", probed: " +
                                     (probed ? std::string{name(M::result(*probed))} + " in " +
                                                   std::to_string(M::plies(*probed).value_or(0))
                                             : probed.error().message);
            }
        });
    }
    return result;
}

// The footers' counts are the oracle's.
template <class Set, Metric M>
void expect_oracle_counts(AnyTables<Set, M>& tables, const oracle::NaiveSolver& solver) {
    std::size_t compared = 0;
    for (const oracle::Material& m : solver.solved()) {
        const Slice slice = slice_of(m);
        if (!slice.canonical()) continue;
        const auto table = tables.set().table(slice);
        if (!table) {  // no placement fits on a board so small
            EXPECT_EQ(solver.counts(m, 'w').positions, 0u) << table.error().message;
            continue;
        }
        const auto& summaries = (*table)->file().footer().summaries;
        EXPECT_EQ(summaries.size(), slice.symmetric() ? 1u : 2u) << slice.name();
        for (const SideSummary& summary : summaries) {
            const auto counts = solver.counts(m, summary.side_to_move == Color::white ? 'w' : 'b');
            EXPECT_EQ(summary.wins, counts.wins) << slice.name();
            EXPECT_EQ(summary.losses, counts.losses) << slice.name();
            EXPECT_EQ(summary.draws, counts.draws) << slice.name();
            EXPECT_EQ(summary.longest_win.has_value(), M::alphabet == 0 && counts.wins > 0) << slice.name();
            EXPECT_EQ(summary.longest_loss.has_value(), M::alphabet == 0 && counts.losses > 0)
                << slice.name();
            if (std::is_same_v<M, DtwMetric>) {
                const auto plies = [](const auto& line) { return line ? static_cast<int>(line->plies) : -1; };
                EXPECT_EQ(plies(summary.longest_win), counts.longest_win) << slice.name();
                EXPECT_EQ(plies(summary.longest_loss), counts.longest_loss) << slice.name();
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 0u);
}

// verify_slice finds every table in order; the number of tables.
template <class Set, Metric M>
std::size_t expect_verified(AnyTables<Set, M>& tables, double sample = 1) {
    const std::vector<Slice> present = tables.set().present();
    for (const Slice& slice : present) {
        std::uint64_t values = 0;
        const auto verified = verify_slice<Set, M>(tables.game(), tables.set(), slice, {2, sample}, {}, {});
        if (!verified) {
            ADD_FAILURE() << slice.name() << ": " << verified.error().message;
            continue;
        }
        for (const auto& section : tables.set().table(slice).value()->file().header().sections) {
            values += section.values;
        }
        EXPECT_EQ(verified->wrong, 0u) << slice.name();
        EXPECT_TRUE(verified->examples.empty()) << slice.name();
        if (sample >= 1) {
            EXPECT_EQ(verified->checked, values) << slice.name();
        }
    }
    return present.size();
}

// Slices solved in memory, without files.
template <class Set, Metric M>
class AnyMemorySolver {
public:
    using Cell = typename M::Code;

    AnyMemorySolver(const Rules& rules, const BoardShape& shape, int threads = 2,
                    const CountedRules* counted = nullptr)
        : rules_{rules},
          counted_{counted},
          chosen_{make_game<Set>(rules, shape)},
          game_{*chosen_},
          axes_{game_.board(), rules},
          threads_{threads} {}
    AnyMemorySolver(const AnyMemorySolver&) = delete;
    AnyMemorySolver& operator=(const AnyMemorySolver&) = delete;

    const BoardGame<Set>& game() const { return game_; }
    AxisCache<Set>& axes() { return axes_; }
    const ValueStore<Set, Cell>& store() const { return store_; }

    // A canonical slice, after those that it leads to.
    const SliceValues<Set, Cell>& solve(const Slice& slice) {
        if (const auto* known = store_.find(slice)) return *known;
        for (const Slice& next : successors(rules_, slice)) solve(next);
        SliceValues<Set, Cell> values{std::make_shared<const SliceLayout<Set>>(axes_, slice)};
        SolveOptions options;
        options.threads = threads_;
        options.counted = counted_;
        EXPECT_TRUE((solve_slice<Set, M>(game_.board(), rules_, store_, values, options)));
        if (!slice.symmetric()) store_.put(color_swapped(axes_, values, threads_));
        store_.put(std::move(values));
        return *store_.find(slice);
    }

    // Of a position of a slice that is solved, in either colour.
    typename M::Value value(const Position<Set>& position) const {
        return M::value_of_code(rules_, code_of(store_.find(Slice::of(position))->at(position)));
    }

private:
    const Rules& rules_;
    const CountedRules* counted_;
    std::unique_ptr<const BoardGame<Set>> chosen_;
    const BoardGame<Set>& game_;
    AxisCache<Set> axes_;
    ValueStore<Set, Cell> store_;
    int threads_;
};
template <Variant V, class Set = OfficialSet<V>, Metric M = WldMetric>
class MemorySolver : public AnyMemorySolver<Set, M> {
public:
    explicit MemorySolver(const BoardShape& shape, int threads = 2)
        : AnyMemorySolver<Set, M>{V::rules, shape, threads} {}
};

// Everything at once: tables of so many pieces against the oracle, the footers, and the verifier.
template <class Set, Metric M = WldMetric>
Comparison expect_equals_oracle(const Rules& rules, const BoardShape& shape,
                                const oracle::NaiveSolver& solver, int pieces) {
    AnyBuiltTables<Set, M> tables{rules, shape, pieces};
    const Comparison result = compare(tables, solver);
    EXPECT_EQ(result.wrong, 0u) << rules.name << " " << shape.name() << ": " << result.first_wrong;
    EXPECT_GT(result.positions, 0u);
    EXPECT_GT(result.captures, 0u);
    EXPECT_GT(result.stored, 0u);
    expect_oracle_counts(tables, solver);
    EXPECT_GT(expect_verified(tables), 0u);
    return result;
}
template <Variant V, class Set = OfficialSet<V>, Metric M = WldMetric>
Comparison expect_equals_oracle(const BoardShape& shape, const oracle::NaiveSolver& solver, int pieces) {
    return expect_equals_oracle<Set, M>(V::rules, shape, solver, pieces);
}

}  // namespace damier::test
