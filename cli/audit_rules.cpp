#include "cli/audit_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace damier {

void judge_under_rules(AuditedGame& audited, const DrawsOfGame& game, const Rulebook& book) {
    const GameDraws& draws = game.draws;
    const bool sure = game.replayed && draws.looked_at == draws.plies;
    for (FindingLine& finding : audited.findings) {
        if (finding.kind != FindingKind::wrong_result || audited.result != GameResult::draw || !sure)
            continue;
        const auto holding = draws.at(draws.plies);
        if (holding.empty()) continue;
        finding.draw_rule = fmt::format("{} {}", book.name, holding.front()->rule.article);
        finding.right_by_rule = true;
        for (ClaimLine& claim : audited.claims) {
            if (claim.source == ClaimSource::result) claim.verdict = Verdict::holds;
        }
    }
    const bool decided = audited.result == GameResult::white_wins || audited.result == GameResult::black_wins;
    const auto drawn = draws.drawn_by_itself();
    const bool already_wrong = std::ranges::any_of(audited.findings, [](const FindingLine& finding) {
        return finding.kind != FindingKind::result_changing_move;
    });
    if (!decided || !drawn || already_wrong || audited.ending != GameEnding::on_the_board) return;
    FindingLine finding;
    finding.kind = FindingKind::wrong_result;
    finding.ply = draws.plies;
    finding.fen = game.last_fen;
    finding.to_move = game.last_to_move;
    finding.place = game.result_place;
    finding.draw_rule = fmt::format("{} {}, at ply {}", book.name, drawn->by->rule.article, drawn->ply);
    audited.findings.push_back(std::move(finding));
}

}  // namespace damier
