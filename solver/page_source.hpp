// Pages of tiles that somebody else keeps.
#pragma once

#include <cstddef>
#include <span>

#include "rules/result.hpp"

namespace damier {

// Const functions are safe to call from several threads at once.
class PageSource {
public:
    virtual ~PageSource() = default;
    virtual std::size_t frames() const = 0;
    // All bytes of a frame; an error also where there are fewer or more.
    virtual Result<void> read(std::size_t frame, std::span<std::byte> out) const = 0;
};

}  // namespace damier
