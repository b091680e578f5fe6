// Sizes, counts and times for people; data are printed in full.
#pragma once

#include <cstdint>
#include <string>

namespace damier {

std::string short_bytes(std::uint64_t bytes);                        // "812 B", "12.3 MiB"
std::string short_count(double count);                               // "812", "27.2 million"
std::string counted(std::uint64_t count, const std::string& thing);  // "1 table", "2 tables"
std::string clock_time(double seconds);                              // "0:07", "12:34", "3:02:01"
std::string about_time(double seconds);                              // "less than a second", "about 0:07"

}  // namespace damier
