// The data frames of a section: made by all threads, a batch at a time, and added to the file in order.
#pragma once

#include <algorithm>
#include <vector>

#include "egtb/table_writer.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Of the frames of a section, by number.
struct FrameRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};
// One of so many even shares.
inline FrameRange share_of(std::uint64_t frames, std::uint32_t share, std::uint32_t shares) {
    return {frames * share / shares, frames * (share + 1) / shares};
}

// prepare(first, count) comes before a batch of that many values; a Result<void>. make(number, first, count)
// gives the frame of that number, which holds `count` values from value `first`
// on: a Result<CompressedFrame>. add(frame) takes them in order; a Result<void>. Of the options, threads,
// stop and done count.
template <class Add, class Prepare, class Make>
Result<void> add_frames(Add add, const TableHeader& header, std::size_t section, const FrameRange& range,
                        Prepare prepare, Make make, const SolveOptions& options) {
    const std::uint64_t values = header.sections[section].values;
    const std::uint64_t per_frame = header.values_per_frame;
    const std::uint64_t batch = static_cast<std::uint64_t>(options.threads.count()) * 16;
    for (std::uint64_t from = range.begin; from < range.end; from += batch) {
        if (options.stop && options.stop()) return fail(ErrorKind::interrupted, "stopped while writing");
        const std::uint64_t start = from * per_frame;
        if (auto ready =
                prepare(start, std::min(std::min(batch, range.end - from) * per_frame, values - start));
            !ready)
            return ready;
        std::vector<Result<CompressedFrame>> made(std::min(batch, range.end - from), CompressedFrame{});
        options.threads.ranges(made.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = (from + i) * per_frame;
                made[i] = make(from + i, first, std::min(per_frame, values - first));
            }
        });
        for (const auto& frame : made) {
            if (!frame) return fail(frame.error());
            if (auto added = add(*frame); !added) return added;
            if (options.done) options.done(frame->values);
        }
    }
    return {};
}

}  // namespace damier
