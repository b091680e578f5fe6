#include "solver/build.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "egtb/atomic_file.hpp"
#include "egtb/ranking.hpp"
#include "solver/build_impl.hpp"

namespace damier {

namespace {

// What the arrays of a slice take in memory, both sides to move.
template <class Set>
std::uint64_t memory_of(const Board<Set>& board, const Slice& slice) {
    std::array<int, 2> outside{};
    std::array<std::uint64_t, 2> axis{};
    for (Color c : both_colors) {
        const auto i = index(c);
        const bool kings = slice.kings_of(c) > 0;
        outside[i] = kings ? slice.men_of(c) : 0;
        axis[i] = kings ? binomial(board.squares(), slice.kings_of(c))
                        : binomial(board.man_squares(c).size(), slice.men_of(c));
    }
    const SliceRanking<Set> men{board, Slice::of(outside[0], 0, outside[1], 0)};
    return checked_product(2 * men.men_configurations(), checked_product(axis[0], axis[1]));
}

// Scratch of one block: accumulators, values, and values with flags, of both sides.
template <class Set>
std::uint64_t scratch_of(const Board<Set>& board, const Slice& slice) {
    return 3 * memory_of(board, Slice::of(slice.kings_of(Color::white) ? 0 : slice.men_of(Color::white),
                                          slice.kings_of(Color::white),
                                          slice.kings_of(Color::black) ? 0 : slice.men_of(Color::black),
                                          slice.kings_of(Color::black)));
}

// The tiles of a slice in both colours, as the bit-parallel solver holds them.
template <class Set>
std::uint64_t held_tiles(const Board<Set>& board, const Slice& slice) {
    const std::uint64_t own = tile_memory(board, slice);
    return slice.symmetric() ? own : checked_sum(own, tile_memory(board, slice.color_swapped()));
}

// Bits a placement for both sides to move, by pieces: a little above docs/measurements.md, `normal`; six
// pieces are a guess.
double bits_a_placement(const Rules& rules, int pieces) {
    if (rules.king_range == KingRange::one_step)
        return pieces <= 3 ? 0.4 : pieces == 4 ? 0.16 : pieces == 5 ? 0.07 : 0.12;
    return pieces <= 3 ? 0.5 : pieces == 4 ? 0.2 : 0.15;
}

// Values a second of one thread, solved and written: a guess on the slow side of docs/measurements.md.
double values_a_second(const Rules& rules) { return rules.king_range == KingRange::one_step ? 10e6 : 6e6; }

}  // namespace

std::string too_little_memory(const BuildPlan& plan, std::uint64_t allowed) {
    const auto mebibytes = [](std::uint64_t bytes) {
        return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB";
    };
    return "this build needs " + mebibytes(plan.peak_memory) + " of memory and may use " +
           mebibytes(allowed) + "; allow more with --memory, or ask for fewer pieces";
}

template <class Set>
Result<BuildPlan> plan_build(const Board<Set>& board, const Rules& rules, int pieces,
                             const std::filesystem::path& folder, SolverKind solver) {
    const bool bits = solver == SolverKind::bit && bit_solver_can(board, rules);
    const TableIdentity identity = TableIdentity::of(rules, board.shape(), WldMetric::name);
    BuildPlan plan;
    std::vector<Slice> slices;
    for (const Slice& slice : slices_up_to(pieces)) {
        if (fits(slice, board.squares(), board.promotion_row(Color::white).size())) slices.push_back(slice);
    }
    std::map<Slice, Slice> last_user;
    for (const Slice& slice : slices) {
        for (const Slice& next : successors(slice)) last_user[next] = slice;
    }
    std::map<Slice, std::vector<Slice>> dropped_after;
    for (const auto& [slice, user] : last_user) dropped_after[user].push_back(slice);

    std::uint64_t resident = 0;
    for (const Slice& slice : slices) {
        const SliceRanking<Set> ranking{board, slice};
        PlannedSlice planned{slice, ranking.placements(), 0, 0, 0, false};
        const std::uint64_t copies = slice.symmetric() ? 1 : 2;
        const std::uint64_t own =
            bits ? held_tiles(board, slice) : checked_product(copies, memory_of(board, slice));
        // What there is beside the arrays that are kept: bytes to write, scratch.
        const std::uint64_t besides = bits ? checked_sum(memory_of(board, slice), tile_scratch(board, slice))
                                           : scratch_of(board, slice);
        planned.values = checked_product(planned.placements, copies);
        planned.memory = checked_sum(checked_sum(resident, own), besides);
        if (planned.values == binomial_overflow || planned.memory == binomial_overflow) {
            return fail(ErrorKind::limit,
                        "slice " + slice.name() + " has more placements than 64 bits can count");
        }
        planned.disk = 512 + static_cast<std::uint64_t>(bits_a_placement(rules, slice.pieces()) / 8 *
                                                        static_cast<double>(planned.values) / 2);
        std::error_code error;
        planned.present =
            !folder.empty() && std::filesystem::exists(folder / identity.file_name(slice), error);
        if (!planned.present) plan.seconds += static_cast<double>(planned.values) / values_a_second(rules);
        plan.placements = checked_sum(plan.placements, planned.placements);
        plan.values = checked_sum(plan.values, planned.values);
        plan.disk = checked_sum(plan.disk, planned.disk);
        plan.peak_memory = std::max(plan.peak_memory, planned.memory);
        if (last_user.contains(slice)) resident += own;
        for (const Slice& dropped : dropped_after[slice]) {
            resident -=
                bits ? held_tiles(board, dropped) : memory_of(board, dropped) * (dropped.symmetric() ? 1 : 2);
        }
        plan.slices.push_back(planned);
    }
    return plan;
}

template Result<BuildPlan> plan_build(const Board<SquareSet64>&, const Rules&, int,
                                      const std::filesystem::path&, SolverKind);
template Result<BuildPlan> plan_build(const Board<SquareSet128>&, const Rules&, int,
                                      const std::filesystem::path&, SolverKind);

std::vector<TableParent> parents_of(const Slice& slice, const std::map<Slice, Digest128>& digests) {
    std::vector<TableParent> parents;
    for (const Slice& next : successors(slice)) {
        const auto it = digests.find(next);
        if (it != digests.end()) parents.push_back({std::string{WldMetric::name}, next, it->second});
    }
    return parents;
}

Result<void> BuildFolder::prepare() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return fail(ErrorKind::io, folder_.string() + ": cannot make the folder: " + error.message());
    const auto cleared = remove_stale_temporaries(folder_);
    if (!cleared) return fail(cleared.error());
    return {};
}

