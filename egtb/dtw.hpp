// The metric `dtw`: plies until the loser is to move and cannot. The winner minimises, the loser maximises.
#pragma once

#include <optional>
#include <string_view>

#include "egtb/distance.hpp"
#include "egtb/passage.hpp"

namespace damier {

struct DtwMetric {
    using Value = Distance;
    static constexpr std::string_view name = "dtw";
    static constexpr bool under_draw_rules = false;

    static constexpr Value without_move(const Rules& rules, bool bare) {
        return {value_without_move(rules, bare), 0};
    }
    struct Ply {};
    static constexpr Ply ply(const CountedRules*, const Passage&) { return {}; }
    static constexpr Value after_move(Value value, Ply) {
        return {negated(value.result), value.result == Wld::draw ? 0 : value.plies + 1};
    }
    static constexpr bool better(const Value& a, const Value& b) { return damier::better(a, b); }
    static constexpr bool unbeatable(const Value& value) { return value == Value{Wld::win, 1}; }
    static constexpr Wld result(const Value& value) { return value.result; }
    static constexpr std::optional<std::uint32_t> plies(const Value& value) {
        if (value.result == Wld::draw) return std::nullopt;
        return value.plies;
    }

    // A draw is 0, all else plies + 1: the parity of the plies tells who wins, since the last position is
    // always the same side's: the loser's, or the winner's where a side that cannot move wins.
    static constexpr std::uint32_t alphabet = 0;
    static constexpr std::uint32_t symbol(const Rules&, const Value& value) {
        return value.result == Wld::draw ? 0 : value.plies + 1;
    }
    static constexpr Value value(const Rules& rules, std::uint32_t symbol) {
        if (symbol == 0) return {};
        const bool odd = (symbol - 1) % 2 != 0;
        return {odd != (rules.no_move == NoMove::wins) ? Wld::win : Wld::loss, symbol - 1};
    }

    // In units: below the draw the side that has moved loses in 2 code plies, above it wins in 2 (2^14 - 1 -
    // code) + 1; each one ply less where a side that cannot move wins.
    using Code = DistanceCode;
    static constexpr Code draw_code = distance_draw;
    static constexpr bool decided_at_once = false;
    static constexpr bool too_long(Code code) { return code == draw_code - distance_unit; }
    static constexpr Code code(const Rules& rules, const Value& value) {
        const std::uint32_t less = rules.no_move == NoMove::wins ? 1 : 0;
        if (value.result == Wld::draw) return draw_code;
        const std::uint32_t half = (value.plies + 1 + less) / 2;
        const std::uint32_t top = (1u << 14) - 1;
        return static_cast<Code>((value.result == Wld::win ? half : top - half) * distance_unit);
    }
    static constexpr Value value_of_code(const Rules& rules, Code code) {
        const std::uint32_t less = rules.no_move == NoMove::wins ? 1 : 0;
        const std::uint32_t units = code / distance_unit;
        if (code == draw_code) return {};
        if (code < draw_code) return {Wld::win, 2 * units - 1 - less};
        return {Wld::loss, 2 * ((1u << 14) - 1 - units) - less};
    }
    template <class T>
    static constexpr T turned(const T& code, Ply) {
        return choose_code(code >= draw_code, static_cast<T>(-code),
                           static_cast<T>(~code & static_cast<Code>(~(distance_unit - 1))));
    }
    template <class T>
    static constexpr T arrived(const T& code, Ply) {
        return code;
    }
};

}  // namespace damier
