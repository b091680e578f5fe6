// The one place where threads are used: a parallel loop over indices.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace damier {

// The threads that a piece of work may use, made once for all its loops: to start them for each would cost
// more than a short loop does. Copies share the threads.
class Threads {
public:
    Threads(int count = 1);  // NOLINT(google-explicit-constructor): a number of threads
    int count() const { return count_; }

    // Calls body(begin, end) for disjoint ranges that cover [0, count), of `grain` indices or some more.
    template <class Body>
    void ranges(std::size_t count, std::size_t grain, Body&& body) const {
        using Plain = std::remove_reference_t<Body>;
        run(
            count, grain,
            [](void* b, std::size_t begin, std::size_t end) { (*static_cast<Plain*>(b))(begin, end); },
            const_cast<void*>(static_cast<const void*>(std::addressof(body))));
    }

private:
    struct Arena;
    using RangeBody = void (*)(void* body, std::size_t begin, std::size_t end);
    void run(std::size_t count, std::size_t grain, RangeBody call, void* body) const;

    int count_;
    std::shared_ptr<Arena> arena_;  // none for one thread
};

}  // namespace damier
