#include "egtb/slice.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace damier {

namespace {

std::string count_of(int count, char letter) {
    if (count <= 2) return std::string(static_cast<std::size_t>(count), letter);
    return std::to_string(count) + letter;
}

// Reads "KKM", "4K2M"; false where something else stands there.
bool read_side(std::string_view text, std::uint8_t& kings, std::uint8_t& men) {
    int total[2] = {0, 0};
    std::size_t i = 0;
    if (text.empty()) return false;
    while (i < text.size()) {
        int number = 0;
        bool has_number = false;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9' && number < 100) {
            number = 10 * number + (text[i++] - '0');
            has_number = true;
        }
        if (i == text.size() || (text[i] != 'K' && text[i] != 'M')) return false;
        total[text[i++] == 'M'] += has_number ? number : 1;
    }
    if (total[0] > 99 || total[1] > 99) return false;
    kings = static_cast<std::uint8_t>(total[0]);
    men = static_cast<std::uint8_t>(total[1]);
    return true;
}

}  // namespace

std::string Slice::name() const {
    return count_of(kings[0], 'K') + count_of(men[0], 'M') + "v" + count_of(kings[1], 'K') +
           count_of(men[1], 'M');
}

std::optional<Slice> parse_slice(std::string_view name) {
    const auto v = name.find('v');
    Slice slice;
    if (v == std::string_view::npos || !read_side(name.substr(0, v), slice.kings[0], slice.men[0]) ||
        !read_side(name.substr(v + 1), slice.kings[1], slice.men[1]) || slice.name() != name) {
        return std::nullopt;
    }
    return slice;
}

bool before_in_building(const Slice& a, const Slice& b) {
    return std::tuple(a.pieces(), a.all_men(), a.key()) < std::tuple(b.pieces(), b.all_men(), b.key());
}

std::vector<Slice> slices_up_to(int pieces) {
    std::vector<Slice> slices;
    for (int white = 1; white < pieces; ++white) {
        for (int black = 1; white + black <= pieces; ++black) {
            for (int white_men = 0; white_men <= white; ++white_men) {
                for (int black_men = 0; black_men <= black; ++black_men) {
                    const Slice slice = Slice::of(white_men, white - white_men, black_men, black - black_men);
                    if (slice.canonical()) slices.push_back(slice);
                }
            }
        }
    }
    std::sort(slices.begin(), slices.end(), before_in_building);
    return slices;
}

namespace {

std::vector<Slice> those_of(const Rules& rules, std::vector<Slice> slices) {
    if (rules.crowning_wins)
        std::erase_if(slices, [](const Slice& s) { return s.kings[0] + s.kings[1] > 0; });
    return slices;
}

// Can a move that crowns so many men take kings?
bool takes_kings(const Rules& rules, const Slice& slice, Color mover, int promoted) {
    if (rules.man_takes_king) return true;
    return promoted > 0 ? rules.promotion_in_capture == PromotionInCapture::becomes_king
                        : slice.kings[index(mover)] > 0;
}

}  // namespace

std::vector<Slice> successors(const Rules& rules, const Slice& slice) {
    std::set<Slice> found;
    for (Color mover : both_colors) {
        const auto own = index(mover);
        const auto enemy = index(!mover);
        for (int promoted = 0; promoted <= std::min(1, slice.men_of(mover)); ++promoted) {
            const int fewest_kings = takes_kings(rules, slice, mover, promoted) ? 0 : slice.kings[enemy];
            for (int men = 0; men <= slice.men[enemy]; ++men) {
                for (int kings = fewest_kings; kings <= slice.kings[enemy]; ++kings) {
                    Slice next = slice;
                    next.men[own] = static_cast<std::uint8_t>(next.men[own] - promoted);
                    next.kings[own] = static_cast<std::uint8_t>(next.kings[own] + promoted);
                    next.men[enemy] = static_cast<std::uint8_t>(men);
                    next.kings[enemy] = static_cast<std::uint8_t>(kings);
                    if (next == slice || next.pieces_of(!mover) == 0) continue;
                    found.insert(next.canonical() ? next : next.color_swapped());
                }
            }
        }
    }
    return those_of(rules, {found.begin(), found.end()});
}

std::vector<Slice> slices_up_to(const Rules& rules, int pieces) {
    return those_of(rules, slices_up_to(pieces));
}

bool fits(const Slice& slice, int squares, int row_squares) {
    const int room = squares - row_squares;
    return slice.men[0] <= room && slice.men[1] <= room && slice.pieces() <= squares;
}

}  // namespace damier
