#include "formats/variant_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/game_claims.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

// A candidate so far behind the best is not tried any more.
constexpr std::size_t hopeless = 50;

std::string plain_name(std::string_view text) {
    std::string plain;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
        plain += c == ' ' || c == '_' ? '-' : c;
    }
    return plain;
}

// Does the game look as the variant is written? Squares as letters or numbers, captures with ':', two points
// a win.
bool written_as(const RawGame& game, const Rules& rules) {
    std::string_view text;
    for (const RawMove& move : game.moves) {
        if (move.kind != RawMove::Kind::move) continue;
        if (text.empty()) text = move.text;
        if (move.text.find(':') == std::string::npos) continue;
        text = move.text;
        break;
    }
    if (text.empty()) return false;
    const bool letters = std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'l'; });
    const bool colon = text.find(':') != std::string_view::npos;
    return letters == (rules.notation == Notation::algebraic) && (!colon || rules.capture_separator == ':');
}

}  // namespace

const Rules* variant_of_tags(const std::vector<GameTag>& tags, bool& named) {
    named = false;
    if (const GameTag* tag = tag_with_value(tags, "GameType")) {
        named = true;
        int type = 0;
        const char* end = tag->value.data() + tag->value.size();
        if (std::from_chars(tag->value.data(), end, type).ec == std::errc{})
            return find_rules(std::to_string(type));
    }
    if (const GameTag* tag = tag_with_value(tags, "Variant")) {
        // Servers call it so whatever the variant, or a game from a position.
        const std::string plain = plain_name(tag->value);
        if (plain == "standard" || plain == "from-position") return nullptr;
        named = true;
        return find_rules(plain);
    }
    return nullptr;
}

VariantVote::VariantVote() {
    for (const Rules* rules : all_rules()) {
        if (auto opened = open_rules(*rules, rules->board)) {
            candidates_.push_back(std::make_unique<Candidate>(std::move(*opened)));
        }
    }
}

void VariantVote::add(const RawGame& game) {
    ++games_;
    with_moves_ += !game.moves.empty();
    // Every candidate has a record of what it replays: without variations and comments it is small.
    main_line_.tags = game.tags;
    main_line_.moves = game.moves;
    main_line_.last_may_be_result = game.last_may_be_result;
    std::size_t best = static_cast<std::size_t>(-1);
    for (const auto& candidate : candidates_) {
        if (candidate->given_up) continue;
        candidate->replayer.replay(main_line_);
        candidate->faults +=
            candidate->replayer.visit([](const auto&, const auto& record) { return !record.replayed; });
        candidate->hints += written_as(game, candidate->replayer.rules());
        best = std::min(best, candidate->faults);
    }
    for (const auto& candidate : candidates_) {
        candidate->given_up = candidate->given_up || candidate->faults > best + hopeless;
    }
}

VariantGuess VariantVote::result() const {
    std::vector<const Candidate*> ranked;
    for (const auto& candidate : candidates_) {
        if (!candidate->given_up) ranked.push_back(candidate.get());
    }
    std::ranges::stable_sort(ranked, [](const Candidate* a, const Candidate* b) {
        return a->faults != b->faults ? a->faults < b->faults : a->hints > b->hints;
    });
    if (ranked.empty() || games_ == 0) return {nullptr, "there is no game"};
    const Candidate& best = *ranked.front();
    std::string equal;
    std::size_t equals = 0;
    for (const Candidate* other : ranked) {
        if (other == &best || other->faults != best.faults) continue;
        equal += (equals++ == 0 ? "" : ", ") + std::string{other->replayer.rules().name};
    }
    if (with_moves_ == 0 && equals > 0) {
        return {nullptr, fmt::format("there are positions only, and they fit {}, {}",
                                     best.replayer.rules().name, equal)};
    }
    if (best.faults == games_ && with_moves_ > 0) {
        return {nullptr, "no game can be replayed to its end in any variant"};
    }
    std::string reason = fmt::format("{} of {} games can be replayed as {}", games_ - best.faults, games_,
                                     best.replayer.rules().title);
    if (equals > 0) reason += fmt::format("; as many as {}", equal);
    return {&best.replayer.rules(), std::move(reason)};
}

}  // namespace damier
