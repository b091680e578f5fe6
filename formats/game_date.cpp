#include "formats/game_date.hpp"

#include <vector>

namespace damier {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Figure {
    int value = 0;
    std::size_t digits = 0;
    char before = 0;  // the byte before it
};

std::vector<Figure> figures(std::string_view text) {
    std::vector<Figure> list;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_digit(text[i])) {
            ++i;
            continue;
        }
        Figure figure{0, 0, i > 0 ? text[i - 1] : '\0'};
        for (; i < text.size() && is_digit(text[i]); ++i, ++figure.digits) {
            if (figure.digits < 8) figure.value = figure.value * 10 + (text[i] - '0');
        }
        list.push_back(figure);
    }
    return list;
}

constexpr bool joins(char c) { return c == '.' || c == '-' || c == '/'; }

}  // namespace

std::optional<GameDate> parse_date(std::string_view text) {
    const std::vector<Figure> list = figures(text);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].digits != 4) continue;
        GameDate date{list[i].value, 0, 0};
        const auto month = [](const Figure& f) { return f.digits <= 2 && f.value >= 1 && f.value <= 12; };
        const auto day = [](const Figure& f) { return f.digits <= 2 && f.value >= 1 && f.value <= 31; };
        if (i >= 2 && joins(list[i].before) && joins(list[i - 1].before) && month(list[i - 1]) &&
            day(list[i - 2])) {
            date.month = list[i - 1].value;
            date.day = list[i - 2].value;
        } else if (i + 1 < list.size() && joins(list[i + 1].before) && month(list[i + 1])) {
            date.month = list[i + 1].value;
            if (i + 2 < list.size() && joins(list[i + 2].before) && day(list[i + 2]))
                date.day = list[i + 2].value;
        }
        return date;
    }
    return std::nullopt;
}

}  // namespace damier
