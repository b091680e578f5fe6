#include "cli/audit_text.hpp"

#include <fmt/format.h>

namespace damier {

namespace {

std::string_view title(Color color) { return color == Color::white ? "White" : "Black"; }

std::string by_tables(const FindingLine& finding) {
    if (!finding.before) return "unknown";
    return fmt::format("{} after ply {}, in {}", name(result_of_value(*finding.before, finding.to_move)),
                       finding.ply, finding.fen);
}

std::string_view kind_of(const FindingLine& finding) {
    if (finding.right_by_rule) return "right-by-rule";
    if (!finding.draw_rule.empty()) return "wrong-by-rule";
    switch (finding.kind) {
        case FindingKind::result_changing_move:
            return "result-changing-move";
        case FindingKind::wrong_result:
            return "wrong-result";
        case FindingKind::unexplained_result:
            return "unexplained-result";
    }
    return {};
}

std::string_view name_of(GameEnding ending) {
    switch (ending) {
        case GameEnding::on_the_board:
            return "on the board";
        case GameEnding::unfinished:
            return "unfinished";
        case GameEnding::time:
            return "time";
        case GameEnding::forfeit:
            return "forfeit";
    }
    return {};
}

std::string_view said_of(GameEnding ending) {
    switch (ending) {
        case GameEnding::on_the_board:
            return "was not decided by what is known of it";
        case GameEnding::unfinished:
            return "is unfinished";
        case GameEnding::time:
            return "was lost on time";
        case GameEnding::forfeit:
            return "was forfeited or decided by an arbiter";
    }
    return {};
}

Json json_of(const std::optional<Wld>& value) { return value ? Json(name(*value)) : Json(nullptr); }

}  // namespace

std::string finding_text(const std::string& file, std::size_t number, const AuditedGame& game,
                         const FindingLine& finding) {
    std::string text =
        fmt::format("{}:{}:{}: game {}", file, finding.place.line, finding.place.column, number);
    switch (finding.kind) {
        case FindingKind::result_changing_move:
            text += fmt::format(
                ", ply {}: {} plays {}, a {} instead of a {}, in {}; better: {}", finding.ply,
                title(finding.to_move), finding.played, finding.after ? name(*finding.after) : "?",
                finding.before ? name(*finding.before) : "?", finding.fen, fmt::join(finding.better, ", "));
            break;
        case FindingKind::wrong_result:
            if (finding.right_by_rule) {
                text += fmt::format(
                    ": known: the result is given as \"{}\", right only because of a draw rule, {}; by the "
                    "tables: {}",
                    name(game.result), finding.draw_rule, by_tables(finding));
                break;
            }
            if (!finding.draw_rule.empty()) {
                text += fmt::format(": the result is given as \"{}\", wrong only because of a draw rule: {}",
                                    name(game.result), finding.draw_rule);
                break;
            }
            text += fmt::format(": the result is given as \"{}\"; by the tables: {}", name(game.result),
                                by_tables(finding));
            break;
        case FindingKind::unexplained_result:
            text += fmt::format(": known: the game {}, its result is given as \"{}\"; by the tables: {}",
                                said_of(game.ending), name(game.result), by_tables(finding));
            break;
    }
    return text;
}

Json finding_json(const AnyGame& rules, const std::string& file, std::size_t number, const AuditedGame& game,
                  const FindingLine& finding) {
    Json object;
    object["kind"] = kind_of(finding);
    object["file"] = file;
    object["line"] = finding.place.line;
    object["column"] = finding.place.column;
    object["game"] = number;
    object["ply"] = finding.ply;
    object["variant"] = rules.rules().name;
    object["fen"] = finding.fen;
    object["side_to_move"] = name(finding.to_move);
    object["value"] = json_of(finding.before);
    if (finding.kind == FindingKind::result_changing_move) {
        object["move"] = finding.played;
        object["value_of_move"] = json_of(finding.after);
        object["better"] = finding.better;
    } else {
        object["result"] = name(game.result);
        object["ending"] = name_of(game.ending);
        object["result_by_tables"] =
            finding.before ? Json(name(result_of_value(*finding.before, finding.to_move))) : Json(nullptr);
        object["draw_rule"] = finding.draw_rule.empty() ? Json(nullptr) : Json(finding.draw_rule);
    }
    return object;
}

std::string claim_text(const std::string& file, std::size_t number, const ClaimLine& claim) {
    std::string text =
        fmt::format("{}:{}:{}: game {}, ply {}{}: {}: ", file, claim.place.line, claim.place.column, number,
                    claim.ply, claim.in_variation ? ", in a variation" : "", name(claim.verdict));
    if (claim.played.empty()) {
        text += fmt::format("\"{}\" ({}: {})", claim.text, name(claim.source), name(claim.kind));
        if (claim.value) {
            text += fmt::format("; by the tables: {}", name(result_of_value(*claim.value, claim.to_move)));
        }
    } else {
        text += fmt::format("{} is marked \"{}\" ({})", claim.played, claim.text, name(claim.kind));
        if (claim.value && claim.value_of_move) {
            text += *claim.value == *claim.value_of_move
                        ? fmt::format("; it keeps the {}", name(*claim.value))
                        : fmt::format("; it is a {} instead of a {}", name(*claim.value_of_move),
                                      name(*claim.value));
        }
    }
    if (claim.beside_the_board) text += "; the game was not decided on the board";
    text += ", in " + claim.fen;
    if (!claim.better.empty())
        text += fmt::format("; moves that keep the value: {}", fmt::join(claim.better, ", "));
    return text;
}

Json claim_json(const AnyGame& rules, const std::string& file, std::size_t number, const ClaimLine& claim) {
    Json object;
    object["kind"] = "claim";
    object["verdict"] = name(claim.verdict);
    object["claim"] = name(claim.kind);
    object["source"] = name(claim.source);
    object["text"] = claim.text;
    object["file"] = file;
    object["line"] = claim.place.line;
    object["column"] = claim.place.column;
    object["game"] = number;
    object["ply"] = claim.ply;
    object["in_variation"] = claim.in_variation;
    object["beside_the_board"] = claim.beside_the_board;
    object["variant"] = rules.rules().name;
    object["fen"] = claim.fen;
    object["side_to_move"] = name(claim.to_move);
    object["value"] = json_of(claim.value);
    if (!claim.played.empty()) {
        object["move"] = claim.played;
        object["value_of_move"] = json_of(claim.value_of_move);
    }
    object["better"] = claim.better;
    return object;
}

std::string_view severity_name(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return {};
}

std::string diagnostic_text(const Diagnostic& diagnostic, std::size_t number) {
    const std::string ply = diagnostic.ply == 0 ? "" : fmt::format(", ply {}", diagnostic.ply);
    const std::string game = number == 0 ? "" : fmt::format("game {}{}: ", number, ply);
    return fmt::format("{}: {}{} ({})", severity_name(diagnostic.severity), game, diagnostic.message,
                       diagnostic.code);
}

}  // namespace damier
