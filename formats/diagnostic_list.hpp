// Diagnostics are kept up to a number: a file that is no PDN would have one a word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "rules/game_record.hpp"

namespace damier {

// Of reading a game, and of its moves.
inline constexpr std::size_t most_diagnostics = 1000;

// What is more than that behind the first `before` is not kept, and the last one kept says so: with the
// severity of the worst of them.
inline void add_diagnostic(std::vector<Diagnostic>& list, Diagnostic diagnostic, std::size_t before = 0) {
    const std::size_t added = list.size() - std::min(before, list.size());
    if (added < most_diagnostics) {
        list.push_back(std::move(diagnostic));
    } else if (added == most_diagnostics) {
        list.push_back({diagnostic.severity, "more-diagnostics",
                        "there are more from here on, which are not told", diagnostic.place, diagnostic.ply});
    } else {
        list.back().severity = std::max(list.back().severity, diagnostic.severity);
    }
}

}  // namespace damier
