#include "solver/build.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <system_error>

#include "egtb/metric.hpp"
#include "egtb/ranking.hpp"
#include "solver/bit_solver.hpp"
#include "solver/memory_text.hpp"
#include "solver/slice_graph.hpp"

namespace damier {

namespace {

template <class Set>
std::uint64_t axis_count(const Board<Set>& board, const Rules& rules, const Slice& slice, Color c) {
    const std::uint64_t sets = slice.kings_of(c) > 0 ? binomial(board.squares(), slice.kings_of(c))
                                                     : binomial(board.man_squares(c).size(), slice.men_of(c));
    return checked_product(sets,
                           static_cast<std::uint64_t>(KingRuns{rules.king_run_limit, slice, c}.count()));
}

// What the arrays of a slice take in memory, both sides to move.
template <class Set>
std::uint64_t memory_of(const Board<Set>& board, const Rules& rules, const Slice& slice, std::uint64_t cell) {
    std::array<int, 2> outside{};
    for (Color c : both_colors) outside[index(c)] = slice.kings_of(c) > 0 ? slice.men_of(c) : 0;
    const SliceRanking<Set> men{board, Slice::of(outside[0], 0, outside[1], 0)};
    return checked_product(2 * cell * men.men_configurations(),
                           checked_product(axis_count(board, rules, slice, Color::white),
                                           axis_count(board, rules, slice, Color::black)));
}

// Scratch of what is solved at a time: cells in three arrays and two of bytes, of both sides. Blocks of
// the men that sideways steps connect are solved together, at most those of men each free on a row of its
// own.
template <class Set>
std::uint64_t scratch_of(const Board<Set>& board, const Rules& rules, const Slice& slice,
                         std::uint64_t cell) {
    std::uint64_t bytes = 2 * (3 * cell + 2);
    for (Color c : both_colors) {
        const bool kings = slice.kings_of(c) > 0;
        bytes = checked_product(bytes, axis_count(board, rules, slice, c));
        if (!kings || !men_step_sideways(rules)) continue;
        for (int i = 0; i < slice.men_of(c); ++i)
            bytes = checked_product(bytes, static_cast<std::uint64_t>(board.shape().width));
    }
    return bytes;
}

// The same without writing.
double values_solved_a_second(const Rules& rules, SolverKind solver) {
    const bool one_step = rules.king_range == KingRange::one_step;
    if (solver == SolverKind::row) return one_step ? 30e6 : 7e6;
    return one_step ? 150e6 : 80e6;
}

// Value files of cells are read, and turned to the other colour, some 17 times as fast as values are solved
// and written (English, 5 pieces); they hold at most about a bit a value.
constexpr double values_read_a_second = 170e6;
constexpr double bits_of_value_file = 1;
// Bytes of tiles that are unpacked and turned to the other colour, a second.
constexpr double tile_bytes_read_a_second = 1e9;
// Bytes in memory that are packed for a value file, a second (English, 5 pieces). What the disk takes to
// write that is not in it.
constexpr double bytes_saved_a_second = 390e6;

// What a slice takes by one of the solvers: while it is kept, in both colours; and beside that while it is
// solved.
template <class Set>
struct Memory {
    const Board<Set>& board;
    const Rules& rules;
    std::string_view metric;
    SolverKind solver;
    std::uint64_t cell;

    std::uint64_t kept(const Slice& slice) const {
        const auto own = [this](const Slice& s) {
            return solver == SolverKind::bit ? tile_memory(board, metric, s)
                                             : memory_of(board, rules, s, cell);
        };
        return slice.symmetric() ? own(slice) : checked_sum(own(slice), own(slice.color_swapped()));
    }
    std::uint64_t besides(const Slice& slice) const {
        if (solver == SolverKind::row) return scratch_of(board, rules, slice, cell);
        return checked_sum(cells_at_a_time(slice), tile_scratch(board, metric, slice));
    }
    // With what kept(slice) is.
    void when_short(PlannedSlice& planned) const {
        planned.packed = planned.arrays;
        if (solver == SolverKind::row) return;
        planned.packed = planned.arrays / packing;
        planned.spills = true;
        const bool turned = !planned.slice.symmetric();
        const Slice other = planned.slice.color_swapped();
        const std::uint64_t page = tile_page(board, metric, planned.slice);
        // A move of a man, which may capture, leads from a page to so many others, about.
        const std::uint64_t pages = 2 * static_cast<std::uint64_t>(planned.slice.men_of(Color::white) +
                                                                   planned.slice.men_of(Color::black) + 1);
        planned.window = tile_window(board, metric, planned.slice);
        planned.least_window = std::min(planned.window, checked_product(pages + 2, page));
        // One of three planes, which the other side's move leads to; of distances more than a third.
        const std::uint64_t planes = metric == WldMetric::name ? 3 : 2;
        planned.entered =
            checked_sum(planned.window, turned ? tile_window(board, metric, other) : 0) / planes;
        planned.least_entered =
            std::min(planned.entered, checked_product(turned ? 2 * pages : pages, page) / planes);
    }

