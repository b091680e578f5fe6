// Dates as game files write them.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace damier {

// 0: not known. In the order of time as far as both are known.
struct GameDate {
    int year = 0;
    int month = 0;
    int day = 0;
    friend auto operator<=>(const GameDate&, const GameDate&) = default;
};

// "2009.04.17", "2009-04-17", "2009-??-??", "17.4.2009", "2009"; of "1996/1997" and of a time from one day to
// another the first. Nothing where no year is written.
std::optional<GameDate> parse_date(std::string_view text);

}  // namespace damier
