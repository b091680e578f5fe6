// Capture precedence as one number: of the captures in a position, those with the largest key must be played.
#pragma once

#include <cstdint>

#include "rules/capture_walk.hpp"

namespace damier {

// The keys of the variant's list, the first one most significant.
template <Variant V, class Set>
std::uint64_t capture_key(const Position<Set>& position, const CaptureLine<Set>& line) {
    const Set enemy_kings = position.kings[index(!position.to_move)];
    const auto pieces = static_cast<std::uint64_t>(line.taken.size());
    std::uint64_t key = 0;
    for (Precedence precedence : V::rules.precedence.is) {
        const auto append = [&key](int bits, std::uint64_t value) { key = key << bits | value; };
        const auto kings = [&] {
            return static_cast<std::uint64_t>((line.move.captured & enemy_kings).size());
        };
        const auto by_king = [&] {
            return std::uint64_t{position.kings[index(position.to_move)].contains(line.move.from)};
        };
        switch (precedence) {
            case Precedence::none:
                break;
            case Precedence::most_pieces:
                append(6, pieces);
                break;
            case Precedence::by_king:
                append(1, by_king());
                break;
            case Precedence::most_kings:
                append(6, kings());
                break;
            case Precedence::earliest_king: {
                std::uint64_t order = 0;  // the first piece taken is the most significant bit
                for (std::size_t i = 0; i < line.taken.size() && i < 30; ++i) {
                    order |= std::uint64_t{enemy_kings.contains(line.taken[i])} << (29 - i);
                }
                append(30, order);
                break;
            }
            // 2 a king, 1 a man; of equal sums the one with fewer kings is worth more, since n kings are
            // worth less than 2n men.
            case Precedence::most_value:
                append(14, (pieces + kings()) << 6 | (63 - kings()));
                break;
        }
    }
    return key;
}

}  // namespace damier
