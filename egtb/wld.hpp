// The metric `wld`: win, loss or draw for the side to move, without distances.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/rules.hpp"

namespace damier {

enum class Wld : std::uint8_t { loss, draw, win };  // in order of preference; the symbols of a table

constexpr std::string_view name(Wld value) {
    return value == Wld::win ? "win" : value == Wld::draw ? "draw" : "loss";
}
// The value of a position for its side to move, when the other side is to move after one's own move.
constexpr Wld negated(Wld value) { return static_cast<Wld>(2 - static_cast<int>(value)); }

// The value of a position whose side to move has no legal move; `bare`: and no piece.
constexpr Wld value_without_move(const Rules& rules, bool bare) {
    switch (rules.no_move) {
        case NoMove::wins:
            return Wld::win;
        case NoMove::draws:
            return bare ? Wld::loss : Wld::draw;
        case NoMove::loses:
            break;
    }
    return Wld::loss;
}

struct WldMetric {
    using Value = Wld;
    static constexpr std::string_view name = "wld";
    static constexpr std::uint32_t alphabet = 3;
};

}  // namespace damier
