// Definition of build_tables; included where it is instantiated (solver/instances.cpp.in).
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>

#include "egtb/wld.hpp"
#include "solver/bit_solver.hpp"
#include "solver/build.hpp"
#include "solver/slice_solver.hpp"
#include "solver/wld_table.hpp"

namespace damier {

// The message of ErrorKind::limit where a plan needs more than is allowed.
std::string too_little_memory(const BuildPlan& plan, std::uint64_t allowed);

// Tables in a folder that belong to this build.
class BuildFolder {
public:
    BuildFolder(TableIdentity identity, std::filesystem::path folder)
        : identity_{std::move(identity)}, folder_{std::move(folder)} {}

    // Makes the folder, and clears what killed writers left in it.
    Result<void> prepare() const;

    enum class State { absent, valid, damaged };
    struct Found {
        State state = State::absent;
        Digest128 content = {};
        std::optional<Error> damage = {};
        std::vector<TableParent> parents = {};
    };
    // Reads the whole file. A table of other rules, or one built on other tables than `digests` has, is an
    // error: it may be somebody's work.
    Result<Found> find(const Slice& slice, const std::map<Slice, Digest128>& digests) const;
    Result<TableFile> open(const Slice& slice) const;

    std::filesystem::path path(const Slice& slice) const { return folder_ / identity_.file_name(slice); }
    const TableIdentity& identity() const { return identity_; }
    const std::filesystem::path& folder() const { return folder_; }

private:
    TableIdentity identity_;
    std::filesystem::path folder_;
};

// The error of a table that names another digest of `parent` than that of the table beside it.
Error other_parent(const std::filesystem::path& table, const Slice& parent);

std::vector<TableParent> parents_of(const Slice& slice, const std::map<Slice, Digest128>& digests);

namespace detail {

template <Variant V, class Set>
class Builder {
public:
    Builder(const Game<V, Set>& game, const BuildOptions& options, BuildObserver& observer,
            const StopRequest& stop)
        : game_{game},
          options_{options},
          observer_{observer},
          folder_{TableIdentity::of(V::rules, game.board().shape(), WldMetric::name), options.folder},
          axes_{game.board(), V::rules} {
        work_.threads = options.threads;
        if (options.solver == SolverKind::bit)
            bits_ = make_bit_solver(game.board(), V::rules, cpu_paths().back());
        work_.stop = stop;
        work_.done = [this](std::uint64_t values) {
            const std::lock_guard lock{observer_mutex_};
            observer_.advanced(values);
        };
    }

    Result<BuildReport> run() {
        Result<BuildPlan> plan =
            plan_build(game_.board(), V::rules, options_.pieces, options_.folder, options_.solver);
        if (!plan) return fail(plan.error());
        if (options_.memory > 0 && plan->peak_memory > options_.memory) {
            return fail(ErrorKind::limit, too_little_memory(*plan, options_.memory));
        }
        if (auto ready = folder_.prepare(); !ready) return fail(ready.error());
        observer_.planned(*plan);
        if (auto found = look(*plan); !found) return fail(found.error());
        for (std::size_t i = 0; i < plan->slices.size(); ++i) {
            const PlannedSlice& planned = plan->slices[i];
            if (!needed_.contains(planned.slice)) continue;
            if (auto done = solve(planned); !done) return fail(done.error());
            forget_after(planned.slice);
        }
        return report_;
    }

private:
    // What is there, what is missing, and what of it has to be in memory again for what is missing.
    Result<void> look(const BuildPlan& plan) {
        for (const PlannedSlice& planned : plan.slices) {
            if (work_.stop && work_.stop())
                return fail(ErrorKind::interrupted, "stopped while checking tables");
            Result<BuildFolder::Found> found = folder_.find(planned.slice, digests_);
            if (!found) return fail(found.error());
            if (found->state == BuildFolder::State::damaged) observer_.replaced(planned, *found->damage);
            if (found->state == BuildFolder::State::valid) {
                digests_[planned.slice] = found->content;
                for (const TableParent& parent : found->parents) {
                    if (missing_.contains(parent.slice))
                        awaited_[parent.slice].emplace_back(planned.slice, parent.content);
                }
                ++report_.kept;
                observer_.kept(planned);
            } else {
                missing_.insert(planned.slice);
            }
        }
        // From the last slice back: whoever is solved or restored needs its successors.
        needed_ = missing_;
        for (auto it = plan.slices.rbegin(); it != plan.slices.rend(); ++it) {
            if (!needed_.contains(it->slice)) continue;
            for (const Slice& next : successors(it->slice)) {
                needed_.insert(next);
                last_user_.try_emplace(next, it->slice);
            }
        }
        return {};
    }

