#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/quantity_text.hpp"
#include "egtb/table_error.hpp"

namespace damier {

std::string progress_text(const ProgressState& state) {
    std::string text = fmt::format("{} {}", state.phase, state.slice);
    if (state.number != 0) text += fmt::format(" ({}/{})", state.number, state.count);
    text += fmt::format(": {} of {} values, {}/s", short_count(static_cast<double>(state.values)),
                        short_count(static_cast<double>(state.of)),
                        state.rate > 0 ? short_count(state.rate) : "?");
    text += fmt::format(", elapsed {}, ETA {}", clock_time(state.elapsed),
                        state.rest ? clock_time(*state.rest) : "?");
    return text;
}

double Progress::steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Progress::Progress(Console& console, bool quiet, Clock clock)
    : console_{console},
      quiet_{quiet},
      clock_{std::move(clock)},
      started_at_{clock_()},
      shown_at_{started_at_} {}

void Progress::plan(std::uint64_t values, std::size_t slices) {
    const std::lock_guard lock{mutex_};
    all_values_ = values;
    all_slices_ = slices;
}

void Progress::begin(std::string_view phase, const std::string& slice, std::uint64_t values, bool counted) {
    const std::lock_guard lock{mutex_};
    begin_locked(phase, slice, values, counted);
}

void Progress::finish_slice() {
    const std::lock_guard lock{mutex_};
    finish_slice_locked();
}

ProgressState Progress::state() {
    const std::lock_guard lock{mutex_};
    return state_at(clock_());
}

void Progress::planned(const BuildPlan& plan) {
    const std::lock_guard lock{mutex_};
    for (const PlannedSlice& slice : plan.slices) {
        if (slice.present) continue;
        all_values_ += slice.values;
        ++all_slices_;
    }
}

void Progress::kept(const PlannedSlice&) {}

void Progress::replaced(const PlannedSlice& slice, const Error& reason) {
    const std::lock_guard lock{mutex_};
    all_values_ += slice.values;
    ++all_slices_;
    console_.say(without_remedy(reason) + "; it is built again");
}

void Progress::started(const PlannedSlice& slice, std::string_view phase) {
    const std::lock_guard lock{mutex_};
    begin_locked(phase, slice.slice.name(), slice.values, phase == "solve");
}

void Progress::advanced(std::uint64_t values) {
    const std::lock_guard lock{mutex_};
    phase_values_ = std::min(phase_values_ + values, slice_values_);
    if (counted_) counted_values_ = std::max(counted_values_, phase_values_);
    const double now = clock_();
    if (now - shown_at_ >= (console_.has_terminal() ? terminal_interval : line_interval)) show(now);
}

void Progress::published(const PlannedSlice& slice, std::uint64_t bytes, double seconds) {
    const std::lock_guard lock{mutex_};
    finish_slice_locked();
    if (quiet_ || console_.has_terminal() || seconds < long_slice) return;
    console_.say(fmt::format("built {} ({}/{}): {} values, {} in {:.1f} s", slice.slice.name(),
                             finished_slices_, all_slices_, short_count(static_cast<double>(slice.values)),
                             short_bytes(bytes), seconds));
    shown_at_ = clock_();
}

void Progress::begin_locked(std::string_view phase, const std::string& slice, std::uint64_t values,
                            bool counted) {
    const double now = clock_();
    if (slice != slice_) counted_values_ = 0;
    phase_ = phase;
    slice_ = slice;
    slice_values_ = values;
    phase_values_ = 0;
    counted_ = counted;
    phase_from_ = now;
    if (counted && counted_from_ < 0) counted_from_ = now;
    if (console_.has_terminal() && now - shown_at_ >= terminal_interval) show(now);
}

void Progress::finish_slice_locked() {
    finished_values_ += slice_values_;
    counted_values_ = 0;
    slice_.clear();
    ++finished_slices_;
}

ProgressState Progress::state_at(double now) const {
    constexpr double soonest = 1;  // second: rates of shorter times say little
    ProgressState state{phase_, slice_, 0, all_slices_, phase_values_, slice_values_, 0, now - started_at_,
                        {}};
    if (counted_ || counted_values_ > 0) state.number = finished_slices_ + 1;
    if (now > phase_from_) state.rate = static_cast<double>(phase_values_) / (now - phase_from_);
    const auto done = static_cast<double>(finished_values_ + counted_values_);
    if (counted_from_ >= 0 && now - counted_from_ >= soonest && done > 0) {
        const double rest = std::max(static_cast<double>(all_values_) - done, 0.0);
        state.rest = rest * (now - counted_from_) / done;
    }
    return state;
}

void Progress::show(double now) {
    shown_at_ = now;
    if (quiet_) return;
    const std::string text = progress_text(state_at(now));
    if (console_.has_terminal()) {
        console_.status(text);
    } else {
        console_.say(text);
    }
}

}  // namespace damier
