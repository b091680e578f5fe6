#include "solver/build.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>

#include "solver/assemble_table.hpp"
#include "solver/build_folder.hpp"
#include "solver/build_solver.hpp"
#include "solver/slice_table.hpp"
#include "solver/value_file.hpp"

namespace damier {

namespace {

template <class Set, Metric M>
class Builder {
    using Cell = typename M::Code;

public:
    Builder(const Board<Set>& board, const Rules& rules, const BuildOptions& options,
            const PositionText<Set>& text, BuildObserver& observer, const StopRequest& stop)
        : board_{board},
          rules_{rules},
          options_{options},
          text_{text},
          observer_{observer},
          folder_{rules, TableIdentity::of(rules, board.shape(), M::name, options.counted), options.folder},
          value_files_{folder_.identity(), options.values, options.effort},
          axes_{board, rules} {
        work_.threads = options.threads;
        work_.stop = stop;
        work_.counted = options.counted.get();
        work_.done = [this](std::uint64_t values) {
            const std::lock_guard lock{observer_mutex_};
            observer_.advanced(values);
        };
    }

    Result<BuildReport> run() {
        if (M::under_draw_rules != (options_.counted != nullptr)) {
            return fail(ErrorKind::usage,
                        "tables of " + std::string{M::name} +
                            (M::under_draw_rules ? " need a rulebook" : " have no rulebook"));
        }
        const auto kind = solver_for(board_, rules_, M::name, options_.solver);
        if (!kind) return fail(kind.error());
        kind_ = *kind;
        Result<BuildPlan> plan = plan_build(board_, rules_, M::name, options_.pieces, options_.folder, *kind);
        if (!plan) return fail(plan.error());
        const bool part = !options_.only.empty();
        if (part) {
            for (const Slice& slice : options_.only) {
                const auto same = [&](const PlannedSlice& planned) { return planned.slice == slice; };
                if (std::none_of(plan->slices.begin(), plan->slices.end(), same))
                    return fail(ErrorKind::usage, "slice " + slice.name() + " is not of this build");
            }
            *plan = part_of_plan(*plan, rules_, scope(*plan));
        }
        // Of parts, the plan of units knows how little will do.
        if (!without_tables() && options_.frame_shares == 0 && options_.memory > 0 &&
            plan->least_memory > options_.memory) {
            return fail(ErrorKind::limit, too_little_memory(*plan, options_.memory));
        }
        if (auto ready = part ? folder_.make() : folder_.prepare(); !ready) return fail(ready.error());
        solver_ = make_build_solver<Set, M>(*kind, axes_, work_, {options_.memory, options_.folder});
        observer_.planned(*plan);
        const auto start = std::chrono::steady_clock::now();
        if (auto found = look(*plan); !found) return fail(found.error());
        report_.check_seconds = seconds(std::chrono::steady_clock::now() - start);
        if (const std::vector<PartFile> frames = all_frames(); !frames.empty()) {
            if (auto done = assemble(plan->slices.back(), frames); !done) return fail(done.error());
            return report_;
        }
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
        if (without_tables()) missing_.insert(options_.only.front());
        for (const PlannedSlice& planned : plan.slices) {
            if (without_tables()) break;
            if (work_.stop && work_.stop())
                return fail(ErrorKind::interrupted, "stopped while checking tables");
            Result<BuildFolder::Found> found = folder_.find(planned.slice, digests_);
            if (!found) return fail(found.error());
            if (auto usable = wanted(planned.slice) ? Result<void>{} : usable_parent(planned.slice, *found);
                !usable)
                return usable;
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
        for (const Slice& slice : options_.keep) {
            if (!has_values(slice)) needed_.insert(slice);
        }
        for (auto it = plan.slices.rbegin(); it != plan.slices.rend(); ++it) {
            if (!needed_.contains(it->slice)) continue;
            if (!missing_.contains(it->slice) && reads_values(it->slice)) continue;
            for (const Slice& next : successors(rules_, it->slice)) {
                needed_.insert(next);
                last_user_.try_emplace(next, it->slice);
            }
        }
        return {};
    }

    // What a part of a build goes through: what is to be built, and what has to be in memory for it.
    std::vector<Slice> scope(const BuildPlan& plan) {
        std::set<Slice> slices{options_.only.begin(), options_.only.end()};
        for (auto it = plan.slices.rbegin(); it != plan.slices.rend(); ++it) {
            if (!slices.contains(it->slice) || (!wanted(it->slice) && has_values(it->slice))) continue;
            for (const Slice& next : successors(rules_, it->slice)) slices.insert(next);
        }
        return {slices.begin(), slices.end()};
    }
    // Those of its value files, or of its parts', that are there: as they were when this was asked first, for
    // they are open from then on.
    const std::vector<PartFile>& files_of(const Slice& slice) {
        const auto [it, is_new] = opened_.try_emplace(slice);
        if (!is_new || options_.values.empty()) return it->second;
        for (const SlicePart& part : parts_of(slice)) {
            // Only what the part that is solved leads to.
            if (options_.part && wanted(slice) && (part == *options_.part || !options_.part->leads_to(part)))
                continue;
            auto file = value_files_.open(slice, part);
            if (file && (kind_ == SolverKind::bit || file->form() == ValueForm::cells))
                it->second.push_back({part, std::move(file)});
        }
        return it->second;
    }
    std::vector<SlicePart> parts_of(const Slice& slice) const {
        const auto it = options_.divided.find(slice);
        return it == options_.divided.end() ? std::vector<SlicePart>{SlicePart{}} : it->second;
    }
    bool has_values(const Slice& slice) {
        if (options_.part && wanted(slice)) return false;
        return files_of(slice).size() == parts_of(slice).size();
    }
    // One that was divided has been solved although it has no table.
    bool reads_values(const Slice& slice) {
        return (!missing_.contains(slice) || options_.divided.contains(slice)) && has_values(slice);
    }

    // Solves a part of a slice, or makes frames of its table.
    bool without_tables() const { return options_.part || options_.frames; }
    // Of the table that is missing; none where they are not all there.
    std::vector<PartFile> all_frames() const {
        std::vector<PartFile> files;
        if (options_.frame_shares == 0 || missing_ != std::set<Slice>{options_.only.front()}) return files;
        for (std::uint32_t share = 0; share < options_.frame_shares; ++share) {
            SlicePart part;
            part.share = share;
            part.shares = options_.frame_shares;
            files.push_back({part, value_files_.open(options_.only.front(), part, true)});
            if (files.back().file == nullptr) return {};
        }
        return files;
    }

    bool wanted(const Slice& slice) const {
        return options_.only.empty() ||
               std::find(options_.only.begin(), options_.only.end(), slice) != options_.only.end();
    }
    bool keeps(const Slice& slice) const {
        return std::find(options_.keep.begin(), options_.keep.end(), slice) != options_.keep.end();
    }
    // What is not to be built must be there.
    Result<void> usable_parent(const Slice& slice, const BuildFolder::Found& found) const {
        if (found.state == BuildFolder::State::damaged) return fail(*found.damage);
        if (found.state == BuildFolder::State::valid) return {};
        return fail(ErrorKind::not_answerable, folder_.path(slice).string() + ": there is no table of " +
                                                   slice.name() + ", which others are built upon");
    }

    Result<void> solve_part(const PlannedSlice& planned) {
        observer_.started(planned, "solve");
        const auto start = std::chrono::steady_clock::now();
        auto solved = solver_->solve_part(planned.slice, *options_.part, files_of(planned.slice));
        if (!solved) return solved;
        const auto end = std::chrono::steady_clock::now();
        report_.solve_seconds += seconds(end - start);
        if (auto kept = solver_->write(planned.slice, *options_.part, value_files_); !kept) return kept;
        report_.write_seconds += seconds(std::chrono::steady_clock::now() - end);
        ++report_.parts;
        return {};
    }

    Result<void> assemble(const PlannedSlice& planned, const std::vector<PartFile>& frames) {
        observer_.started(planned, "write");
        const auto start = std::chrono::steady_clock::now();
        const auto published =
            assemble_table(folder_.identity(), planned.slice, planned.placements, options_.folder,
                           parents_of(successors(rules_, planned.slice), M::name, digests_), frames, work_);
        if (!published) return fail(published.error());
        report_.values += planned.values;
        report_.bytes += published->file_length;
        return has_published(planned, *published, start);
    }

    Result<void> write_frames(const PlannedSlice& planned, const SliceRanking<Set>& ranking) {
        if constexpr (std::is_same_v<M, WldMetric>) {
            const auto start = std::chrono::steady_clock::now();
            observer_.started(planned, "write");
            auto cells = solver_->cells(planned.slice);
            if (!cells) return fail(cells.error());
            auto written = write_slice_frames<Set, M>(ranking, rules_, **cells, folder_.identity(),
                                                      options_.effort, *options_.frames, value_files_, work_);
            if (!written) return written;
            report_.write_seconds += seconds(std::chrono::steady_clock::now() - start);
            ++report_.parts;
            return {};
        } else {
            return fail(ErrorKind::usage, "only tables of wld are written in parts");
        }
    }

    Result<void> has_published(const PlannedSlice& planned, const PublishedTable& published,
                               std::chrono::steady_clock::time_point start) {
        const Slice& slice = planned.slice;
        ++report_.built;
        digests_[slice] = published.content;
        for (const auto& [user, content] : awaited_[slice]) {
            if (content != digests_[slice]) return fail(other_parent(folder_.path(user), slice));
        }
        observer_.published(planned, published.file_length,
                            seconds(std::chrono::steady_clock::now() - start));
        return {};
    }

    Result<void> solve(const PlannedSlice& planned) {
        const Slice& slice = planned.slice;
        if (options_.part && wanted(slice)) return solve_part(planned);
        const bool missing = missing_.contains(slice);
        const SliceRanking<Set> ranking{board_, slice, rules_.king_run_limit};
        observer_.started(planned, missing ? "solve" : "restore");
        const auto start = std::chrono::steady_clock::now();
        if (reads_values(slice)) {
            if (auto read = solver_->read(slice, files_of(slice)); !read) return fail(read.error());
        } else {
            std::optional<TableFile> table;
            if (!missing && !without_tables()) {
                Result<TableFile> opened = folder_.open(slice);
                if (!opened) return fail(opened.error());
                table = std::move(*opened);
            }
            if (auto done = solver_->solve(ranking, table ? &*table : nullptr); !done)
                return fail(done.error());
        }
        const auto solved = std::chrono::steady_clock::now();
        if (!missing) report_.restore_seconds += seconds(solved - start);
        // Before the table: who finds that finds this.
        if (keeps(slice) && !has_values(slice)) {
            if (auto kept = solver_->write(slice, SlicePart{}, value_files_); !kept)
                return fail(kept.error());
        }
        if (options_.frames && wanted(slice)) return write_frames(planned, ranking);
        if (missing) {
            report_.solve_seconds += seconds(solved - start);
            report_.values += planned.values;
            observer_.started(planned, "write");
            WriteOptions<Set> write{options_.folder, options_.effort,
                                    parents_of(successors(rules_, slice), M::name, digests_), text_};
            auto cells = solver_->cells(slice);
            if (!cells) return fail(cells.error());
            const Result<WrittenTable> written = write_slice_table<Set, M>(
                ranking, rules_, **cells, folder_.identity(), std::move(write), work_);
            if (!written) return fail(written.error());
            const auto end = std::chrono::steady_clock::now();
            report_.write_seconds += seconds(end - solved);
            report_.bytes += written->published.file_length;
            if (auto told = has_published(planned, written->published, start); !told) return told;
        }
        if (last_user_.contains(slice)) {
            return solver_->keep(slice);
        }
        solver_->drop(slice);
        return {};
    }

    void forget_after(const Slice& user) {
        for (auto it = last_user_.begin(); it != last_user_.end();) {
            if (it->second != user) {
                ++it;
                continue;
            }
            solver_->drop(it->first);
            it = last_user_.erase(it);
        }
    }

    static double seconds(std::chrono::steady_clock::duration d) {
        return std::chrono::duration<double>(d).count();
    }

    const Board<Set>& board_;
    const Rules& rules_;
    const BuildOptions& options_;
    const PositionText<Set>& text_;
    BuildObserver& observer_;
    std::mutex observer_mutex_;
    BuildFolder folder_;
    ValueFiles value_files_;
    std::map<Slice, std::vector<PartFile>> opened_;
    SolverKind kind_ = SolverKind::row;
    AxisCache<Set> axes_;
    SolveOptions work_;
    std::unique_ptr<BuildSolver<Set, M>> solver_;
    std::map<Slice, Digest128> digests_;  // of the tables that are published
    std::set<Slice> missing_;
    // Tables that are kept and were built on one that is missing, with the digest that it has to have.
    std::map<Slice, std::vector<std::pair<Slice, Digest128>>> awaited_;
    std::set<Slice> needed_;            // missing ones, and those that have to be restored for them
    std::map<Slice, Slice> last_user_;  // after which a slice may leave the memory
    BuildReport report_;
};

}  // namespace

template <class Set, Metric M>
Result<BuildReport> build_tables(const Board<Set>& board, const Rules& rules, const BuildOptions& options,
                                 const PositionText<Set>& text, BuildObserver& observer,
                                 const StopRequest& stop) {
    try {
        return Builder<Set, M>{board, rules, options, text, observer, stop}.run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorKind::limit,
                    "the system has no more memory for this build; ask for fewer pieces, or build where "
                    "there is more");
    }
}

#define DAMIER_BUILD_TABLES(Set, M)                                                                         \
    template Result<BuildReport> build_tables<Set, M>(const Board<Set>&, const Rules&, const BuildOptions&, \
                                                      const PositionText<Set>&, BuildObserver&,             \
                                                      const StopRequest&);
#define DAMIER_BUILDS(M)                \
    DAMIER_BUILD_TABLES(SquareSet64, M) \
    DAMIER_BUILD_TABLES(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_BUILDS)

}  // namespace damier
