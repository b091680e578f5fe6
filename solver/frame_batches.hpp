// The data frames of a section: made by all threads, a batch at a time, and added to the file in order.
#pragma once

#include <algorithm>
#include <vector>

#include "egtb/table_writer.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// prepare(first, count) comes before a batch of that many values; a Result<void>. make(number, first, count)
// gives the frame of that number, which holds `count` values from value `first`
// on: a Result<CompressedFrame>. Of the options, threads, stop and done count.
template <class Prepare, class Make>
Result<void> add_frames(TableWriter& writer, const TableHeader& header, std::size_t section, Prepare prepare,
                        Make make, const SolveOptions& options) {
    const std::uint64_t values = header.sections[section].values;
    const std::uint64_t per_frame = header.values_per_frame;
    const std::uint64_t frames = header.frames_of(header.sections[section]);
    const std::uint64_t batch = static_cast<std::uint64_t>(options.threads.count()) * 16;
    for (std::uint64_t from = 0; from < frames; from += batch) {
        if (options.stop && options.stop()) return fail(ErrorKind::interrupted, "stopped while writing");
        const std::uint64_t start = from * per_frame;
        if (auto ready = prepare(start, std::min(batch * per_frame, values - start)); !ready) return ready;
        std::vector<Result<CompressedFrame>> made(std::min(batch, frames - from), CompressedFrame{});
        options.threads.ranges(made.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = (from + i) * per_frame;
                made[i] = make(from + i, first, std::min(per_frame, values - first));
            }
        });
        for (const auto& frame : made) {
            if (!frame) return fail(frame.error());
            if (auto added = writer.add(*frame); !added) return added;
            if (options.done) options.done(frame->values);
        }
    }
    return {};
}

}  // namespace damier