    // Of what is solved by planes of bits, which is what parts are handed on of.
    void when_divided(PlannedSlice& planned) const {
        if (solver != SolverKind::bit || metric != WldMetric::name) return;
        const auto sets = known_men_by_advance(board, planned.slice);
        for (std::size_t c = 0; c < 2; ++c) {
            planned.spread[c].assign(sets[c].begin(), sets[c].end());
            while (planned.spread[c].back() == 0) planned.spread[c].pop_back();
        }
    }
    // Of its value file.
    void when_handed_on(PlannedSlice& planned) const {
        if (solver == SolverKind::bit) {
            const std::uint64_t tiles = tile_memory(board, metric, planned.slice);
            // One of three planes is what a move of the other side leads to.
            planned.read_seconds = static_cast<double>(tiles) / 3 / tile_bytes_read_a_second;
            planned.save_seconds = static_cast<double>(tiles) / bytes_saved_a_second;
            planned.value_file = tiles / packing;
        } else {
            const auto cells = static_cast<double>(memory_of(board, rules, planned.slice, cell));
            planned.read_seconds = cells / values_read_a_second;
            planned.save_seconds = cells / bytes_saved_a_second;
            planned.value_file = static_cast<std::uint64_t>(cells * bits_of_value_file / 8);
        }
    }

private:
    // How much smaller tiles are when they are packed: see docs/measurements.md.
    static constexpr std::uint64_t packing = 5;

