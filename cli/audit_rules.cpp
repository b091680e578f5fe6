#include "cli/audit_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "egtb/outcome.hpp"
#include "formats/fen.hpp"

namespace damier {

namespace {

// What tables of the rules say of the last position with the counts of the game.
struct EndByRule {
    enum class Drawn { no, unknown, yes };
    Drawn drawn = Drawn::no;  // although one side wins without the rules
    std::string why;          // "idf-64 7.2.8, with 4 plies of 10 counted and 7 more needed"
};

std::string why_late(std::string_view book, const DrawRule& rule, DrawCount::Plies counted,
                     std::uint32_t limit, const std::optional<std::uint32_t>& needed) {
    const std::string plies = counted.least == counted.most ? fmt::format("{}", counted.least)
                                                            : fmt::format("{} or more", counted.least);
    return fmt::format("{} {}, with {} plies of {} counted, and {}", book, rule.article, plies, limit,
                       needed ? fmt::format("{} needed", *needed)
                              : std::string{"no number of plies enough for what follows"});
}

Result<EndByRule> end_by_rule(const DrawsOfGame& game, const AuditRules& rules, const BoardShape& shape) {
    const auto placement = parse_placement(game.last_fen, shape);
    if (!placement) return fail(placement.error());
    Slice slice;
    for (const Placement::Piece& piece : placement->pieces)
        ++(piece.king ? slice.kings : slice.men)[index(piece.color)];
    if (slice.pieces() > rules.pieces || slice.pieces_of(Color::white) == 0 ||
        slice.pieces_of(Color::black) == 0)
        return EndByRule{};
    const auto value = rules.prober->probe(*placement);
    if (!value) return fail(value.error());
    if (value->result == Wld::draw || (value->plies && *value->plies == 0)) return EndByRule{};
    EndByRule end;
    const CountedRules& counted = *rules.tables->identity().counted;
    const CountedRules::Count deciding = counted.in(slice);
    // The one that decides, and any that goes on beside it.
    for (std::size_t i = 0; i < counted.rules().size(); ++i) {
        const DrawRule& rule = counted.rules()[i];
        const auto place = std::ranges::find(rules.rules, rule.article, &DrawRule::article);
        const bool decides = deciding.rule == static_cast<int>(i);
        DrawCount::Plies plies{};
        if (const auto& in_game = game.draws.counted[static_cast<std::size_t>(place - rules.rules.begin())]) {
            plies = *in_game;
        } else if (!decides) {
            continue;
        }
        const std::uint32_t limit = decides ? deciding.limit
                                    : rule.counted == Counted::each_side
                                        ? static_cast<std::uint32_t>(target(rule))
                                    : rule.counted == Counted::plies ? static_cast<std::uint32_t>(rule.limit)
                                                                     : no_limit;
        const auto late = [&](int count) {
            const Outcome outcome =
                outcome_of(value->result, value->plies, static_cast<std::uint32_t>(count), limit);
            return outcome == Outcome::cursed_win || outcome == Outcome::blessed_loss;
        };
        if (late(plies.least))
            return EndByRule{EndByRule::Drawn::yes,
                             why_late(rules.book->name, rule, plies, limit, value->plies)};
        if (late(plies.most)) end.drawn = EndByRule::Drawn::unknown;
    }
    return end;
}

}  // namespace

Result<void> judge_under_rules(AuditedGame& audited, const DrawsOfGame& game, const AuditRules& rules,
                               const BoardShape& shape) {
    const GameDraws& draws = game.draws;
    const Rulebook& book = *rules.book;
    const bool sure = game.replayed && draws.looked_at == draws.plies;
    EndByRule end;
    if (rules.prober && sure && !draws.over) {
        auto found = end_by_rule(game, rules, shape);
        if (!found) return fail(found.error());
        end = std::move(*found);
    }
    const auto judge_result = [&](Verdict verdict) {
        for (ClaimLine& claim : audited.claims) {
            if (claim.source == ClaimSource::result) claim.verdict = verdict;
        }
    };
    for (FindingLine& finding : audited.findings) {
        if (finding.kind != FindingKind::wrong_result || audited.result != GameResult::draw || !sure)
            continue;
        const auto holding = draws.at(draws.plies);
        if (!holding.empty()) {
            finding.draw_rule = fmt::format("{} {}", book.name, holding.front()->rule.article);
        } else if (end.drawn == EndByRule::Drawn::yes) {
            finding.draw_rule = end.why;
        } else {
            // It depends on what was played before the first position.
            if (end.drawn == EndByRule::Drawn::unknown) {
                finding.kind = FindingKind::unexplained_result;
                judge_result(Verdict::unknown);
            }
            continue;
        }
        finding.right_by_rule = true;
        judge_result(Verdict::holds);
    }
    const bool decided = audited.result == GameResult::white_wins || audited.result == GameResult::black_wins;
    const auto drawn = draws.drawn_by_itself();
    const bool already_wrong = std::ranges::any_of(audited.findings, [](const FindingLine& finding) {
        return finding.kind != FindingKind::result_changing_move;
    });
    const bool too_late = end.drawn == EndByRule::Drawn::yes;
    if (!decided || (!drawn && !too_late) || already_wrong || audited.ending != GameEnding::on_the_board)
        return {};
    FindingLine finding;
    finding.kind = FindingKind::wrong_result;
    finding.ply = draws.plies;
    finding.fen = game.last_fen;
    finding.to_move = game.last_to_move;
    finding.place = game.result_place;
    finding.draw_rule =
        drawn ? fmt::format("{} {}, at ply {}", book.name, drawn->by->rule.article, drawn->ply) : end.why;
    audited.findings.push_back(std::move(finding));
    if (!drawn) judge_result(Verdict::refuted);
    return {};
}

}  // namespace damier
