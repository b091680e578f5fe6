#include "solver/audit.hpp"

#include <algorithm>
#include <string>

#include "egtb/probed_results.hpp"

namespace damier {

namespace {

template <class Set, Metric M>
class Auditor {
public:
    Auditor(const Prober<Set, M>& prober, const GameRecord<Set>& game, int pieces)
        : prober_{prober}, game_{game}, pieces_{pieces} {}

    Result<GameAudit<Set>> run() {
        for (std::size_t i = 0; i < game_.moves.size(); ++i) {
            const PlayedMove<Set>& played = game_.moves[i];
            if (!played.sure || !in_tables(played.before)) continue;
            if (const auto done = look_at(played, i + 1); !done) return fail(done.error());
        }
        if (game_.replayed && game_.last_is_sure) {
            if (const auto done = look_at_end(); !done) return fail(done.error());
        }
        return std::move(audit_);
    }

private:
    bool in_tables(const Position<Set>& position) const {
        return position.count() <= pieces_ && !position.pieces(Color::white).empty() &&
               !position.pieces(Color::black).empty();
    }

    Result<void> look_at(const PlayedMove<Set>& played, std::size_t ply) {
        const auto rated = rated_results(prober_, played.before);
        if (!rated) return fail(rated.error());
        ++audit_.positions;
        const auto made = std::find_if(rated->begin(), rated->end(), [&](const RatedMove<Set>& candidate) {
            return candidate.move == played.move;
        });
        if (made == rated->end()) {
            return fail(ErrorKind::bad_input,
                        "ply " + std::to_string(ply) + " of game " + std::to_string(game_.number) + ", \"" +
                            played.text + "\", is no legal move",
                        played.place);
        }
        const Wld best = rated->front().value;
        if (made->value == best) return {};
        AuditFinding<Set> finding{FindingKind::result_changing_move,
                                  ply,
                                  played.before,
                                  played.move,
                                  best,
                                  made->value,
                                  {},
                                  played.place};
        for (const RatedMove<Set>& candidate : *rated) {
            if (candidate.value == best) finding.better.push_back(candidate.move);
        }
        audit_.findings.push_back(std::move(finding));
        return {};
    }

    Result<void> look_at_end() {
        const Position<Set>& last = game_.last;
        // Collections have empty boards (`W::`) in place of positions that nobody typed in.
        audit_.over = !last.pieces(!last.to_move).empty() && prober_.game().moves(last).empty();
        if (audit_.over) {
            audit_.last_value =
                value_without_move(prober_.game().variant_rules(), last.pieces(last.to_move).empty());
        } else if (in_tables(last)) {
            const Result<Wld> value = probed_result(prober_, last);
            if (!value) return fail(value.error());
            ++audit_.positions;
            audit_.last_value = *value;
        }
        const GameResult claimed = game_.result();
        if (!audit_.last_value || claimed == GameResult::unknown ||
            claimed == result_of_value(*audit_.last_value, last.to_move)) {
            return {};
        }
        // That both lose is decided beside the board.
        const bool played_out = game_.ending == GameEnding::on_the_board && claimed != GameResult::both_lose;
        audit_.findings.push_back({played_out ? FindingKind::wrong_result : FindingKind::unexplained_result,
                                   game_.moves.size(),
                                   last,
                                   std::nullopt,
                                   audit_.last_value,
                                   std::nullopt,
                                   {},
                                   place_of_result()});
        return {};
    }

    // Of what GameRecord::result() believes.
    TextPlace place_of_result() const {
        if (game_.tag_result == GameResult::unknown) return game_.terminator_place;
        for (const GameTag& tag : game_.tags) {
            if (tag.name == "Result") return tag.value_place;
        }
        return game_.place;
    }

    const Prober<Set, M>& prober_;
    const GameRecord<Set>& game_;
    int pieces_;
    GameAudit<Set> audit_;
};

}  // namespace

template <class Set, Metric M>
Result<GameAudit<Set>> audit_game(const Prober<Set, M>& prober, const GameRecord<Set>& game, int pieces) {
    return Auditor<Set, M>{prober, game, pieces}.run();
}

#define DAMIER_AUDIT(Set, M) \
    template Result<GameAudit<Set>> audit_game(const Prober<Set, M>&, const GameRecord<Set>&, int);
#define DAMIER_AUDITS(M)         \
    DAMIER_AUDIT(SquareSet64, M) \
    DAMIER_AUDIT(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_AUDITS)

}  // namespace damier
