// The metric `dtz`: plies to the next irreversible move, a capture or a man's move (or to the end), under the
// best play that keeps the result. The winner minimises, the loser maximises.
#pragma once

#include <optional>
#include <string_view>

#include "egtb/distance.hpp"
#include "egtb/passage.hpp"

namespace damier {

struct DtzMetric {
    using Value = Distance;
    static constexpr std::string_view name = "dtz";
    static constexpr bool under_draw_rules = false;

    static constexpr Value without_move(const Rules& rules, bool bare) {
        return {value_without_move(rules, bare), 0};
    }
    struct Ply {
        bool irreversible = false;
    };
    static constexpr Ply ply(const CountedRules*, const Passage& passage) { return {passage.irreversible()}; }
    static constexpr Value after_move(Value value, Ply ply) {
        if (value.result == Wld::draw) return {};
        return {negated(value.result), ply.irreversible ? 1 : value.plies + 1};
    }
    static constexpr bool better(const Value& a, const Value& b) { return damier::better(a, b); }
    static constexpr bool unbeatable(const Value& value) { return value == Value{Wld::win, 1}; }
    static constexpr Wld result(const Value& value) { return value.result; }
    static constexpr std::optional<std::uint32_t> plies(const Value& value) {
        if (value.result == Wld::draw) return std::nullopt;
        return value.plies;
    }

    // A draw is 0, a win 1 + 2 plies, a loss 2 + 2 plies.
    static constexpr std::uint32_t alphabet = 0;
    static constexpr std::uint32_t symbol(const Rules&, const Value& value) {
        return value.result == Wld::draw ? 0 : 2 * value.plies + (value.result == Wld::win ? 1 : 2);
    }
    static constexpr Value value(const Rules&, std::uint32_t symbol) {
        if (symbol == 0) return {};
        return {symbol % 2 != 0 ? Wld::win : Wld::loss, (symbol - 1) / 2};
    }

    // In units: below the draw the side that has moved loses in so many plies, above it wins in 2^14 - code.
    using Code = DistanceCode;
    static constexpr Code draw_code = distance_draw;
    static constexpr bool decided_at_once = false;
    static constexpr bool too_long(Code code) { return code == draw_code - distance_unit; }
    static constexpr Code code(const Rules&, const Value& value) {
        if (value.result == Wld::draw) return draw_code;
        const std::uint32_t plies = value.plies + 1;
        return static_cast<Code>((value.result == Wld::win ? plies : (1u << 14) - plies) * distance_unit);
    }
    static constexpr Value value_of_code(const Rules&, Code code) {
        const std::uint32_t units = code / distance_unit;
        if (code == draw_code) return {};
        if (code < draw_code) return {Wld::win, units - 1};
        return {Wld::loss, (1u << 14) - units - 1};
    }
    template <class T>
    static constexpr T turned(const T& code, Ply) {
        const T longer_loss = static_cast<T>(~code & static_cast<Code>(~(distance_unit - 1)));
        const T longer_win = static_cast<T>(distance_unit - code);
        return choose_code(code > draw_code, longer_win, choose_code(code < draw_code, longer_loss, code));
    }
    template <class T>
    static constexpr T arrived(const T& code, Ply ply) {
        if (!ply.irreversible) return code;
        const T zero = static_cast<T>(code ^ code);
        const T win = static_cast<T>(zero - distance_unit);
        const T loss = static_cast<T>(zero + distance_unit);
        return choose_code(code > draw_code, win,
                           choose_code(code == draw_code, code, choose_code(code == zero, zero, loss)));
    }
};

}  // namespace damier
