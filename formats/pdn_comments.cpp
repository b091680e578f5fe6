#include "formats/pdn_comments.hpp"

#include <utility>

namespace damier {

namespace {

bool before(TextPlace a, TextPlace b) { return std::pair{a.line, a.column} < std::pair{b.line, b.column}; }

}  // namespace

std::vector<PdnComment> PdnComments::until(std::optional<TextPlace> next_game) {
    std::vector<PdnComment> comments;
    depth_ = 0;  // a variation that was not closed ends with its game
    while (true) {
        const PdnToken& token = held_ != nullptr ? *held_ : lexer_.next();
        held_ = nullptr;
        if (token.kind == PdnToken::Kind::end || (next_game && !before(token.place, *next_game))) {
            held_ = &token;
            return comments;
        }
        if (token.kind == PdnToken::Kind::open) ++depth_;
        if (token.kind == PdnToken::Kind::close && depth_ > 0) --depth_;
        if (token.kind == PdnToken::Kind::comment && depth_ == 0)
            comments.push_back({token.text, token.place});
    }
}

}  // namespace damier
