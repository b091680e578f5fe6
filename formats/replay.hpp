// Plays the moves of a game that was read: what they mean is decided by the rules.
#pragma once

#include <string>
#include <utility>

#include "formats/line_replay.hpp"
#include "formats/pdn_reader.hpp"
#include "formats/rules_view.hpp"
#include "rules/game.hpp"
#include "rules/game_record.hpp"

namespace damier {

// One object serves many games, one after the other. The rules must outlive it.
template <class S>
class Replayer {
public:
    // `strict`: as PdnOptions::strict.
    explicit Replayer(const RulesView<S>& view, bool strict = false)
        : view_{view}, strict_{strict}, line_{view} {}

    // The game starts from its FEN tag, else from the start of the variant. The record is overwritten, its
    // memory is used again. Its diagnostics are those of the reader and, behind them, what the rules say.
    void replay(const RawGame& raw, GameRecord<S>& record);

private:
    bool set_start(const RawGame& raw, GameRecord<S>& record) const;
    void main_line(const RawGame& raw, GameRecord<S>& record);
    void variations(const RawGame& raw, GameRecord<S>& record);
    void remarks(const RawGame& raw, GameRecord<S>& record) const;

    const RulesView<S>& view_;
    bool strict_;
    LineReplay<S> line_;
    LineOutcome<S> outcome_;
};

extern template class Replayer<SquareSet64>;
extern template class Replayer<SquareSet128>;

template <Variant V, class S>
GameRecord<S> replay(const Game<V, S>& game, const RawGame& raw, std::string file = {}) {
    const GameView<V, S> view{game};
    GameRecord<S> record;
    Replayer<S>{view}.replay(raw, record);
    record.file = std::move(file);
    return record;
}

}  // namespace damier
