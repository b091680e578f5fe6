#include "rules/draw_claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/draw_rule_text.hpp"

namespace damier {

namespace {

bool contains(const std::vector<PlySpan>& spans, std::size_t ply) {
    return std::ranges::any_of(spans,
                               [&](const PlySpan& span) { return span.first <= ply && ply <= span.last; });
}

bool is_ground(const DrawClaim& claim, const DrawRule& rule) {
    switch (claim.ground) {
        case DrawClaim::Ground::any:
            return rule.kind == DrawKind::repetition || rule.kind == DrawKind::count ||
                   rule.kind == DrawKind::at_once;
        case DrawClaim::Ground::repetition:
            return rule.kind == DrawKind::repetition;
        case DrawClaim::Ground::moves:
            // "30 moves" may be 30 of each side, or 30 of both together.
            return rule.kind == DrawKind::count &&
                   (claim.moves == 0 || rule.limit == claim.moves || target(rule) == claim.moves);
    }
    return false;
}

std::string ground_text(const DrawClaim& claim) {
    switch (claim.ground) {
        case DrawClaim::Ground::any:
            return "no draw rule";
        case DrawClaim::Ground::repetition:
            return "no repetition";
        case DrawClaim::Ground::moves:
            return claim.moves == 0 ? std::string{"no count of moves"}
                                    : fmt::format("no count of {} moves", claim.moves);
    }
    return {};
}

}  // namespace

std::optional<GameDraws::Drawn> GameDraws::drawn_by_itself() const {
    std::optional<Drawn> drawn;
    for (const RuleInGame& found : rules) {
        if (found.rule.acts != Acts::by_itself || found.holds.empty()) continue;
        const std::size_t ply = found.holds.front().first;
        if (!drawn || ply < drawn->ply) drawn = Drawn{ply, &found};
    }
    return drawn;
}

std::vector<const RuleInGame*> GameDraws::at(std::size_t ply) const {
    std::vector<const RuleInGame*> found;
    for (const RuleInGame& rule : rules) {
        if (contains(rule.holds, ply) || contains(rule.on_board, ply)) found.push_back(&rule);
    }
    return found;
}

std::vector<const RuleInGame*> GameDraws::perhaps_at(std::size_t ply) const {
    std::vector<const RuleInGame*> found;
    for (const RuleInGame& rule : rules) {
        if (contains(rule.may_hold, ply)) found.push_back(&rule);
    }
    return found;
}

JudgedClaim judge(const DrawClaim& claim, const GameDraws& draws, const DrawRules& rules) {
    if (std::ranges::none_of(rules, [&](const DrawRule& rule) { return is_ground(claim, rule); })) {
        return {ClaimVerdict::wrong, nullptr, fmt::format("the rulebook has {}", ground_text(claim))};
    }
    if (claim.ply > draws.looked_at) {
        return {ClaimVerdict::unknown, nullptr,
                fmt::format("the game is known for sure up to ply {} only", draws.looked_at)};
    }
    for (const RuleInGame* found : draws.at(claim.ply)) {
        if (is_ground(claim, found->rule)) {
            return {ClaimVerdict::right, found,
                    found->rule.acts == Acts::announced ? "provided that it was announced in time" : ""};
        }
    }
    if (const auto drawn = draws.drawn_by_itself(); drawn && drawn->ply <= claim.ply) {
        return {ClaimVerdict::right, drawn->by, fmt::format("the game was drawn at ply {}", drawn->ply)};
    }
    if (claim.ply == draws.plies && draws.over) {
        return {ClaimVerdict::wrong, nullptr,
                "the game has ended before, since the side to move has no move"};
    }
    for (const RuleInGame* found : draws.perhaps_at(claim.ply)) {
        if (is_ground(claim, found->rule))
            return {ClaimVerdict::unknown, found, "it depends on what was played before the first position"};
    }
    std::string why = fmt::format("{} holds at ply {}", ground_text(claim), claim.ply);
    for (const RuleInGame& found : draws.rules) {
        if (!is_ground(claim, found.rule) || found.holds.empty()) continue;
        why += fmt::format("; {} holds from ply {} to ply {}", found.rule.article, found.holds.front().first,
                           found.holds.front().last);
    }
    return {ClaimVerdict::wrong, nullptr, why};
}

}  // namespace damier
