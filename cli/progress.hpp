// How far a build or a verification is: on a terminal one line that overwrites itself, elsewhere a line every
// few seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "solver/build.hpp"

namespace damier {

// What is shown at one moment.
struct ProgressState {
    std::string phase;           // "solve"
    std::string slice;           // "KKMvK"
    std::size_t number = 0;      // of the slice, from 1; 0: not counted
    std::size_t count = 0;       // slices to do
    std::uint64_t values = 0;    // done in this phase of this slice
    std::uint64_t of = 0;        // in this slice
    double rate = 0;             // values a second in this phase; 0: not known yet
    double elapsed = 0;          // seconds since the start
    std::optional<double> rest;  // seconds until all is done, at the rate so far
};

// "solve KKMvK (12/34): 1.2 million of 3.4 million values, 4.1 million/s, elapsed 0:12, ETA 0:35"
std::string progress_text(const ProgressState& state);

// Safe to use from several threads at once.
class Progress : public BuildObserver {
public:
    using Clock = std::function<double()>;  // seconds

    Progress(Console& console, bool quiet, Clock clock = steady_seconds);
    ~Progress() override { console_.status({}); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Work that is not a build: so many values in so many slices; then for each slice, once a phase, begin().
    // In phases that are not `counted` the values do not tell when all is done.
    void plan(std::uint64_t values, std::size_t slices);
    void begin(std::string_view phase, const std::string& slice, std::uint64_t values, bool counted = true);
    void finish_slice();
    ProgressState state();

    void planned(const BuildPlan& plan) override;
    void kept(const PlannedSlice& slice) override;
    void replaced(const PlannedSlice& slice, const Error& reason) override;
    void started(const PlannedSlice& slice, std::string_view phase) override;
    void advanced(std::uint64_t values) override;
    void published(const PlannedSlice& slice, std::uint64_t bytes, double seconds) override;

    static double steady_seconds();

private:
    void begin_locked(std::string_view phase, const std::string& slice, std::uint64_t values, bool counted);
    void finish_slice_locked();
    void show(double now);
    ProgressState state_at(double now) const;

    static constexpr double terminal_interval = 0.1;  // seconds
    static constexpr double line_interval = 5;
    static constexpr double long_slice = 1;  // a slice that took longer gets a line of its own

    Console& console_;
    bool quiet_;
    Clock clock_;
    std::mutex mutex_;

    double started_at_;
    double shown_at_;
    double counted_from_ = -1;  // when the first counted phase began
    double phase_from_ = 0;
    std::uint64_t all_values_ = 0;
    std::uint64_t finished_values_ = 0;  // of finished slices
    std::uint64_t slice_values_ = 0;
    std::uint64_t phase_values_ = 0;
    std::uint64_t counted_values_ = 0;  // done in this slice in counted phases
    bool counted_ = false;
    std::size_t all_slices_ = 0;
    std::size_t finished_slices_ = 0;
    std::string phase_;
    std::string slice_;
};

}  // namespace damier
