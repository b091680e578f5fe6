// The metric `rule`: how soon the winner wins under draw rules, in the plies that count
// (docs/design/rule-tables.md). Without draw rules a count restarts at every irreversible move and has no
// limit.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "egtb/counted_rules.hpp"
#include "egtb/distance.hpp"

namespace damier {

struct RuleValue {
    static constexpr std::uint32_t never = 0xffff'ffff;

    Wld result = Wld::draw;  // without draw rules
    // The position is decided under the rule with c plies counted exactly if c + plies is at most the limit.
    // 0 for a draw.
    std::uint32_t plies = 0;
    friend bool operator==(const RuleValue&, const RuleValue&) = default;
};

struct RuleMetric {
    using Value = RuleValue;
    using Ply = RulePly;
    static constexpr std::string_view name = "rule";
    static constexpr bool under_draw_rules = true;

    static constexpr Value without_move(const Rules& rules, bool bare) {
        return {value_without_move(rules, bare), 0};
    }
    static Ply ply(const CountedRules* counted, const Passage& passage) {
        if (counted != nullptr) return counted->ply(passage);
        return {passage.irreversible() ? Ply::Arrival::fresh : Ply::Arrival::goes_on, no_limit, false};
    }
    static constexpr Value after_move(const Value& value, const Ply& ply) {
        if (value.result == Wld::draw) return {};
        const bool begins = ply.arrival != Ply::Arrival::goes_on;
        if (value.plies == Value::never || (begins && value.plies > ply.limit))
            return {negated(value.result), Value::never};
        const std::uint32_t rest = ply.arrival == Ply::Arrival::fresh ? 0 : value.plies;
        return {negated(value.result), std::max<std::uint32_t>(rest, ply.late ? 1 : 0) + 1};
    }
    static constexpr bool better(const Value& a, const Value& b) {
        return damier::better(Distance{a.result, a.plies}, Distance{b.result, b.plies});
    }
    static constexpr bool unbeatable(const Value& value) { return value == Value{Wld::win, 1}; }
    static constexpr Wld result(const Value& value) { return value.result; }
    static constexpr std::optional<std::uint32_t> plies(const Value& value) {
        if (value.result == Wld::draw || value.plies == Value::never) return std::nullopt;
        return value.plies;
    }

    // A draw is 0, a win that no number of plies is enough for 1, such a loss 2; else a win is 3 + 2 plies, a
    // loss 4 + 2 plies.
    static constexpr std::uint32_t alphabet = 0;
    static constexpr std::uint32_t symbol(const Rules&, const Value& value) {
        if (value.result == Wld::draw) return 0;
        const std::uint32_t first = value.result == Wld::win ? 1 : 2;
        return value.plies == Value::never ? first : first + 2 + 2 * value.plies;
    }
    static constexpr Value value(const Rules&, std::uint32_t symbol) {
        if (symbol == 0) return {};
        const Wld result = symbol % 2 != 0 ? Wld::win : Wld::loss;
        return {result, symbol <= 2 ? Value::never : (symbol - 3) / 2};
    }

    // In units, as those of `dtz`: below the draw the side that has moved loses in code - 1 plies, above it
    // wins in 2^14 - 1 - code; next to the draw it does so without a number of plies. One unit further off a
    // number was too long.
    using Code = DistanceCode;
    static constexpr Code draw_code = distance_draw;
    static constexpr Code never_loses = draw_code - distance_unit;
    static constexpr Code never_wins = draw_code + distance_unit;
    static constexpr Code longest_loss = never_loses - distance_unit;
    static constexpr Code longest_win = never_wins + distance_unit;
    static constexpr Code last_win = static_cast<Code>(0 - distance_unit);  // it has just won
    static constexpr bool decided_at_once = false;
    static constexpr bool too_long(Code code) { return code == longest_loss || code == longest_win; }

    static constexpr Code code(const Rules&, const Value& value) {
        if (value.result == Wld::draw) return draw_code;
        const bool wins = value.result == Wld::win;
        if (value.plies == Value::never) return wins ? never_loses : never_wins;
        const std::uint32_t plies = value.plies + 1;
        return static_cast<Code>((wins ? plies : (1u << 14) - plies) * distance_unit);
    }
    static constexpr Value value_of_code(const Rules&, Code code) {
        const std::uint32_t units = code / distance_unit;
        if (code == draw_code) return {};
        if (code < draw_code) return {Wld::win, code == never_loses ? Value::never : units - 1};
        return {Wld::loss, code == never_wins ? Value::never : (1u << 14) - units - 1};
    }
    template <class T>
    static constexpr T turned(const T& code, const Ply& ply) {
        const Code late = ply.late ? distance_unit : Code{0};
        const Code least = static_cast<Code>(distance_unit + late);
        const Code most = static_cast<Code>(last_win - late);
        // A loss for the side that has moved here, from a loss of the side that moves on; and a win.
        T lost = choose_code(code < least, filled(code, least), code);
        lost = static_cast<T>(~lost & static_cast<Code>(~(distance_unit - 1)));
        lost = choose_code(lost < longest_win, filled(code, longest_win), lost);
        lost = choose_code(code == never_loses, filled(code, never_wins), lost);
        T won = choose_code(code > most, filled(code, most), code);
        won = static_cast<T>(distance_unit - won);
        won = choose_code(won > longest_loss, filled(code, longest_loss), won);
        won = choose_code(code == never_wins, filled(code, never_loses), won);
        return choose_code(code > draw_code, won, choose_code(code < draw_code, lost, code));
    }
    template <class T>
    static constexpr T arrived(const T& code, const Ply& ply) {
        if (ply.arrival == Ply::Arrival::goes_on) return code;
        const bool fresh = ply.arrival == Ply::Arrival::fresh;
        const auto limit = static_cast<Code>(std::min(ply.limit, no_limit) * distance_unit);
        const Code slowest_loss = static_cast<Code>(distance_unit + limit);
        const Code slowest_win = static_cast<Code>(last_win - limit);
        const T in_time_loss = fresh ? filled(code, distance_unit) : code;
        const T in_time_win = fresh ? filled(code, last_win) : code;
        const T loss = choose_code(code > slowest_loss, filled(code, never_loses), in_time_loss);
        const T win = choose_code(code < slowest_win, filled(code, never_wins), in_time_win);
        const T decided = choose_code(code > draw_code, win, choose_code(code < draw_code, loss, code));
        return choose_code(code == Code{0}, code, decided);
    }

private:
    // All elements `value`, where codes are vectors.
    template <class T>
    static constexpr T filled(const T& like, Code value) {
        return static_cast<T>((like ^ like) + value);
    }
};

}  // namespace damier
