// Plays a line of moves as written: which legal moves they are. A capture that the text leaves open is
// settled by the moves that follow it; captures written jump by jump are joined.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formats/notation.hpp"
#include "formats/raw_game.hpp"
#include "rules/game.hpp"

namespace damier {

template <class S>
struct LineOutcome {
    std::vector<PlayedMove<S>> moves;
    Position<S> last;
    bool complete = false;  // to the end of the text, or to where the source says that moves are missing
    std::size_t end = 0;    // texts that were read
    std::optional<Diagnostic> why;     // it ends before the text does
    std::optional<Diagnostic> unsure;  // an ambiguous capture that stays one

    bool sure() const { return !unsure.has_value(); }
};

// Depth first through the readings of the text. Nearly every text has one reading, and then this is a loop.
// One object serves many lines, one after the other.
template <class S>
class LineReplay {
public:
    explicit LineReplay(const BoardGame<S>& game) : game_{game}, table_{game.board().shape()} {}

    // `last_may_be_result`: the last text may be the result of some other system of counting (`4-6`).
    void run(std::span<const RawMove> texts, const Position<S>& start, bool last_may_be_result,
             LineOutcome<S>& outcome);

private:
    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

    struct Line {
        std::vector<PlayedMove<S>> moves;
        Position<S> last;
        std::size_t end = nothing;
        std::optional<Diagnostic> why;
    };
    struct Option {
        Move<S> move;
        std::size_t tokens;  // that it is written with: jump by jump
        bool rival;          // as good a reading as the one before it
    };
    struct Fork {
        std::size_t token;
        std::size_t played;
        Position<S> position;
        std::vector<Option> rest;  // the next to try is the last
    };

    bool play();
    bool play_plain();
    void find_options();
    void make(const Option& option);
    bool next_fork(bool solved);
    std::size_t first_difference(const Line& other) const;
    bool stop(std::string_view code, std::string message, Severity severity = Severity::error);
    bool stop_at_move(const RawMove& raw);
    std::span<const Square> squares(std::size_t token) const {
        return std::span{squares_}.subspan(first_[token], first_[token + 1] - first_[token]);
    }

    const BoardGame<S>& game_;
    SquareTable table_;
    MoveList<S> legal_;

    std::span<const RawMove> texts_;
    bool last_may_be_result_ = false;
    SquareList squares_;              // of all texts, one after the other; none where a text names none
    std::vector<std::size_t> first_;  // of each text, and the end
    std::vector<Option> options_;

    std::vector<PlayedMove<S>> path_;
    Position<S> position_;
    std::size_t token_ = 0;
    std::optional<Diagnostic> why_;
    std::vector<Fork> forks_;
    std::size_t played_ = 0;
    std::size_t budget_ = 0;
    std::size_t unsure_from_ = nothing;
    std::size_t first_rival_ = nothing;
};

extern template class LineReplay<SquareSet64>;
extern template class LineReplay<SquareSet128>;

}  // namespace damier
