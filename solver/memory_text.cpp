#include "solver/memory_text.hpp"

namespace damier {

std::string too_little_memory(std::uint64_t needed, std::uint64_t allowed, std::string_view option) {
    // What is needed is rounded up and what is allowed down, so they differ, and the size told is enough.
    const int shift = allowed >= 1 << 24 ? 20 : allowed >= 1 << 14 ? 10 : 0;
    const std::string_view suffix = shift == 20 ? "M" : shift == 10 ? "K" : "";
    const std::string unit = shift == 20 ? " MiB" : shift == 10 ? " KiB" : " bytes";
    const std::string enough = std::to_string((needed + (std::uint64_t{1} << shift) - 1) >> shift);
    std::string text = "needs " + enough + unit + " of memory and may use " +
                       std::to_string(allowed >> shift) + unit + "; allow it with ";
    return text.append(option).append(" " + enough).append(suffix);
}

}  // namespace damier
