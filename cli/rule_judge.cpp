#include "cli/rule_judge.hpp"

#include <fmt/format.h>

#include "formats/fen_counters.hpp"

namespace damier {

Result<RuleJudge> RuleJudge::of(const CountedRules& counted, const Rules& rules, std::string_view fen,
                                const Placement& placement, std::optional<int> counter, bool no_draw_rule) {
    const auto counters = parse_fen_counters(fen);
    if (!counters) return fail(counters.error());
    const auto earlier = earlier_plies(*counters, placement.to_move, rules.first);
    if (!earlier) return fail(earlier.error());
    if (counter && earlier->counted && *counter != *earlier->counted) {
        return fail(ErrorKind::bad_input,
                    fmt::format("the FEN counts {} plies (H), --counter {}", *earlier->counted, *counter));
    }
    if (counter && earlier->at_most && *counter > *earlier->at_most) {
        return fail(ErrorKind::bad_input,
                    fmt::format("--counter {} before a position that {} plies were played before (F)",
                                *counter, *earlier->at_most));
    }
    Slice slice;
    for (const Placement::Piece& piece : placement.pieces)
        ++(piece.king ? slice.kings : slice.men)[index(piece.color)];
    RuleJudge judge;
    judge.counted_ = &counted;
    judge.count_ = counted.in(slice);
    judge.counter_ = static_cast<std::uint32_t>(counter.value_or(earlier->counted.value_or(0)));
    judge.no_draw_rule_ = no_draw_rule;
    return judge;
}

Outcome RuleJudge::outcome(const MetricValue& value) const {
    if (no_draw_rule_ || (count_.rule < 0 && value.plies)) return outcome_of(value.result, 0, 0, 0);
    return outcome_of(value.result, value.plies, counter_, count_.limit);
}

void RuleJudge::describe(Json& object) const {
    if (no_draw_rule_) return;
    object["counter"] = counter_;
    if (count_.rule < 0) return;
    object["article"] = counted_->rules()[static_cast<std::size_t>(count_.rule)].article;
    object["limit"] = count_.limit;
}

}  // namespace damier
