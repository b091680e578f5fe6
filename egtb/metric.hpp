// What a metric is: a type that tells what a table says of a position. One file a metric; prober, verifier,
// solver and writer are templates over it (docs/metrics.md).
//
// A metric has values (for the side to move), symbols (how a file stores values) and codes. A **code** is a
// value as the side sees it that has moved there, so that the best move has the largest code: 0 no such
// placement; below M::draw_code it loses; above, it wins. The two lowest bits of a code are 0: the solver
// keeps flags there (solver/value_cells.hpp).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "egtb/distance.hpp"
#include "egtb/dtw.hpp"
#include "egtb/dtz.hpp"
#include "egtb/rule.hpp"
#include "egtb/wld.hpp"
#include "rules/result.hpp"
#include "rules/rules.hpp"

namespace damier {

template <class M>
concept Metric = requires(const Rules& rules, const CountedRules* counted, const Passage& passage,
                          typename M::Value value, typename M::Ply ply, typename M::Code code,
                          std::uint32_t symbol) {
    { M::name } -> std::convertible_to<std::string_view>;
    // Do the values follow draw rules, so that a table names them?
    { M::under_draw_rules } -> std::convertible_to<bool>;
    // Of the side to move without a legal move; `bare`: and without pieces.
    { M::without_move(rules, true) } -> std::same_as<typename M::Value>;
    // What a ply does to values: made once for all plies of a kind between two slices. `counted`: the draw
    // rules that the tables follow, nullptr where they follow none.
    { M::ply(counted, passage) } -> std::same_as<typename M::Ply>;
    // What a move is worth that leads to `value`.
    { M::after_move(value, ply) } -> std::same_as<typename M::Value>;
    { M::better(value, value) } -> std::same_as<bool>;
    // Can no move be better than this one?
    { M::unbeatable(value) } -> std::same_as<bool>;
    { M::result(value) } -> std::same_as<Wld>;
    { M::plies(value) } -> std::same_as<std::optional<std::uint32_t>>;

    { M::symbol(rules, value) } -> std::same_as<std::uint32_t>;
    { M::value(rules, symbol) } -> std::same_as<typename M::Value>;
    // Symbols of every table, or 0: one more than the largest that a table has.
    { M::alphabet } -> std::convertible_to<std::uint32_t>;

    { M::code(rules, value) } -> std::same_as<typename M::Code>;
    { M::value_of_code(rules, code) } -> std::same_as<typename M::Value>;
    { M::draw_code } -> std::convertible_to<typename M::Code>;
    // The code as seen by a ply that leads there: 0 stays 0. For numbers and for vectors.
    { M::arrived(code, ply) } -> std::same_as<typename M::Code>;
    // The code of a position whose best move leads to this code, arrived and not 0: of `ply` only the slice
    // and the side that moves matter. For numbers and for vectors.
    { M::turned(code, ply) } -> std::same_as<typename M::Code>;
    // Is it the code of a distance that was too long for codes?
    { M::too_long(code) } -> std::same_as<bool>;
    // Does a value stay as it is once it is no draw, while the solver iterates?
    { M::decided_at_once } -> std::convertible_to<bool>;
};

// The list of metrics, for instances: f(M) for each.
#define DAMIER_FOR_EACH_METRIC(f) f(WldMetric) f(DtwMetric) f(DtzMetric) f(RuleMetric)

#define DAMIER_IS_METRIC(M) static_assert(Metric<M>);
DAMIER_FOR_EACH_METRIC(DAMIER_IS_METRIC)
#undef DAMIER_IS_METRIC

namespace detail {
template <class F, class First, class... Rest>
auto with_metric_among(std::string_view name, F& f) -> std::invoke_result_t<F&, std::type_identity<First>> {
    if (name == First::name) return f(std::type_identity<First>{});
    if constexpr (sizeof...(Rest) > 0) {
        return with_metric_among<F, Rest...>(name, f);
    } else {
        return fail(ErrorKind::usage,
                    "unknown metric \"" + std::string{name} + "\"; one of: wld, dtw, dtz, rule");
    }
}
}  // namespace detail

// f(std::type_identity<M>{}) for the metric of that name; f returns a Result.
template <class F>
auto with_metric(std::string_view name, F f) {
    return detail::with_metric_among<F, WldMetric, DtwMetric, DtzMetric, RuleMetric>(name, f);
}

// What any metric tells of a position.
struct MetricValue {
    Wld result = Wld::draw;
    std::optional<std::uint32_t> plies = {};  // wins and losses, where the metric has distances
    friend bool operator==(const MetricValue&, const MetricValue&) = default;
};
template <Metric M>
constexpr MetricValue metric_value(const typename M::Value& value) {
    return {M::result(value), M::plies(value)};
}

}  // namespace damier
