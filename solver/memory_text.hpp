// How messages tell that memory does not suffice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace damier {

// "needs 12 MiB of memory and may use 10 MiB; allow it with --memory 12M": `option` is the one that says
// more.
std::string too_little_memory(std::uint64_t needed, std::uint64_t allowed, std::string_view option);

}  // namespace damier
