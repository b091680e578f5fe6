// What a value of metric `rule` comes to in a position, with so many plies counted.
#pragma once

#include <optional>
#include <string_view>

#include "cli/json.hpp"
#include "egtb/counted_rules.hpp"
#include "egtb/metric.hpp"
#include "egtb/outcome.hpp"
#include "formats/fen.hpp"
#include "rules/result.hpp"

namespace damier {

inline constexpr int most_plies_counted = 100'000;  // as for the field H

class RuleJudge {
public:
    // `counter` as on the command line, else the counters of the FEN count, else nothing has been counted. An
    // error where these contradict each other.
    static Result<RuleJudge> of(const CountedRules& counted, const Rules& rules, std::string_view fen,
                                const Placement& placement, std::optional<int> counter, bool no_draw_rule);

    // Of the position, or of a move in it.
    Outcome outcome(const MetricValue& value) const;
    // Adds what counts: `counter`, `article` and `limit`.
    void describe(Json& object) const;

private:
    const CountedRules* counted_ = nullptr;
    CountedRules::Count count_;
    std::uint32_t counter_ = 0;
    bool no_draw_rule_ = false;
};

}  // namespace damier
