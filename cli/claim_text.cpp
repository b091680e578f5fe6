#include "cli/claim_text.hpp"

#include <fmt/format.h>

#include "rules/draw_rule_text.hpp"

namespace damier {

namespace {

std::string_view title(Color color) { return color == Color::white ? "White" : "Black"; }

// One line, whatever the comment.
std::string one_line(std::string text) {
    for (char& c : text) {
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    return text;
}

std::string who_text(const RuleInGame& found) {
    std::string who = acts_text(found.rule);
    if (found.claimant) who += fmt::format(" ({})", title(*found.claimant));
    return who;
}

std::string span_text(const std::vector<PlySpan>& spans) {
    std::string text;
    for (const PlySpan& span : spans) {
        text += text.empty() ? "" : ", ";
        text += span.first == span.last ? fmt::format("{}", span.first)
                                        : fmt::format("{}-{}", span.first, span.last);
    }
    return text;
}

TextPlace place_of(const ClaimedGame& claimed, std::size_t ply) {
    return ply == 0 ? claimed.raw.place : claimed.game.moves[ply - 1];
}

Json spans_json(const std::vector<PlySpan>& spans) {
    Json list = Json::array();
    for (const PlySpan& span : spans) list.push_back({span.first, span.last});
    return list;
}

Json rule_json(const ClaimedGame& claimed, std::size_t i) {
    const RuleInGame& found = claimed.game.draws.rules[i];
    Json object;
    object["article"] = found.rule.article;
    object["limit"] = limit_text(found.rule);
    object["first"] = found.holds.empty() ? Json(nullptr) : Json(found.holds.front().first);
    object["by"] = acts_text(found.rule);
    object["claimant"] = found.claimant ? Json(name(*found.claimant)) : Json(nullptr);
    object["holds"] = spans_json(found.holds);
    object["may_hold"] = spans_json(found.may_hold);
    object["fen"] = claimed.game.first_fens[i];
    return object;
}

}  // namespace

std::vector<std::string> claim_lines(const ClaimedGame& claimed) {
    std::vector<std::string> lines;
    const auto head = [&](TextPlace place, std::string_view ply) {
        return fmt::format("{}:{}:{}: game {}{}: ", claimed.file, place.line, place.column,
                           claimed.raw.number, ply);
    };
    const GameDraws& draws = claimed.game.draws;
    std::string perhaps;
    for (std::size_t i = 0; i < draws.rules.size(); ++i) {
        const RuleInGame& found = draws.rules[i];
        if (found.holds.empty()) {
            perhaps += fmt::format("{}{} at {}", perhaps.empty() ? "" : "; ", found.rule.article,
                                   span_text(found.may_hold));
            continue;
        }
        const std::size_t first = found.holds.front().first;
        lines.push_back(head(place_of(claimed, first), fmt::format(", ply {}", first)) +
                        fmt::format("{} {} holds, {}; {}; plies {}; first in {}", claimed.book.name,
                                    found.rule.article, limit_text(found.rule), who_text(found),
                                    span_text(found.holds), claimed.game.first_fens[i]));
    }
    if (!perhaps.empty()) {
        lines.push_back(head(claimed.raw.place, "") +
                        fmt::format("unknown, since nobody knows what was played before: {} {}",
                                    claimed.book.name, perhaps));
    }
    for (const JudgedMadeClaim& claim : claimed.claims) {
        std::string line =
            head(claim.made.place, fmt::format(", ply {}", claim.made.claim.ply)) +
            fmt::format("claim \"{}\": {}", one_line(claim.made.text), name(claim.judged.verdict));
        if (claim.judged.rule != nullptr)
            line += fmt::format(", {} {}", claimed.book.name, claim.judged.rule->rule.article);
        if (!claim.judged.why.empty()) line += ": " + claim.judged.why;
        lines.push_back(std::move(line));
    }
    if (claimed.drawn_before) {
        lines.push_back(
            head(claimed.game.result_place, "") +
            fmt::format("the result is given as \"{}\": wrong, the game was drawn at ply {} by {} {}",
                        name(claimed.game.result), claimed.drawn_before->ply, claimed.book.name,
                        claimed.drawn_before->by->rule.article));
    }
    return lines;
}

Json claim_json(const AnyGame& rules, const ClaimedGame& claimed) {
    const GameDraws& draws = claimed.game.draws;
    Json object;
    object["file"] = claimed.file;
    object["line"] = claimed.raw.place.line;
    object["column"] = claimed.raw.place.column;
    object["game"] = claimed.raw.number;
    object["variant"] = rules.rules().name;
    object["rulebook"] = claimed.book.name;
    object["plies"] = draws.plies;
    object["sure_plies"] = draws.looked_at;
    object["replayed"] = claimed.game.replayed && claimed.raw.whole;
    object["history"] = draws.history_known ? "known" : "unknown";
    object["result"] = name(claimed.game.result);
    object["result_wrong"] = claimed.drawn_before.has_value();
    object["drawn_at"] = nullptr;
    if (const auto drawn = draws.drawn_by_itself()) object["drawn_at"] = drawn->ply;
    object["rules"] = Json::array();
    for (std::size_t i = 0; i < draws.rules.size(); ++i) object["rules"].push_back(rule_json(claimed, i));
    object["at_the_end"] = Json::array();
    if (!draws.over && draws.looked_at == draws.plies) {
        for (const RuleInGame* found : draws.at(draws.plies))
            object["at_the_end"].push_back(found->rule.article);
    }
    object["claims"] = Json::array();
    for (const JudgedMadeClaim& claim : claimed.claims) {
        object["claims"].push_back(
            {{"text", claim.made.text},
             {"line", claim.made.place.line},
             {"column", claim.made.place.column},
             {"ply", claim.made.claim.ply},
             {"verdict", name(claim.judged.verdict)},
             {"article",
              claim.judged.rule == nullptr ? Json(nullptr) : Json(claim.judged.rule->rule.article)},
             {"why", claim.judged.why}});
    }
    return object;
}

}  // namespace damier
