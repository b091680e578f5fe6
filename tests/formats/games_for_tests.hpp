// Games from text, read and replayed.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "formats/fen.hpp"
#include "formats/notation.hpp"
#include "formats/pdn_reader.hpp"
#include "formats/replay.hpp"
#include "rules/variants.hpp"
#include "tests/formats/variants_for_tests.hpp"

namespace damier {

inline std::vector<RawGame> raw_games(std::string_view text) {
    std::istringstream in{std::string{text}};
    PdnReader reader{in};
    std::vector<RawGame> games;
    RawGame game;
    while (reader.next(game)) games.push_back(game);
    return games;
}

template <class S>
std::vector<GameRecord<S>> replay_all(const BoardGame<S>& game, std::string_view text) {
    std::vector<GameRecord<S>> records;
    for (const RawGame& raw : raw_games(text)) records.push_back(replay(game, raw, "test.pdn"));
    return records;
}
template <class V>
std::vector<GameRecord<OfficialSet<V>>> replay_all(std::string_view text) {
    return replay_all<OfficialSet<V>>(Game<V, OfficialSet<V>>{}, text);
}

// The moves as the variant writes them.
template <class V>
std::string moves_of(const GameRecord<OfficialSet<V>>& record) {
    const Game<V, OfficialSet<V>> game;
    std::string text;
    for (const auto& played : record.moves) {
        text += (text.empty() ? "" : " ") + move_text(game, played.before, played.move);
    }
    return text;
}

template <class Diagnostics>
std::string codes(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += (text.empty() ? "" : " ") + std::string{d.code};
    return text;
}

inline std::string moves_of(const RawGame& game) {
    std::string text;
    for (const RawMove& move : game.moves) text += (text.empty() ? "" : " ") + move.text;
    return text;
}

}  // namespace damier
