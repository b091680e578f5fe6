#include "cli/quantity_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace damier {

namespace {

std::string scaled(double value, double base, const std::array<const char*, 5>& units) {
    std::size_t unit = 0;
    while (value >= base && unit + 1 < units.size()) {
        value /= base;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f}{}", value, units[unit])
                     : fmt::format("{:.1f}{}", value, units[unit]);
}

}  // namespace

std::string short_bytes(std::uint64_t bytes) {
    return scaled(static_cast<double>(bytes), 1024, {" B", " KiB", " MiB", " GiB", " TiB"});
}

std::string short_count(double count) {
    return scaled(count, 1000, {"", " thousand", " million", " billion", " trillion"});
}

std::string counted(std::uint64_t count, const std::string& thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string clock_time(double seconds) {
    const auto whole = static_cast<long long>(std::llround(std::max(seconds, 0.0)));
    return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                        : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string about_time(double seconds) {
    return seconds < 1 ? "less than a second" : "about " + clock_time(seconds);
}

}  // namespace damier
