#include "rules/draw_rule_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace damier {

namespace {

std::string force_text(const Force& force) {
    std::string text;
    if (force.kings == 1) text = "K";
    if (force.kings > 1) text = fmt::format("{}K", force.kings);
    if (force.or_more_kings) text += " or more";
    if (force.men > 0)
        text += fmt::format("{}{}", text.empty() ? "" : "+",
                            force.men == 1 ? "M" : fmt::format("{}M", force.men));
    return text;
}

}  // namespace

std::string limit_text(const DrawRule& rule) {
    switch (rule.kind) {
        case DrawKind::repetition:
            return fmt::format("{} times the same position and side to move", rule.limit);
        case DrawKind::count:
            break;
        case DrawKind::at_once:
            return "at once";
        case DrawKind::agreement:
            return "by agreement";
        case DrawKind::movement:
            return "a rule of movement";
        case DrawKind::none:
            return {};
    }
    switch (rule.counted) {
        case Counted::each_side:
            return fmt::format("{} moves of each side", rule.limit);
        case Counted::plies:
            return fmt::format("{} moves of both sides together", rule.limit);
        case Counted::strong:
            return fmt::format(
                "{} moves of the strong side{}", rule.limit,
                rule.equal_sides == EqualSides::first ? ", the first of the two where they are equal" : "");
        case Counted::weak:
            return fmt::format("{} moves of the lone king", rule.limit);
    }
    return {};
}

std::string condition_text(const Condition& condition) {
    std::string text;
    const auto add = [&](std::string part, std::string_view glue = ", ") {
        text += (text.empty() ? std::string{} : std::string{glue}) + std::move(part);
    };
    for (std::size_t i = 0; i < condition.class_count(); ++i) {
        const MaterialClass& material = condition.classes[i];
        add(force_text(material.strong) + " v " + force_text(material.weak));
    }
    if (condition.kings_on_both_sides) add("a king on both sides");
    if (condition.least_pieces > 0)
        add(fmt::format("{} to {} pieces on the board", condition.least_pieces, condition.most_pieces));
    if (condition.most_a_side > 0) add(fmt::format("at most {} pieces a side", condition.most_a_side));
    if (condition.diagonal == OnDiagonal::weak_king_on) add("the lone king on the long diagonal", "; ");
    if (condition.diagonal == OnDiagonal::strong_holds_it)
        add("the strong side holds the long diagonal", "; ");
    if (condition.nothing_to_capture)
        add("neither side can capture now or has to let itself be captured next", "; ");
    if (condition.unless != nullptr) add("but not: " + condition_text(*condition.unless), "; ");
    return text;
}

std::string restarts_text(const DrawRule& rule) {
    if (rule.kind != DrawKind::count) return {};
    std::string text;
    const auto add = [&](std::string_view what) { text += (text.empty() ? "" : ", ") + std::string{what}; };
    if (rule.restarts.capture) add("capture");
    if (rule.restarts.man_move) add("man move");
    if (rule.restarts.promotion && !rule.restarts.man_move) add("promotion");
    if (rule.condition.looks_at_material()) add("other material");
    if (rule.condition.diagonal != OnDiagonal::anywhere && rule.leaving == Leaving::clears)
        add("leaving the squares");
    if (rule.goes_on_in != nullptr) text += fmt::format("; goes on in {}", condition_text(*rule.goes_on_in));
    return text;
}

std::string acts_text(const DrawRule& rule) {
    if (rule.kind == DrawKind::movement || rule.kind == DrawKind::agreement) return {};
    switch (rule.acts) {
        case Acts::by_itself:
            return "by itself";
        case Acts::referee:
            return "by the text; the referee is called or acts himself";
        case Acts::announced:
            return "announced and counted by a player";
        case Acts::not_stated:
            return "not stated";
        case Acts::claim:
            break;
    }
    switch (rule.claimant) {
        case Claimant::either:
            return "claimed by either player";
        case Claimant::to_move:
            return "claimed by the player to move";
        case Claimant::with_a_next_move:
            return "claimed by the player to move, before a move that would make it";
    }
    return {};
}

std::string_view name(Confidence confidence) {
    switch (confidence) {
        case Confidence::primary:
            return "text read";
        case Confidence::quoted:
            return "quoted article by article";
        case Confidence::copy:
            return "copies and programs";
        case Confidence::second_hand:
            return "second-hand";
    }
    return {};
}

std::uint64_t fingerprint(const DrawRules& rules) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto feed = [&hash](std::string_view bytes) {
        for (const char c : bytes) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 0x100000001b3u;
        }
    };
    for (const DrawRule& rule : rules) {
        if (rule.kind == DrawKind::agreement || rule.kind == DrawKind::movement) continue;
        feed(limit_text(rule));
        feed("|");
        feed(condition_text(rule.condition));
        feed("|");
        feed(restarts_text(rule));
        feed("\n");
    }
    return hash;
}

}  // namespace damier
