// The one place where threads are used: a parallel loop over indices.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace damier {

namespace detail {
using RangeBody = void (*)(void* body, std::size_t begin, std::size_t end);
void run_parallel(std::size_t count, std::size_t grain, int threads, RangeBody call, void* body);
}  // namespace detail

// Calls body(begin, end) for disjoint ranges that cover [0, count), on at most `threads` threads.
template <class Body>
void parallel_ranges(std::size_t count, std::size_t grain, int threads, Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    detail::run_parallel(
        count, grain, threads,
        [](void* b, std::size_t begin, std::size_t end) { (*static_cast<Plain*>(b))(begin, end); },
        const_cast<void*>(static_cast<const void*>(std::addressof(body))));
}

}  // namespace damier
