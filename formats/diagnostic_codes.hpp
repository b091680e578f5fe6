// Every code that a diagnostic of a game file can have; docs/diagnostics.md has them with examples.
#pragma once

#include <span>
#include <string_view>

namespace damier {

struct DiagnosticCode {
    std::string_view code;
    std::string_view meaning;
};

// In alphabetical order. Codes keep their meaning from version to version; new ones may appear.
std::span<const DiagnosticCode> diagnostic_codes();

}  // namespace damier