    // A table is written from cells of one side to move: of two blocks, or of a lot of small ones.
    std::uint64_t cells_at_a_time(const Slice& slice) const {
        const std::uint64_t block = checked_product(axis_count(board, rules, slice, Color::white),
                                                    axis_count(board, rules, slice, Color::black));
        const std::uint64_t some = checked_sum(checked_product(2 * cell, block), std::uint64_t{8} << 20);
        return std::min(memory_of(board, rules, slice, cell) / 2, some);
    }
};

// Bits a placement for both sides to move, by pieces: a little above docs/measurements.md, `normal`; six
// pieces are a guess.
double bits_a_placement(const Rules& rules, std::string_view metric, int pieces) {
    if (metric == DtwMetric::name) return 2.5;
    if (metric == DtzMetric::name || metric == RuleMetric::name) return 1;
    if (rules.king_range == KingRange::one_step)
        return pieces <= 3 ? 0.4 : pieces == 4 ? 0.16 : pieces == 5 ? 0.07 : 0.12;
    return pieces <= 3 ? 0.5 : pieces == 4 ? 0.2 : 0.15;
}

// Values a second of one thread, solved and written, of any metric: a guess on the slow side of
// docs/measurements.md.
double values_a_second(const Rules& rules) { return rules.king_range == KingRange::one_step ? 10e6 : 6e6; }

Error uncountable(const Slice& slice) {
    return {ErrorKind::limit, "slice " + slice.name() + " has more placements than 64 bits can count", {}};
}

void count_memory(BuildPlan& plan, const Rules& rules) {
    std::vector<std::size_t> all(plan.slices.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const SliceGraph graph{rules, plan};
    const std::vector<std::uint64_t> memory = graph.memory(all);
    const std::vector<std::uint64_t> enough = graph.enough_memory(all);
    const std::vector<std::uint64_t> least = graph.least_memory(all);
    for (const std::size_t i : all) {
        PlannedSlice& planned = plan.slices[i];
        planned.memory = memory[i];
        planned.enough_memory = std::min(memory[i], enough[i]);
        planned.least_memory = std::min(memory[i], least[i]);
        plan.peak_memory = std::max(plan.peak_memory, planned.memory);
        plan.enough_memory = std::max(plan.enough_memory, planned.enough_memory);
        plan.least_memory = std::max(plan.least_memory, planned.least_memory);
    }
}

}  // namespace

std::string too_little_memory(const BuildPlan& plan, std::uint64_t allowed) {
    return "this build " + too_little_memory(plan.least_memory, allowed, "--memory") +
           ", or ask for fewer pieces";
}

template <class Set>
Result<SolverKind> solver_for(const Board<Set>& board, const Rules& rules, std::string_view metric,
                              SolverKind asked) {
    const bool knows = metric == WldMetric::name || metric == DtwMetric::name || metric == DtzMetric::name;
    const bool able = knows && bit_solver_can(board, rules);
    if (asked == SolverKind::bit && !able) {
        return fail(ErrorKind::usage,
                    "the bit solver does not know " +
                        (knows ? "the rules of " + std::string{rules.name} + " on " + board.shape().name()
                               : "the metric " + std::string{metric}) +
                        "; the row solver does (--solver row, which is taken unless a solver is given)");
    }
    return able && asked != SolverKind::row ? SolverKind::bit : SolverKind::row;
}

template <class Set>
Result<BuildPlan> plan_build(const Board<Set>& board, const Rules& rules, std::string_view metric, int pieces,
                             const std::filesystem::path& folder, SolverKind asked) {
    const Result<std::uint64_t> cell = with_metric(
        metric, [](auto m) -> Result<std::uint64_t> { return sizeof(typename decltype(m)::type::Code); });
    if (!cell) return fail(cell.error());
    const Result<SolverKind> solver = solver_for(board, rules, metric, asked);
    if (!solver) return fail(solver.error());
    const Memory<Set> memory{board, rules, metric, *solver, *cell};
    const TableIdentity identity = TableIdentity::of(rules, board.shape(), metric);
    BuildPlan plan;
    std::vector<Slice> slices;
    for (const Slice& slice : slices_up_to(rules, pieces)) {
        if (fits(slice, board.squares(), board.promotion_row(Color::white).size())) slices.push_back(slice);
    }
    for (const Slice& slice : slices) {
        const SliceRanking<Set> ranking{board, slice, rules.king_run_limit};
        PlannedSlice planned;
        planned.slice = slice;
        planned.placements = ranking.placements();
        planned.values = checked_product(planned.placements, slice.symmetric() ? 1 : 2);
        planned.arrays = memory.kept(slice);
        planned.scratch = memory.besides(slice);
        memory.when_short(planned);
        if (planned.values == binomial_overflow ||
            checked_sum(planned.arrays, planned.scratch) == binomial_overflow) {
            return fail(uncountable(slice));
        }
        planned.disk = 512 + static_cast<std::uint64_t>(bits_a_placement(rules, metric, slice.pieces()) / 8 *
                                                        static_cast<double>(planned.values) / 2);
        std::error_code error;
        planned.present =
            !folder.empty() && std::filesystem::exists(folder / identity.file_name(slice), error);
        planned.seconds = static_cast<double>(planned.values) / values_a_second(rules);
        memory.when_handed_on(planned);
        memory.when_divided(planned);
        planned.solving = std::min(
            planned.seconds, static_cast<double>(planned.values) / values_solved_a_second(rules, *solver));
        if (!planned.present) plan.seconds += planned.seconds;
        plan.placements = checked_sum(plan.placements, planned.placements);
        plan.values = checked_sum(plan.values, planned.values);
        plan.disk = checked_sum(plan.disk, planned.disk);
        plan.slices.push_back(planned);
    }
    count_memory(plan, rules);
    for (const PlannedSlice& planned : plan.slices) {
        if (planned.memory == binomial_overflow) return fail(uncountable(planned.slice));
    }
    return plan;
}

BuildPlan part_of_plan(const BuildPlan& plan, const Rules& rules, const std::vector<Slice>& slices) {
    const std::set<Slice> wanted{slices.begin(), slices.end()};
    BuildPlan part;
    for (const PlannedSlice& planned : plan.slices) {
        if (!wanted.contains(planned.slice)) continue;
        part.placements = checked_sum(part.placements, planned.placements);
        part.values = checked_sum(part.values, planned.values);
        part.disk = checked_sum(part.disk, planned.disk);
        if (!planned.present) part.seconds += planned.seconds;
        part.slices.push_back(planned);
    }
    count_memory(part, rules);
    return part;
}

template Result<SolverKind> solver_for(const Board<SquareSet64>&, const Rules&, std::string_view, SolverKind);
template Result<BuildPlan> plan_build(const Board<SquareSet64>&, const Rules&, std::string_view, int,
                                      const std::filesystem::path&, SolverKind);
template Result<SolverKind> solver_for(const Board<SquareSet128>&, const Rules&, std::string_view,
                                       SolverKind);
template Result<BuildPlan> plan_build(const Board<SquareSet128>&, const Rules&, std::string_view, int,
                                      const std::filesystem::path&, SolverKind);

}  // namespace damier
