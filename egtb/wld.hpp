// The metric `wld`: win, loss or draw for the side to move, without distances.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "egtb/passage.hpp"
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
    static constexpr bool under_draw_rules = false;

    static constexpr Value without_move(const Rules& rules, bool bare) {
        return value_without_move(rules, bare);
    }
    struct Ply {};
    static constexpr Ply ply(const CountedRules*, const Passage&) { return {}; }
    static constexpr Value after_move(Value value, Ply) { return negated(value); }
    static constexpr bool better(Value a, Value b) { return a > b; }
    static constexpr bool unbeatable(Value value) { return value == Wld::win; }
    static constexpr Wld result(Value value) { return value; }
    static constexpr std::optional<std::uint32_t> plies(Value) { return std::nullopt; }

    static constexpr std::uint32_t alphabet = 3;
    static constexpr std::uint32_t symbol(const Rules&, Value value) {
        return static_cast<std::uint32_t>(value);
    }
    static constexpr Value value(const Rules&, std::uint32_t symbol) { return static_cast<Wld>(symbol); }

    // 1, 2, 3 above two bits of flags: the other side wins, draws, loses.
    using Code = std::uint8_t;
    static constexpr Code draw_code = 2 << 2;
    static constexpr bool decided_at_once = true;
    static constexpr bool too_long(Code) { return false; }
    static constexpr Code code(const Rules&, Value value) {
        return static_cast<Code>((3 - static_cast<int>(value)) << 2);
    }
    static constexpr Value value_of_code(const Rules&, Code code) {
        return static_cast<Wld>(3 - (code >> 2));
    }
    template <class T>
    static constexpr T turned(const T& code, Ply) {
        return static_cast<T>(Code{4 << 2} - code);
    }
    template <class T>
    static constexpr T arrived(const T& code, Ply) {
        return code;
    }
};

}  // namespace damier
