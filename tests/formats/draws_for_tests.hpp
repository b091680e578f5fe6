// Games and their draws, for the tests of draw rules.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/fen_counters.hpp"
#include "formats/game_claims.hpp"
#include "rules/draw_claims.hpp"
#include "rules/rulebooks.hpp"
#include "tests/formats/games_for_tests.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/naive_draws.hpp"

namespace damier {

// "(a b)*3 c" is a b a b a b c.
inline std::string written_out(const std::string& moves) {
    std::string text;
    for (std::size_t at = 0; at < moves.size();) {
        const std::size_t open = moves.find('(', at);
        text += moves.substr(at, open - at);
        if (open == moves.npos) break;
        const std::size_t close = moves.find(")*", open);
        if (close == moves.npos) throw std::runtime_error("no )* in " + moves);
        std::size_t length = 0;
        const int times = std::stoi(moves.substr(close + 2), &length);
        for (int i = 0; i < times; ++i) text += moves.substr(open + 1, close - open - 1) + " ";
        at = close + 2 + length;
    }
    return text;
}

inline DrawRules rules_of_book(const std::string& book, const std::set<std::string>& settings,
                               const BoardShape& shape) {
    const Rulebook* found = find_rulebook(book);
    if (found == nullptr) throw std::runtime_error("no rulebook " + book);
    const std::vector<std::string> list{settings.begin(), settings.end()};
    const Result<DrawRules> rules = draw_rules(*found, list, shape);
    if (!rules) throw std::runtime_error(rules.error().message);
    return *rules;
}

// What the counters of its FEN say of the plies before a game.
template <class S>
Result<EarlierPlies> plies_before(const RawGame& raw, const GameRecord<S>& record, const Rules& rules) {
    const GameTag* fen = start_fen(raw.tags);
    if (fen == nullptr) return EarlierPlies::none();
    const auto counters = parse_fen_counters(fen->value);
    if (!counters) return fail(counters.error());
    return earlier_plies(*counters, record.start.to_move, rules.first);
}

// The draws of a game in text, whose moves written_out() reads.
template <class V>
GameDraws draws_of(const std::string& text, const std::string& book,
                   const std::set<std::string>& settings = {}) {
    const Game<V, SquareSet64> game;
    const auto raw = raw_games(written_out(text));
    EXPECT_EQ(raw.size(), 1u) << text;
    const auto record = replay(game, raw.at(0));
    EXPECT_TRUE(record.replayed) << text << codes(record.diagnostics);
    const auto earlier = plies_before(raw.at(0), record, V::rules);
    EXPECT_TRUE(earlier) << (earlier ? "" : earlier.error().message);
    return find_draws(game, record, rules_of_book(book, settings, game.board().shape()),
                      earlier.value_or(EarlierPlies::unknown()));
}

// "6.1: 8-12; 6.4: ?0-3 5": certain plies, and after a question mark those where it may hold.
inline std::string text_of(const GameDraws& draws) {
    std::string text;
    const auto spans = [&](const std::vector<PlySpan>& list, std::string_view mark) {
        for (const PlySpan& span : list) {
            text += " " + std::string{mark} + std::to_string(span.first);
            if (span.last != span.first) text += "-" + std::to_string(span.last);
        }
    };
    for (const RuleInGame& found : draws.rules) {
        text += (text.empty() ? "" : "; ") + std::string{found.rule.article} + ":";
        spans(found.holds, "");
        spans(found.may_hold, "?");
    }
    return text;
}

// For each article the plies at which it holds.
inline std::map<std::string, std::set<std::size_t>> plies_of(const GameDraws& draws) {
    std::map<std::string, std::set<std::size_t>> plies;
    for (const RuleInGame& found : draws.rules) {
        for (const PlySpan& span : found.holds) {
            for (std::size_t ply = span.first; ply <= span.last; ++ply)
                plies[std::string{found.rule.article}].insert(ply);
        }
    }
    return plies;
}
inline std::map<std::string, std::set<std::size_t>> plies_of(
    const std::map<std::string, std::vector<bool>>& oracle) {
    std::map<std::string, std::set<std::size_t>> plies;
    for (const auto& [article, holds] : oracle) {
        for (std::size_t ply = 0; ply < holds.size(); ++ply) {
            if (holds[ply]) plies[article].insert(ply);
        }
    }
    return plies;
}

// The positions of a game as the oracle has them.
template <class S>
std::vector<oracle::NaiveState> naive_game(const BoardGame<S>& game, const GameRecord<S>& record) {
    const BoardShape& shape = game.board().shape();
    std::vector<oracle::NaiveState> states;
    const auto add = [&](const Position<S>& position) {
        states.push_back(test::naive_state(oracle::variant_named(std::string{game.variant_rules().name}),
                                           shape, test::picture_of(position, shape.squares())));
    };
    for (const PlayedMove<S>& played : record.moves) add(played.before);
    add(record.last);
    return states;
}

}  // namespace damier