Result<TableFile> BuildFolder::open(const Slice& slice) const {
    return TableFile::open(folder_ / identity_.file_name(slice), identity_.expectations(slice));
}

auto BuildFolder::find(const Slice& slice, const std::map<Slice, Digest128>& digests) const -> Result<Found> {
    const std::filesystem::path path = folder_ / identity_.file_name(slice);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        if (error && error != std::errc::no_such_file_or_directory) {
            return fail(ErrorKind::io, path.string() + ": " + error.message());
        }
        return Found{};
    }
    Result<TableFile> table = TableFile::open(path);
    if (!table && table.error().kind == ErrorKind::table_damaged)
        return Found{State::damaged, {}, table.error()};
    if (!table) return fail(table.error());
    if (auto same = compare(table->header(), identity_.expectations(slice), path.string()); !same) {
        return fail(same.error());
    }
    if (auto whole = table->verify_all(); !whole) {
        if (whole.error().kind == ErrorKind::table_damaged) return Found{State::damaged, {}, whole.error()};
        return fail(whole.error());
    }
    Found found{State::valid, table->footer().content, {}, table->header().parents};
    std::set<Slice> named;
    for (const TableParent& parent : found.parents) {
        named.insert(parent.slice);
        const auto known = digests.find(parent.slice);
        if (known != digests.end() && known->second != parent.content)
            return fail(other_parent(path, parent.slice));
    }
    const std::vector<Slice> next = successors(slice);
    if (named != std::set<Slice>{next.begin(), next.end()}) return fail(other_parent(path, slice));
    return found;
}

Error other_parent(const std::filesystem::path& table, const Slice& parent) {
    return {ErrorKind::table_damaged,
            table.string() + ": it was built on another table of " + parent.name() +
                " than the one beside it; remove both and run the build again",
            {}};
}

}  // namespace damier
