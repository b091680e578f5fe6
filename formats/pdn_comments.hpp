// The comments of the main lines of a PDN file, with their places. The reader of games leaves them out; this
// one goes through the same bytes beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/pdn_lexer.hpp"

namespace damier {

struct PdnComment {
    std::string text;
    TextPlace place = {};
};

class PdnComments {
public:
    explicit PdnComments(std::istream& in) : lexer_{in} {}

    // The comments from where the last call stopped up to this place: the place of the next game, or nothing
    // for all that are left. Those of variations are left out.
    std::vector<PdnComment> until(std::optional<TextPlace> next_game);

private:
    PdnLexer lexer_;
    const PdnToken* held_ = nullptr;  // belongs to what comes next
    std::size_t depth_ = 0;           // of variations
};

}  // namespace damier
