// Which variant a file is of, where nobody says so.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/any_replayer.hpp"
#include "formats/raw_game.hpp"
#include "rules/rules.hpp"

namespace damier {

// By the tag GameType (its leading number; what follows has changed over the years) or, without one, by the
// name in the tag Variant; nullptr where neither names a variant that there is. `named` is set where one of
// them has a value.
const Rules* variant_of_tags(const std::vector<GameTag>& tags, bool& named);

struct VariantGuess {
    const Rules* rules = nullptr;  // nullptr: nothing tells
    std::string reason;            // a sentence
};

// Every variant is tried on every game that is added: the one under which most games can be replayed.
class VariantVote {
public:
    VariantVote();

    void add(const RawGame& game);
    VariantGuess result() const;
    std::size_t games() const { return games_; }

private:
    struct Candidate {
        explicit Candidate(AnyRules rules) : replayer{std::move(rules)} {}
        AnyReplayer replayer;
        std::size_t faults = 0;  // games that cannot be replayed to their end
        std::size_t hints = 0;   // games that are written as the variant writes
        bool given_up = false;
    };

    std::vector<std::unique_ptr<Candidate>> candidates_;
    RawGame main_line_;
    std::size_t games_ = 0;
    std::size_t with_moves_ = 0;
};

}  // namespace damier
