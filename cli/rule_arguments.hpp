// Which draw rules the tables of metric `rule` follow: --rulebook, --setting and --rule of the commands that
// build or read tables.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/any_game.hpp"
#include "cli/console.hpp"
#include "cli/json.hpp"
#include "egtb/counted_rules.hpp"

namespace damier {

struct RuleArguments {
    std::string rulebook;
    std::vector<std::string> settings;
    std::vector<std::string> articles;

    void add_to(CLI::App& command);
    bool given() const { return !rulebook.empty() || !settings.empty() || !articles.empty(); }
    // Nothing for other metrics, for which none of the options may be given.
    Result<std::shared_ptr<const CountedRules>> open(const AnyGame& game, std::string_view metric) const;
};

// Says which rules of the book the tables do not follow, where there are any.
void say_left_out(const CountedRules* counted, Console& console);

// Adds `rulebook`, `rules` and `left_out`.
void set_rules(Json& object, const CountedRules* counted);

}  // namespace damier
