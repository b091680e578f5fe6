// What the grammar for writing of PDN 3.0 does not allow, although it can be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/pdn_lexer.hpp"

namespace damier {

struct StrictFault {
    std::string_view code;
    std::string message;
};

// In the token, behind one of that kind.
std::optional<StrictFault> strict_fault(const PdnToken& token, PdnToken::Kind before);

}  // namespace damier
