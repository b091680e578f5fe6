// The draw rules of a rulebook that tables follow, slice by slice (docs/design/rule-tables.md). A table holds
// one number a position, so in each slice one rule must decide: one whose count is never behind that of any
// other rule that counts there, and whose limit is no wider.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "egtb/passage.hpp"
#include "rules/draw_rules.hpp"
#include "rules/result.hpp"

namespace damier {

// More plies than any distance that a table holds (egtb/rule.hpp).
inline constexpr std::uint32_t no_limit = 8'189;

// What a ply does to the count.
struct RulePly {
    enum class Arrival {
        goes_on,   // the count goes on behind it
        fresh,     // it begins anew, or another one does
        fresh_too  // another one begins, and this one goes on beside it
    };
    Arrival arrival = Arrival::goes_on;
    std::uint32_t limit = no_limit;  // of the count that begins
    bool late = false;               // if this is the last ply, it must come one ply sooner
};

class CountedRules {
public:
    struct Count {
        int rule = -1;                   // index into rules(); -1: none counts here
        std::uint32_t limit = no_limit;  // in plies: with so many the game is drawn
        // By the side that makes the last ply: does the rule end the game one ply before the limit? So where
        // one side's own moves count, and it is the other that moves last.
        std::array<bool, 2> late = {};
    };
    struct LeftOut {
        std::string_view article;
        std::string why;  // a clause
    };

    // Of the rules of a book as they are played (rules/rulebooks.hpp) those that tables can follow together;
    // or those of these articles. ErrorKind::usage where there is no such rule, or it cannot be followed.
    static Result<std::shared_ptr<const CountedRules>> of(const Rulebook& book,
                                                          std::vector<std::string> settings,
                                                          const DrawRules& rules,
                                                          std::span<const std::string> articles = {});

    std::string_view rulebook() const { return rulebook_; }
    const std::vector<std::string>& settings() const { return settings_; }
    const DrawRules& rules() const { return rules_; }
    // Rules that make draws which the tables do not know: so what they call drawn is drawn, but not each of
    // their wins need be one. Repetition is none of them: a winner who makes progress repeats nothing.
    const std::vector<LeftOut>& left_out() const { return left_out_; }
    // Of the rules that are followed (rules/draw_rule_text.hpp).
    std::uint64_t fingerprint() const { return fingerprint_; }
    // As on a command line: " --rulebook idf-64 --rule 7.2.5".
    std::string options() const;

    Count in(const Slice& slice) const;
    RulePly ply(const Passage& passage) const;

private:
    // Of these rules, in the slice; nothing in `conflict` where one decides, else the two that do not.
    static Count count_in(const DrawRules& rules, const Slice& slice, std::array<int, 2>* conflict);
    static std::string conflict_of(const DrawRules& rules);

    std::string rulebook_;
    std::vector<std::string> settings_;
    std::vector<std::string> articles_;  // as asked for
    DrawRules rules_;
    std::vector<LeftOut> left_out_;
    std::uint64_t fingerprint_ = 0;
    std::unordered_map<std::uint32_t, Count> counts_;  // by Slice::key(), of slices of up to 16 pieces
};

}  // namespace damier
