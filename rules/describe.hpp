// The rules of a variant as lines of text, from the same data that the generator runs on: what `variants
// --show` prints and what the fingerprint is taken of.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace damier {

struct RuleLine {
    std::string_view rule;     // "man captures"
    std::string value;         // "nw ne"
    std::string_view article;  // "WCDF 1.16"
    bool of_movement = true;   // does it decide which moves are legal or what they lead to?
};

std::vector<RuleLine> describe(const Rules& rules);

// A rule in which two variants differ; "-" where one of them has no such rule.
struct RuleDifference {
    std::string_view rule;
    std::array<std::string, 2> values;
    bool of_movement = true;
};

// In the order of describe().
std::vector<RuleDifference> differences(const Rules& a, const Rules& b);

// Identifies the rules of movement: FNV-1a of their lines. Equal rules, equal fingerprint; board and notation
// are no part of it (a table's header names the board apart).
std::uint64_t rules_fingerprint(const Rules& rules);

}  // namespace damier
