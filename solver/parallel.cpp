#include "solver/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

// ThreadSanitizer does not see inside oneTBB and would report its hand-overs as races. So the build leaves
// this file out of it (top CMakeLists.txt), and the file says itself what happens before what.
#ifdef DAMIER_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace damier::detail {

namespace {

void announce([[maybe_unused]] char& event) {
#ifdef DAMIER_TSAN
    __tsan_release(&event);
#endif
}
void await([[maybe_unused]] char& event) {
#ifdef DAMIER_TSAN
    __tsan_acquire(&event);
#endif
}

}  // namespace

void run_parallel(std::size_t count, std::size_t grain, int threads, RangeBody call, void* body) {
    if (threads <= 1 || count <= grain) {
        if (count > 0) call(body, 0, count);
        return;
    }
    char fork = 0;
    char join = 0;
    announce(fork);
    // Without the control, oneTBB prints a warning at more threads than cores, and does not start them.
    tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), [&](const auto& range) {
            await(fork);
            call(body, range.begin(), range.end());
            announce(join);
        });
    });
    await(join);
}

}  // namespace damier::detail
