// The five results of a position under draw rules (docs/metrics.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "egtb/wld.hpp"

namespace damier {

// For the side to move, in order of preference.
enum class Outcome : std::uint8_t { loss, blessed_loss, draw, cursed_win, win };

constexpr std::string_view name(Outcome outcome) {
    switch (outcome) {
        case Outcome::loss:
            return "loss";
        case Outcome::blessed_loss:
            return "blessed-loss";
        case Outcome::draw:
            return "draw";
        case Outcome::cursed_win:
            return "cursed-win";
        case Outcome::win:
            return "win";
    }
    return {};
}

// `result`: without draw rules. `needed`: the plies of metric `rule`; nothing where no number is enough.
// `counted` plies count already, and with `limit` of them the game is drawn. Who cannot move has lost (0
// needed), whatever is counted.
constexpr Outcome outcome_of(Wld result, std::optional<std::uint32_t> needed, std::uint32_t counted,
                             std::uint32_t limit) {
    if (result == Wld::draw) return Outcome::draw;
    const bool in_time = needed && (*needed == 0 || (counted <= limit && *needed <= limit - counted));
    if (result == Wld::win) return in_time ? Outcome::win : Outcome::cursed_win;
    return in_time ? Outcome::loss : Outcome::blessed_loss;
}

}  // namespace damier
