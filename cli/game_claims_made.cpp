#include "cli/game_claims_made.hpp"

#include <algorithm>
#include <utility>

#include "formats/draw_claim_text.hpp"
#include "formats/game_claims.hpp"

namespace damier {

namespace {

bool before(TextPlace a, TextPlace b) { return std::pair{a.line, a.column} < std::pair{b.line, b.column}; }

}  // namespace

std::vector<MadeClaim> claims_made(const RawGame& raw, const DrawsOfGame& game) {
    using Kind = PdnElement::Kind;
    std::vector<MadeClaim> made;
    const std::size_t plies = game.moves.size();
    if (const GameTag* tag = tag_with_value(raw.tags, "Termination"); tag != nullptr && game.replayed) {
        if (auto claim = draw_claim_in(tag->value)) {
            claim->ply = plies;
            made.push_back({*claim, tag->value, tag->value_place});
        }
    }
    std::size_t depth = 0;
    for (const PdnElement& comment : raw.body()) {
        if (comment.kind == Kind::open) ++depth;
        if (comment.kind == Kind::close) --depth;
        if (depth > 0 || (comment.kind != Kind::comment && comment.kind != Kind::line_comment)) continue;
        const std::string text{raw.text_of(comment)};
        const auto played =
            std::ranges::count_if(game.moves, [&](TextPlace move) { return before(move, comment.place); });
        const auto ply = static_cast<std::size_t>(played);
        if (ply == plies && !game.replayed) continue;  // it stands behind moves that are not known
        const bool at_the_end = ply == plies && game.result == GameResult::draw;
        if (!at_the_end && !says_claim(text)) continue;
        auto claim = draw_claim_in(text);
        if (!claim) continue;
        claim->ply = ply;
        made.push_back({*claim, text, comment.place});
    }
    return made;
}

}  // namespace damier
