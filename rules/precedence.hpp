// Capture precedence as one number: of the captures in a position, those with the largest key must be played.
#pragma once

#include <cstdint>

#include "rules/rules.hpp"

namespace damier {

// What precedence rules look at.
struct CaptureMerit {
    int pieces = 0;  // taken
    int kings = 0;   // of them
    bool by_king = false;
    std::uint32_t king_order =
        0;  // a bit for each of the first 30 pieces taken, the first the highest: is it a king?

    constexpr void take(bool king) {
        if (pieces < 30) king_order |= std::uint32_t{king} << (29 - pieces);
        ++pieces;
        kings += king;
    }
};

// Does a key look at which of the pieces taken are kings?
constexpr bool looks_at_kings_taken(const Rules& rules) {
    for (Precedence key : rules.precedence.is) {
        if (key == Precedence::most_kings || key == Precedence::earliest_king ||
            key == Precedence::most_value) {
            return true;
        }
    }
    return false;
}

// The keys of the list, the first one most significant.
constexpr std::uint64_t precedence_key(const Rules& rules, const CaptureMerit& merit) {
    std::uint64_t key = 0;
    for (Precedence precedence : rules.precedence.is) {
        const auto append = [&key](int bits, std::uint64_t value) { key = key << bits | value; };
        const auto pieces = static_cast<std::uint64_t>(merit.pieces);
        const auto kings = static_cast<std::uint64_t>(merit.kings);
        switch (precedence) {
            case Precedence::none:
                break;
            case Precedence::most_pieces:
                append(6, pieces);
                break;
            case Precedence::by_king:
                append(1, merit.by_king);
                break;
            case Precedence::most_kings:
                append(6, kings);
                break;
            case Precedence::earliest_king:
                append(30, merit.king_order);
                break;
            // 2 a king, 1 a man; of equal sums the one with fewer kings is worth more, since n kings are
            // worth less than 2n men.
            case Precedence::most_value:
                append(14, (pieces + kings) << 6 | (63 - kings));
                break;
        }
    }
    return key;
}

}  // namespace damier