    Result<void> solve(const PlannedSlice& planned) {
        const Slice& slice = planned.slice;
        const bool missing = missing_.contains(slice);
        const SliceRanking<Set> ranking{game_.board(), slice};
        SliceValues<Set> values{std::make_shared<const SliceLayout<Set>>(axes_, slice)};
        observer_.started(planned, missing ? "solve" : "restore");
        const auto start = std::chrono::steady_clock::now();
        if (bits_) {
            // What is there is solved again, which is faster than reading it.
            if (auto solved = bits_->solve(slice, work_); !solved) return fail(solved.error());
            if (missing) bits_->copy(slice, values, work_.threads);
        } else if (auto solved = solve_rows(ranking, missing, values); !solved) {
            return fail(solved.error());
        }
        const auto solved = std::chrono::steady_clock::now();
        if (missing) {
            report_.solve_seconds += seconds(solved - start);
            report_.values += planned.values;
            observer_.started(planned, "write");
            Result<WrittenTable> written =
                write_wld_table(ranking, values, folder_.identity(), parents_of(slice, digests_),
                                options_.folder, options_.effort, work_);
            if (!written) return fail(written.error());
            const auto end = std::chrono::steady_clock::now();
            report_.write_seconds += seconds(end - solved);
            report_.bytes += written->published.file_length;
            ++report_.built;
            digests_[slice] = written->published.content;
            for (const auto& [user, content] : awaited_[slice]) {
                if (content != digests_[slice]) return fail(other_parent(folder_.path(user), slice));
            }
            observer_.published(planned, written->published.file_length, seconds(end - start));
        }
        if (bits_ && !last_user_.contains(slice)) bits_->drop(slice);
        if (!last_user_.contains(slice)) return {};
        if (bits_) {
            if (!slice.symmetric()) bits_->add_color_swapped(slice, work_.threads);
        } else {
            if (!slice.symmetric()) store_.put(color_swapped(axes_, values, work_.threads));
            store_.put(std::move(values));
        }
        return {};
    }

    // Solves a slice by rows, or restores it from its table and what the table leaves free.
    Result<void> solve_rows(const SliceRanking<Set>& ranking, bool missing, SliceValues<Set>& values) {
        SolveOptions work = work_;
        if (!missing) {
            Result<TableFile> table = folder_.open(ranking.slice());
            if (!table) return fail(table.error());
            if (auto read = read_wld_table(*table, ranking, values, work); !read) return read;
            work.given = true;
        }
        return solve_slice(game_, store_, values, work);
    }

    void forget_after(const Slice& user) {
        for (auto it = last_user_.begin(); it != last_user_.end();) {
            if (it->second != user) {
                ++it;
                continue;
            }
            for (const Slice& slice : {it->first, it->first.color_swapped()}) {
                if (bits_) {
                    bits_->drop(slice);
                } else {
                    store_.drop(slice);
                }
            }
            it = last_user_.erase(it);
        }
    }

    static double seconds(std::chrono::steady_clock::duration d) {
        return std::chrono::duration<double>(d).count();
    }

    const Game<V, Set>& game_;
    const BuildOptions& options_;
    BuildObserver& observer_;
    std::mutex observer_mutex_;
    BuildFolder folder_;
    AxisCache<Set> axes_;
    ValueStore<Set> store_;
    std::unique_ptr<BitSolver<Set>> bits_;  // nullptr: by rows
    SolveOptions work_;
    std::map<Slice, Digest128> digests_;  // of the tables that are published
    std::set<Slice> missing_;
    // Tables that are kept and were built on one that is missing, with the digest that it has to have.
    std::map<Slice, std::vector<std::pair<Slice, Digest128>>> awaited_;
    std::set<Slice> needed_;            // missing ones, and those that have to be restored for them
    std::map<Slice, Slice> last_user_;  // after which a slice may leave the memory
    BuildReport report_;
};

}  // namespace detail

template <Variant V, class Set>
Result<BuildReport> build_tables(const Game<V, Set>& game, const BuildOptions& options,
                                 BuildObserver& observer, const StopRequest& stop) {
    try {
        return detail::Builder<V, Set>{game, options, observer, stop}.run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorKind::limit,
                    "the system has no more memory for this build; ask for fewer pieces, or build where "
                    "there is more");
    }
}

}  // namespace damier
