// What an audit found, as a line of text and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "cli/any_game.hpp"
#include "cli/json.hpp"

namespace damier {

std::string finding_text(const std::string& file, std::size_t number, const AuditedGame& game,
                         const FindingLine& finding);
Json finding_json(const AnyGame& rules, const std::string& file, std::size_t number, const AuditedGame& game,
                  const FindingLine& finding);
std::string claim_text(const std::string& file, std::size_t number, const ClaimLine& claim);
Json claim_json(const AnyGame& rules, const std::string& file, std::size_t number, const ClaimLine& claim);
std::string_view severity_name(Severity severity);
std::string diagnostic_text(const Diagnostic& diagnostic, std::size_t number);

}  // namespace damier
