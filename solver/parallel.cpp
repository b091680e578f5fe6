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

namespace damier {

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

struct Threads::Arena {
    explicit Arena(int threads)
        : control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
          arena(threads) {}

    // Without it, oneTBB prints a warning at more threads than cores, and does not start them.
    tbb::global_control control;
    tbb::task_arena arena;
};

Threads::Threads(int count)
    : count_{count > 1 ? count : 1}, arena_{count > 1 ? std::make_shared<Arena>(count) : nullptr} {}

void Threads::run(std::size_t count, std::size_t grain, RangeBody call, void* body) const {
    if (arena_ == nullptr || count <= grain) {
        if (count > 0) call(body, 0, count);
        return;
    }
    char fork = 0;
    char join = 0;
    announce(fork);
    arena_->arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), [&](const auto& range) {
            await(fork);
            call(body, range.begin(), range.end());
            announce(join);
        });
    });
    await(join);
}

}  // namespace damier
