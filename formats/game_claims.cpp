#include "formats/game_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "formats/result_text.hpp"
#include "formats/square_text.hpp"

namespace damier {

namespace {

constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
    std::string lower{text};
    std::ranges::transform(lower, lower.begin(), small);
    return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

GameEnding ending_of(const RawGame& raw, GameResult result) {
    if (const GameTag* termination = tag_with_value(raw.tags, "Termination")) {
        if (contains_any(termination->value, {"time", "flag"})) return GameEnding::time;
        if (contains_any(termination->value, {"forfeit", "abandon", "adjudicat", "infraction", "death",
                                              "emergency", "not played", "absent"})) {
            return GameEnding::forfeit;
        }
        if (contains_any(termination->value, {"unterminated", "unfinished"})) return GameEnding::unfinished;
    }
    if (result == GameResult::unknown) return GameEnding::unfinished;
    // "1. 0-2": somebody did not come. A problem without moves is no such game: its result is a claim.
    const bool played = !raw.moves.empty() || start_fen(raw.tags) != nullptr;
    return played && result != GameResult::both_lose ? GameEnding::on_the_board : GameEnding::forfeit;
}

}  // namespace

std::string_view known_tag_name(std::string_view name) {
    static constexpr std::string_view known[] = {"Event",    "Site",    "Date",        "Round",   "White",
                                                 "Black",    "Result",  "FEN",         "SetUp",   "Setup",
                                                 "GameType", "Variant", "Termination", "PlyCount"};
    if (std::ranges::find(known, name) != std::end(known)) return name;
    for (const std::string_view tag : known) {
        if (std::ranges::equal(tag, name, {}, small, small)) return tag;
    }
    return name;
}

const GameTag* tag_with_value(const std::vector<GameTag>& tags, std::string_view name) {
    for (const GameTag& tag : tags) {
        if (tag.name == name && !tag.value.empty() && tag.value != "-" && tag.value != "?") return &tag;
    }
    return nullptr;
}

const GameTag* start_fen(const std::vector<GameTag>& tags) {
    for (const std::string_view name : {"SetUp", "Setup"}) {
        if (const GameTag* set_up = tag_with_value(tags, name); set_up != nullptr && set_up->value == "0")
            return nullptr;
    }
    return tag_with_value(tags, "FEN");
}

GameClaims claims_of(const RawGame& raw, const Rules& rules) {
    GameClaims claims;
    const auto note = [&](Severity severity, std::string_view code, std::string message, TextPlace place) {
        claims.diagnostics.push_back({severity, code, std::move(message), place, 0});
    };
    claims.terminator_result = parse_result(raw.terminator, rules);
    if (const GameTag* tag = tag_with_value(raw.tags, "Result")) {
        claims.tag_result = parse_result(tag->value, rules);
        const std::string written = quoted(tag->value, tag->value.size());
        if (claims.tag_result == GameResult::unknown && tag->value != "*") {
            note(Severity::note, "unknown-result",
                 fmt::format("the result {} is of another system of counting", written), tag->value_place);
        } else if (!raw.terminator.empty() && claims.tag_result != claims.terminator_result) {
            // Some files end every game with `*`; then the tag is all there is.
            note(raw.terminator == "*" ? Severity::note : Severity::warning, "result-mismatch",
                 fmt::format("the tag Result is {} and the game ends with {}", written,
                             quoted(raw.terminator, raw.terminator.size())),
                 raw.terminator_place);
        }
    }
    if (const GameTag* tag = tag_with_value(raw.tags, "GameType")) {
        // Only the leading number is reliable: defaults behind it have changed over the years.
        int type = 0;
        const char* end = tag->value.data() + tag->value.size();
        const auto read = std::from_chars(tag->value.data(), end, type);
        if (read.ec == std::errc{} && type != rules.game_type) {
            note(Severity::warning, "other-variant",
                 fmt::format("the tag GameType says {}, which is not {} ({})", type, rules.title,
                             rules.game_type),
                 tag->value_place);
        }
    }
    claims.ending = ending_of(
        raw, claims.tag_result != GameResult::unknown ? claims.tag_result : claims.terminator_result);
    return claims;
}

}  // namespace damier
