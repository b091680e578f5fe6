// Plays the moves of a game that was read: what they mean is decided by the rules.
#pragma once

#include <string>
#include <utility>

#include "formats/line_replay.hpp"
#include "formats/pdn_reader.hpp"
#include "rules/game.hpp"
#include "rules/game_record.hpp"

namespace damier {

// One object serves many games, one after the other. The rules must outlive it.
template <class S>
class Replayer {
public:
    // `strict`: as PdnOptions::strict.
    explicit Replayer(const BoardGame<S>& game, bool strict = false)
        : game_{game}, strict_{strict}, line_{game} {}

    // The game starts from its FEN tag, else from the start of the variant. The record is overwritten, its
    // memory is used again. Its diagnostics are those of the reader and, behind them, what the rules say.
    void replay(const RawGame& raw, GameRecord<S>& record);

private:
    bool set_start(const RawGame& raw, GameRecord<S>& record) const;
    void main_line(const RawGame& raw, GameRecord<S>& record);
    void variations(const RawGame& raw, GameRecord<S>& record);
    void remarks(const RawGame& raw, GameRecord<S>& record) const;

    const BoardGame<S>& game_;
    bool strict_;
    LineReplay<S> line_;
    LineOutcome<S> outcome_;
};

extern template class Replayer<SquareSet64>;
extern template class Replayer<SquareSet128>;

template <class S>
GameRecord<S> replay(const BoardGame<S>& game, const RawGame& raw, std::string file = {}) {
    GameRecord<S> record;
    Replayer<S>{game}.replay(raw, record);
    record.file = std::move(file);
    return record;
}

}  // namespace damier
